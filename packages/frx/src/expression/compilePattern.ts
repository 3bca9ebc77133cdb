import { truth } from './combine.ts';
import { made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { isOfType } from './convert.ts';
import { ExpressionError, NetException } from './errors.ts';
import { equal, relational } from './operators.ts';
import type { Pattern, PatternExpression, SwitchExpression } from './syntax.ts';
import { numericKind } from './promotion.ts';
import { typeNameOf } from './toText.ts';
import { isStaticType } from './members/index.ts';
import type { Value } from './values.ts';

/** Tells whether a value fits a pattern; sets the pattern's variables. */
export type Matches<Env> = (value: Value, env: Env) => boolean;

/** Compiles a pattern. */
export function compilePattern<Env>(pattern: Pattern, context: CompileContext<Env>): Matches<Env> {
  switch (pattern.kind) {
    case 'any':
      return () => true;
    case 'not': {
      const inner = compilePattern(pattern.inner, context);
      return (value, env) => !inner(value, env);
    }
    case 'and':
    case 'or': {
      const left = compilePattern(pattern.left, context);
      const right = compilePattern(pattern.right, context);
      if (pattern.kind === 'and') return (value, env) => left(value, env) && right(value, env);
      return (value, env) => left(value, env) || right(value, env);
    }
    case 'value': {
      const { evaluate } = context.compile(pattern.value);
      return (value, env) => equal(value, evaluate(env), true);
    }
    case 'compare': {
      const { evaluate } = context.compile(pattern.value);
      const { operator } = pattern;
      return (value, env) => {
        const limit = evaluate(env);
        const comparable =
          typeNameOf(value) === typeNameOf(limit) ||
          (numericKind(value) !== undefined && numericKind(limit) !== undefined);
        return value !== null && comparable && relational(operator, value, limit, true);
      };
    }
    default:
      return compileTypePattern(pattern, context);
  }
}

function compileTypePattern<Env>(
  { type, variable }: Extract<Pattern, { kind: 'type' }>,
  context: CompileContext<Env>,
): Matches<Env> {
  if (variable === undefined) {
    // A single name may be a constant of the script as well as a type.
    const constant = isStaticType(type) ? undefined : context.scope.resolveObject(type);
    if (constant && constant.type !== type) return (value, env) => equal(value, constant.read(env), true);
    return (value) => isOfType(value, type);
  }
  const write = context.scope.declareVariable?.(variable, type)?.write;
  if (!write) throw new ExpressionError('Variables can be declared in scripts only', context.source);
  return (value, env) => {
    if (!isOfType(value, type)) return false;
    write(env, value);
    return true;
  };
}

/** `value is pattern`. */
export function compileIs<Env>(node: PatternExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const operand = context.compile(node.operand).evaluate;
  const matches = compilePattern(node.pattern, context);
  return made('bool', (env) => matches(operand(env), env));
}

/** `value switch { … }`: the value of the first arm that fits. */
export function compileSwitch<Env>(node: SwitchExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const operand = context.compile(node.operand).evaluate;
  const arms = node.arms.map(({ pattern, when, value }) => ({
    matches: compilePattern(pattern, context),
    when: when && context.compile(when).evaluate,
    value: context.compile(value),
  }));
  const types = new Set(arms.map(({ value }) => value.type));
  const [only] = types;
  return made(types.size === 1 && only !== undefined ? only : 'object', (env) => {
    const value = operand(env);
    const arm = arms.find((each) => each.matches(value, env) && (!each.when || truth(each.when(env), 'when')));
    if (!arm) throw new NetException('SwitchExpressionException', 'No arm of the switch expression fits the value.');
    return arm.value.evaluate(env);
  });
}
