import { keep } from './budget.ts';
import { combine } from './combine.ts';
import { compileArguments } from './compileCall.ts';
import { fromBinding, made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { castTo } from './convert.ts';
import type { Converter } from './convert.ts';
import { ExpressionError } from './errors.ts';
import { getIndex, getMember, setIndex, setMember } from './members/index.ts';
import { arithmetic } from './operators.ts';
import type { Binding } from './scope.ts';
import type { AssignExpression, Expression, IncrementExpression, NameExpression } from './syntax.ts';
import { typeNameOf } from './toText.ts';
import { Delegate } from './values.ts';
import type { TypeName, Value } from './values.ts';

/** A property or an item that can be read and written; `at` finds it once, so that its object and index are calculated once. */
interface Place<Env> {
  readonly type: TypeName;
  readonly at: (env: Env) => { read(): Value; write(value: Value): void };
}

function placeOf<Env>(node: Expression, context: CompileContext<Env>): Place<Env> {
  if (node.kind === 'member') {
    const target = context.compile(node.target).evaluate;
    const { name } = node;
    return {
      type: 'object',
      at: (env) => {
        const object = target(env);
        return { read: () => getMember(object, name), write: (value) => setMember(object, name, value) };
      },
    };
  }
  if (node.kind !== 'index') {
    throw new ExpressionError('Only a variable, property or indexer can be assigned to', context.source, node.position);
  }
  const target = context.compile(node.target);
  const index = compileArguments(node.args, context);
  return {
    type: target.type.endsWith('[]') ? target.type.slice(0, -2) : 'object',
    at: (env) => {
      const object = target.evaluate(env);
      const values = index(env);
      return { read: () => getIndex(object, values), write: (value) => setIndex(object, values, value) };
    },
  };
}

/** A variable or field that can be written. */
function variableOf<Env>(
  node: NameExpression,
  context: CompileContext<Env>,
): Binding<Env> & Required<Pick<Binding<Env>, 'write'>> {
  const binding = context.scope.resolveObject(node.name);
  if (binding?.write) return { ...binding, write: binding.write };
  throw new ExpressionError(
    binding
      ? `'${node.name}' cannot be assigned to, it is read only`
      : `The name '${node.name}' does not exist in the current context`,
    context.source,
    node.position,
  );
}

/** `a = b`, `a += b` and `a ??= b`. */
export function compileAssign<Env>(node: AssignExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const value = context.compile(node.value);
  if (node.target.kind === 'name') return assignVariable(node, variableOf(node.target, context), value, context);
  return assignPlace(node, placeOf(node.target, context), value, context);
}

function assignVariable<Env>(
  { operator }: AssignExpression,
  binding: Binding<Env> & Required<Pick<Binding<Env>, 'write'>>,
  value: CompiledNode<Env>,
  context: CompileContext<Env>,
): CompiledNode<Env> {
  const { read, write, type } = binding;
  if (operator === undefined || operator === '??') {
    const { evaluate } = value;
    return made(operator === undefined ? value.type : type, (env) => {
      const present = operator === undefined ? null : read(env);
      if (present !== null) return present;
      const result = evaluate(env);
      write(env, result);
      return result;
    });
  }
  const { evaluate } = combine(operator, fromBinding(binding), value, context);
  const convert = type === 'object' ? undefined : castTo(type);
  return made(type, (env) => {
    const narrow = convert ?? narrowing(read(env));
    const result = evaluate(env);
    const written = narrow ? narrow(result) : result;
    write(env, written);
    return written;
  });
}

function assignPlace<Env>(
  { operator }: AssignExpression,
  place: Place<Env>,
  value: CompiledNode<Env>,
  context: CompileContext<Env>,
): CompiledNode<Env> {
  const { evaluate } = value;
  const { budget } = context.scope.runtime;
  if (operator === undefined || operator === '??') {
    return made(operator === undefined ? value.type : place.type, (env) => {
      const at = place.at(env);
      const present = operator === undefined ? null : at.read();
      if (present !== null) return present;
      const result = evaluate(env);
      keep(result, budget);
      at.write(result);
      return result;
    });
  }
  // The operands reach the operator's closure through these two, because they are read before it runs.
  let present: Value = null;
  let given: Value = null;
  const operands = [made<Env>(place.type, () => present), made<Env>(value.type, () => given, value.variant)] as const;
  const result = combine(operator, ...operands, context);
  return made(place.type, (env) => {
    const at = place.at(env);
    const right = evaluate(env);
    if (right instanceof Delegate) {
      // An event cannot be read: the object keeps its handlers itself.
      if (operator === '+') at.write(right);
      return null;
    }
    present = at.read();
    given = right;
    const narrow = narrowing(present);
    const calculated = result.evaluate(env);
    const written = narrow ? narrow(calculated) : calculated;
    keep(written, budget);
    at.write(written);
    return written;
  });
}

/** The integer types smaller than int become int when they are calculated with; `+=` brings them back. */
function narrowing(value: Value): Converter | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type = typeNameOf(value);
  return ['byte', 'sbyte', 'short', 'ushort', 'char'].includes(type) ? castTo(type) : undefined;
}

/** `x++`, `--x`. */
export function compileIncrement<Env>(node: IncrementExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { delta, prefix, target } = node;
  const { culture } = context.scope.runtime;
  const next = (value: Value): Value => {
    if (typeof value === 'number') return (value + delta) | 0;
    return castTo(typeNameOf(value))(arithmetic('+', value, delta, culture));
  };
  if (target.kind === 'name') {
    const { read, write, type } = variableOf(target, context);
    return made(type, (env) => {
      const before = read(env);
      const after = next(before);
      write(env, after);
      return prefix ? after : before;
    });
  }
  const place = placeOf(target, context);
  return made(place.type, (env) => {
    const at = place.at(env);
    const before = at.read();
    const after = next(before);
    at.write(after);
    return prefix ? after : before;
  });
}
