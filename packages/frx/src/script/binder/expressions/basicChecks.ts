import { typeName } from '../../operatorTypes.ts';
import type { Bound } from '../bound.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { isNumeric } from '../../runtime/arithmetic.ts';
import { isValueType } from '../../runtime/values.ts';
import { isDynamic, isEnum, isSpecial, specialOf, underlying } from '../types/specials.ts';
import { NamedType } from '../types/types.ts';

/** Operands that the compiler of Visual Basic refuses (Visual Basic language specification, Operator Resolution). */

type Kind = 'char' | 'date' | 'time' | 'number' | 'string' | 'object' | 'nothing';

/** Returns the kind of an operand; undefined for types that the rules here do not know. */
function kindOf({ type, form }: Bound): Kind | undefined {
  if (isSpecial(type, 'null') || form === 'default') return 'nothing';
  if (form !== undefined) return undefined;
  const inner = underlying(type) ?? type;
  if (isDynamic(inner) || isSpecial(inner, 'object')) return 'object';
  if (inner instanceof NamedType && inner.definition.namespace === 'System') {
    if (inner.definition.name === 'DateTime') return 'date';
    if (inner.definition.name === 'TimeSpan') return 'time';
  }
  const kind = specialOf(inner);
  if (kind === 'char' || kind === 'string') return kind;
  return isEnum(inner) || kind === 'bool' || isNumeric(kind) ? 'number' : undefined;
}

/** Kinds beside a character or a date; with all others the operator is not defined. */
const WITH_CHARACTER: Readonly<Record<string, readonly Kind[]>> = {
  '+': ['char', 'string', 'object', 'nothing'],
  ...sameFor(['=', '<>', '<', '>', '<=', '>='], ['char', 'string', 'object', 'nothing']),
};
const WITH_DATE: Readonly<Record<string, readonly Kind[]>> = {
  '+': ['date', 'string', 'object', 'nothing', 'time'],
  '-': ['date', 'time', 'nothing'],
  ...sameFor(['=', '<>', '<', '>', '<=', '>='], ['date', 'string', 'object', 'nothing']),
};

/** Kinds on the right of a span of time, and on its left. */
const BEHIND_TIME: Readonly<Record<string, readonly Kind[]>> = {
  ...sameFor(['+', '-', '=', '<>', '<', '>', '<=', '>='], ['time', 'object', 'nothing']),
  '*': ['number', 'string', 'object'],
  '/': ['number', 'string', 'time', 'object', 'nothing'],
};
const BEFORE_TIME: Readonly<Record<string, readonly Kind[]>> = {
  ...sameFor(['+', '-'], ['time', 'date', 'object', 'nothing']),
  ...sameFor(['=', '<>', '<', '>', '<=', '>='], ['time', 'object', 'nothing']),
  '*': ['number', 'string', 'object', 'nothing'],
  '/': ['time', 'object', 'nothing'],
};

function sameFor(operators: readonly string[], kinds: readonly Kind[]): Readonly<Record<string, readonly Kind[]>> {
  return Object.fromEntries(operators.map((operator) => [operator, kinds]));
}

const CHECKED: ReadonlySet<string> = new Set('+ - * / \\ mod ^ = <> < > <= >= and or xor << >> & like'.split(' '));
const SHIFTS: ReadonlySet<string> = new Set(['<<', '>>']);
/** Operators for which characters and dates become texts. */
const OF_TEXTS: ReadonlySet<string> = new Set(['&', 'like']);

/** Refuses operands of types for which an operator is not defined. @throws ExpressionError */
export function checkOperands(context: Context, operator: string, operands: readonly Bound[], position: number): void {
  if (operator === 'is' || operator === 'isnot') {
    checkIdentity(context, operator, operands, position);
    return;
  }
  const [first, second] = operands;
  if (!first) return;
  const kinds = operands.map(kindOf);
  if (!second) {
    if (
      ['not', 'negate', 'plus', 'bool', 'logical'].includes(operator) &&
      (kinds[0] === 'char' || kinds[0] === 'date' || (operator !== 'negate' && kinds[0] === 'time'))
    )
      fail(
        context,
        `BC30487: Operator '${wordOf(operator)}' is not defined for type '${typeName(first.type)}'`,
        position,
      );
    return;
  }
  if (!CHECKED.has(operator)) return;
  for (const [index, kind] of kinds.entries()) {
    const other = kinds[1 - index];
    if (other === undefined) continue;
    if (kind === 'time') {
      const allowed = (index === 0 ? BEHIND_TIME : BEFORE_TIME)[operator] ?? ['object'];
      if (!allowed.includes(other)) undefinedFor(context, operator, first, second, position);
    }
    if ((kind !== 'char' && kind !== 'date') || OF_TEXTS.has(operator)) continue;
    // A shift of an Object is bound when it runs.
    const allowed = (kind === 'char' ? WITH_CHARACTER : WITH_DATE)[operator] ?? (index === 1 && SHIFTS.has(operator) ? ['object'] : []); // prettier-ignore
    if (!allowed.includes(other)) undefinedFor(context, operator, first, second, position);
  }
}

function undefinedFor(context: Context, operator: string, first: Bound, second: Bound, position: number): never {
  return fail(
    context,
    `BC30452: Operator '${wordOf(operator)}' is not defined for types '${typeName(first.type)}' and '${typeName(second.type)}'`,
    position,
  );
}

const WORDS: Readonly<Record<string, string>> = {
  negate: '-',
  plus: '+',
  bool: 'IsTrue',
  logical: 'IsTrue',
  mod: 'Mod',
  and: 'And',
  or: 'Or',
  xor: 'Xor',
  not: 'Not',
  is: 'Is',
  isnot: 'IsNot',
};
const wordOf = (operator: string): string => WORDS[operator] ?? operator;

/** `Is` and `IsNot` compare references; a nullable is compared with Nothing only. */
function checkIdentity(context: Context, operator: string, operands: readonly Bound[], position: number): void {
  for (const operand of operands) {
    if (operand.form !== undefined || !isValueType(operand.type)) continue;
    const isNullable = underlying(operand.type) !== undefined;
    if (isNullable && operands.some((other) => kindOf(other) === 'nothing')) continue;
    fail(
      context,
      `BC30020: '${wordOf(operator)}' operator does not accept operands of type '${typeName(operand.type)}'. Operands must be reference or nullable types.`,
      position,
    );
  }
}

/** Refuses `If(a, b)` whose first operand always has a value. @throws ExpressionError */
export function checkChoice(context: Context, first: Bound, position: number): void {
  if (first.form === undefined && isValueType(first.type) && !underlying(first.type))
    fail(
      context,
      "BC33107: First operand in a binary 'If' expression must be a nullable value type, a reference type, or an unconstrained generic type",
      position,
    );
}
