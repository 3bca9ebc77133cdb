import { made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { ExpressionError } from './errors.ts';
import { arithmetic, bitwise, equal, relational } from './operators.ts';
import { commonKind } from './promotion.ts';
import type { NumericKind } from './promotion.ts';
import type { BinaryExpression } from './syntax.ts';
import { typeNameOf } from './toText.ts';
import type { TypeName, Value } from './values.ts';

/** A bool operand. */
export function truth(value: Value, operator: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new ExpressionError(`Operator '${operator}' cannot be applied to operand of type '${typeNameOf(value)}'`);
}

/** Texts longer than this are counted against the budget. */
export const LONG_TEXT = 1000;

/** Compiles an operator between two compiled operands. */
export function combine<Env>(
  operator: BinaryExpression['operator'],
  left: CompiledNode<Env>,
  right: CompiledNode<Env>,
  context: CompileContext<Env>,
): CompiledNode<Env> {
  const a = left.evaluate;
  const b = right.evaluate;
  const variant = left.variant || right.variant;
  const { culture, budget } = context.scope.runtime;
  switch (operator) {
    case '+':
      return made(
        sumType(left.type, right.type),
        (env) => {
          const x = a(env);
          const y = b(env);
          if (typeof x === 'number' && typeof y === 'number') return (x + y) | 0;
          const value = arithmetic('+', x, y, culture, variant);
          if (typeof value === 'string' && value.length > LONG_TEXT) budget.hold(value.length);
          return value;
        },
        variant,
      );
    case '-':
    case '*':
    case '/':
    case '%':
      return made(
        numericType(left.type, right.type),
        (env) => arithmetic(operator, a(env), b(env), culture, variant),
        variant,
      );
    case '==':
      return made('bool', (env) => equal(a(env), b(env), variant));
    case '!=':
      return made('bool', (env) => !equal(a(env), b(env), variant));
    case '<':
      return made('bool', (env) => {
        const x = a(env);
        const y = b(env);
        return typeof x === 'number' && typeof y === 'number' ? x < y : relational('<', x, y, variant);
      });
    case '>':
    case '<=':
    case '>=':
      return made('bool', (env) => relational(operator, a(env), b(env), variant));
    case '&&':
      return made('bool', (env) => truth(a(env), '&&') && truth(b(env), '&&'));
    case '||':
      return made('bool', (env) => truth(a(env), '||') || truth(b(env), '||'));
    case '??':
      return made(left.type === 'object' ? right.type : left.type, (env) => a(env) ?? b(env), variant);
    default:
      return made(left.type, (env) => bitwise(operator, a(env), b(env)), variant);
  }
}

function sumType(a: TypeName, b: TypeName): TypeName {
  return a === 'string' || b === 'string' ? 'string' : numericType(a, b);
}

/** The types C# calculates in. */
export const kinds: ReadonlySet<string> = new Set<string>([
  'int',
  'uint',
  'long',
  'ulong',
  'float',
  'double',
  'decimal',
]);

/** The type two numbers are calculated in; `object` when it is not known. */
export function numericType(a: TypeName, b: TypeName): TypeName {
  if (kinds.has(a) && kinds.has(b)) return commonKind(a as NumericKind, b as NumericKind) ?? 'object';
  if (a === 'DateTime') return b === 'DateTime' ? 'TimeSpan' : 'DateTime';
  return 'object';
}
