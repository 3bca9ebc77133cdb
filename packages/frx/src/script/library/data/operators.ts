import { ExpressionError, NetException } from '../../../expression/errors.ts';
import { asNumber } from '../../../expression/values/promotion.ts';
import { DateTime, Double } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import { display } from '../../binder/types/types.ts';
import type { Call, Special } from '../../binder/types/types.ts';
import { binaryOperator, isIntegral, isNumeric, numericConversion, promoted } from '../../runtime/arithmetic.ts';
import { error, systemTextOf, textOf, typeOf } from '../../runtime/values.ts';
import { compare } from '../../runtime/order.ts';
import { convertTo } from '../numbers/convert.ts';

/** Operators of the expressions of a DataTable (DataColumn.Expression of .NET). Null stands for DBNull. */

type Operator = '+' | '-' | '*' | '/' | '%';

const specialOf = (value: Exclude<Value, null>): Special | undefined => {
  const type = typeOf(value);
  return type.kind === 'named' ? type.special : undefined;
};

function mismatch(operator: string, a: Exclude<Value, null>, b: Exclude<Value, null>): NetException {
  return error(
    'EvaluateException',
    `Cannot perform '${operator}' operation on ${systemTextOf(a)} and ${systemTextOf(b)}.`,
  );
}

/** Converts two numbers to their common type; returns undefined if one is not a number. */
function numbers(a: Exclude<Value, null>, b: Exclude<Value, null>): [Special, Value, Value] | undefined {
  const [x, y] = [specialOf(a), specialOf(b)];
  if (!x || !y || !isNumeric(x) || !isNumeric(y) || x === 'char' || y === 'char') return undefined;
  const isReal = [x, y].some((each) => each === 'double' || each === 'float');
  const common = isReal ? (x === 'float' && y === 'float' ? 'float' : 'double') : (promoted(x, y) ?? 'decimal');
  const into = (value: Value, from: Special): Value =>
    common === 'double' ? new Double(asNumber(value)) : numericConversion(from, common, true)(value);
  return [common, into(a, x), into(b, y)];
}

/** Returns the result of an operator; null if an operand is null. */
export function calculate(c: Call, operator: Operator, a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) {
    const text = textOf(a, c.rt) + textOf(b, c.rt);
    c.rt.budget.hold(text.length);
    return text;
  }
  const pair = numbers(a, b);
  if (!pair) throw mismatch(operator, a, b);
  let [type, x, y] = pair;
  if (operator === '/' && isIntegral(type)) {
    [type, x, y] = ['double', new Double(asNumber(x)), new Double(asNumber(y))];
  }
  try {
    const operate = binaryOperator(operator, type, true);
    if (!operate) throw mismatch(operator, a, b);
    return operate(x, y);
  } catch (caught) {
    if (caught instanceof NetException && caught.typeName === 'OverflowException')
      throw error('OverflowException', `Value is either too large or too small for Type '${TYPE_NAMES[type] ?? display(typeOf(a))}'.`);
    throw caught;
  }
} // prettier-ignore

const TYPE_NAMES: Readonly<Record<string, string>> = { int: 'Int32', long: 'Int64', decimal: 'Decimal', uint: 'UInt32', ulong: 'UInt64' }; // prettier-ignore

/** Returns the negated value. */
export function negated(c: Call, value: Value): Value {
  return value === null ? null : calculate(c, '-', 0, value);
}

const collators = new Map<string, Intl.Collator>();

/** Compares two texts by the culture, ignoring spaces at the end. */
export function compareText(c: Call, a: string, b: string, caseSensitive: boolean): number {
  const key = `${c.rt.culture.name}:${String(caseSensitive)}`;
  let collator = collators.get(key);
  if (!collator) {
    collator = new Intl.Collator(c.rt.culture.name === '' ? 'en-US' : c.rt.culture.name, { sensitivity: caseSensitive ? 'variant' : 'accent' }); // prettier-ignore
    collators.set(key, collator);
  }
  return collator.compare(a.replace(/(?<! ) +$/u, ''), b.replace(/(?<! ) +$/u, ''));
}

/** Compares two values; a text is converted to the type of the other value. */
export function order(c: Call, operator: string, a: Exclude<Value, null>, b: Exclude<Value, null>, caseSensitive: boolean): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(c, a, b, caseSensitive);
  if (typeof a === 'string' || typeof b === 'string') {
    const [text, other] = typeof a === 'string' ? [a, b] : [b, a];
    const type = other instanceof DateTime ? 'DateTime' : specialOf(other);
    if (!type) throw mismatch(operator, a, b);
    let read: Value;
    try {
      read = convertTo(type, text, c.rt.culture, c);
    } catch (caught) {
      if (!(caught instanceof ExpressionError)) throw caught;
      throw mismatch(operator, a, b);
    }
    return typeof a === 'string' ? compare(read, other, c.rt) : compare(other, read, c.rt);
  }
  const pair = numbers(a, b);
  if (pair) return compare(pair[1], pair[2], c.rt);
  if (typeOf(a) !== typeOf(b)) throw mismatch(operator, a, b);
  return compare(a, b, c.rt);
} // prettier-ignore

/** Returns the test `text LIKE pattern`; wildcards are allowed at the ends only. */
export function like(pattern: string, caseSensitive: boolean): (text: string) => boolean {
  const invalid = (): never => {
    throw error('EvaluateException', `Error in Like operator: the string pattern '${pattern}' is invalid.`);
  };
  let wanted = '';
  let before = false;
  let after = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '*' || character === '%') {
      let end = at;
      while (end + 1 < pattern.length && /[*%]/u.test(pattern.charAt(end + 1))) end++;
      if (wanted === '' && end < pattern.length - 1) before = true;
      else if (end === pattern.length - 1) after = true;
      else invalid();
      if (wanted === '' && end === pattern.length - 1) before = true;
      at = end;
    } else if (character === '[') {
      const end = pattern.indexOf(']', at);
      if (end < 0) invalid();
      wanted += pattern.slice(at + 1, end);
      at = end;
    } else wanted += character;
  }
  const folded = (text: string): string => (caseSensitive ? text : text.toUpperCase());
  const part = folded(wanted);
  return (text) => {
    const given = folded(text);
    if (before && after) return given.includes(part);
    if (before) return given.endsWith(part);
    return after ? given.startsWith(part) : given.trimEnd() === part.trimEnd();
  };
}

/** Returns the text that LIKE compares. */
export function likeOperand(value: Exclude<Value, null>): string {
  if (typeof value === 'string') return value;
  throw mismatch('Like', value, '');
}
