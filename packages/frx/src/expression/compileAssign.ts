import { combine } from './combine.ts';
import { compileArguments } from './compileCall.ts';
import { made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { castTo } from './convert.ts';
import { ExpressionError } from './errors.ts';
import { getIndex, getMember, setIndex, setMember } from './members/index.ts';
import { arithmetic } from './operators.ts';
import type { AssignExpression, Expression, IncrementExpression } from './syntax.ts';
import { typeNameOf } from './toText.ts';
import { Delegate } from './values.ts';
import type { TypeName, Value } from './values.ts';

/** A place that can be read and written; `at` finds it once, so that its object and index are calculated once. */
interface Place<Env> {
  readonly type: TypeName;
  /** A variable is read before the value that is added to it is calculated; a property may be an event, which cannot be read. */
  readonly variable: boolean;
  readonly at: (env: Env) => { read(): Value; write(value: Value): void };
}

function placeOf<Env>(node: Expression, context: CompileContext<Env>): Place<Env> {
  const refused = (message: string): ExpressionError => new ExpressionError(message, context.source, node.position);
  if (node.kind === 'name') {
    const binding = context.scope.resolveObject(node.name);
    if (!binding) throw refused(`The name '${node.name}' does not exist in the current context`);
    const { read, write } = binding;
    if (!write) throw refused(`'${node.name}' cannot be assigned to, it is read only`);
    return {
      type: binding.type,
      variable: true,
      at: (env) => ({ read: () => read(env), write: (value) => write(env, value) }),
    };
  }
  if (node.kind === 'member') {
    const target = context.compile(node.target).evaluate;
    const { name } = node;
    return {
      type: 'object',
      variable: false,
      at: (env) => {
        const object = target(env);
        return { read: () => getMember(object, name), write: (value) => setMember(object, name, value) };
      },
    };
  }
  if (node.kind === 'index') {
    const target = context.compile(node.target);
    const index = compileArguments(node.args, context);
    return {
      type: target.type.endsWith('[]') ? target.type.slice(0, -2) : 'object',
      variable: false,
      at: (env) => {
        const object = target.evaluate(env);
        const values = index(env);
        return {
          read: () => getIndex(object, values),
          write: (value) => setIndex(object, values, value),
        };
      },
    };
  }
  throw refused('Only a variable, property or indexer can be assigned to');
}

/** `a = b` and `a += b`. */
export function compileAssign<Env>(node: AssignExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { operator, target } = node;
  const value = context.compile(node.value);
  const { evaluate } = value;
  if (operator === undefined && target.kind === 'name') {
    const write = context.scope.resolveObject(target.name)?.write;
    if (write) {
      return made(value.type, (env) => {
        const result = evaluate(env);
        write(env, result);
        return result;
      });
    }
  }
  const place = placeOf(target, context);
  if (operator === undefined) {
    return made(value.type, (env) => {
      const at = place.at(env);
      const result = evaluate(env);
      at.write(result);
      return result;
    });
  }
  if (operator === '??') {
    return made(place.type, (env) => {
      const at = place.at(env);
      const present = at.read();
      if (present !== null) return present;
      const result = evaluate(env);
      at.write(result);
      return result;
    });
  }
  return compileCompound(operator, place, value, context);
}

function compileCompound<Env>(
  operator: Exclude<AssignExpression['operator'], undefined>,
  place: Place<Env>,
  value: CompiledNode<Env>,
  context: CompileContext<Env>,
): CompiledNode<Env> {
  // The operands are handed to the operator's closure through these two, because they have to be read before it runs.
  let present: Value = null;
  let given: Value = null;
  const result = combine(
    operator,
    made<Env>(place.type, () => present),
    made<Env>(value.type, () => given, value.variant),
    context,
  );
  return made(place.type, (env) => {
    const at = place.at(env);
    const before = place.variable ? at.read() : null;
    const right = value.evaluate(env);
    if (right instanceof Delegate) {
      // An event: the object keeps its handlers itself.
      if (operator === '+') at.write(right);
      return null;
    }
    const left = place.variable ? before : at.read();
    present = left;
    given = right;
    const calculated = result.evaluate(env);
    const type = place.type === 'object' ? narrowTypeOf(left) : place.type;
    const written = type === undefined ? calculated : castTo(type)(calculated);
    at.write(written);
    return written;
  });
}

/** The integer types smaller than int become int when they are calculated with and are brought back by `+=`. */
function narrowTypeOf(value: Value): TypeName | undefined {
  const type = typeNameOf(value);
  return ['byte', 'sbyte', 'short', 'ushort', 'char'].includes(type) ? type : undefined;
}

/** `x++`, `--x`. */
export function compileIncrement<Env>(node: IncrementExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { delta, prefix } = node;
  const { culture } = context.scope.runtime;
  const next = (value: Value): Value => {
    if (typeof value === 'number') return (value + delta) | 0;
    return castTo(typeNameOf(value))(arithmetic('+', value, delta, culture));
  };
  if (node.target.kind === 'name') {
    const binding = context.scope.resolveObject(node.target.name);
    if (binding?.write) {
      const { read, write } = binding;
      return made(binding.type, (env) => {
        const before = read(env);
        const after = next(before);
        write(env, after);
        return prefix ? after : before;
      });
    }
  }
  const place = placeOf(node.target, context);
  return made(place.type, (env) => {
    const at = place.at(env);
    const before = at.read();
    const after = next(before);
    at.write(after);
    return prefix ? after : before;
  });
}
