import type { Culture } from './culture.ts';
import { wholeAs, wholeRange } from './convert.ts';
import { Decimal } from './decimal.ts';
import { NetException } from './errors.ts';
import { Double, Single } from './values.ts';
import type { TypeName, Value } from './values.ts';

/** The longest text that is read as a number. */
const MAX_TEXT = 400;

function invalid(): NetException {
  return new NetException('FormatException', 'Input string was not in a correct format.');
}

/** Digits with an invariant point out of what a culture writes; undefined when it is no number. */
function invariantDigits(text: string, culture: Culture, fraction: boolean): string | undefined {
  const { decimalSeparator, groupSeparator, negativeSign, positiveSign } = culture.numbers;
  let rest = text.trim();
  let sign = '';
  if (rest.startsWith('(') && rest.endsWith(')')) {
    rest = rest.slice(1, -1);
    sign = '-';
  }
  for (const [mark, meaning] of [
    [negativeSign, '-'],
    ['-', '-'],
    [positiveSign, ''],
  ] as const) {
    if (rest.startsWith(mark)) {
      rest = rest.slice(mark.length).trimStart();
      sign = meaning;
      break;
    }
    if (rest.endsWith(mark)) {
      rest = rest.slice(0, -mark.length).trimEnd();
      sign = meaning;
      break;
    }
  }
  if (!fraction) return /^\d+$/u.test(rest) ? sign + rest : undefined;
  const plain = rest.replaceAll(groupSeparator, '').replace(decimalSeparator, '.');
  return /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,5})?$/u.test(plain) ? sign + plain : undefined;
}

/**
 * `int.Parse`, `double.Parse` and the like: a text as a number of the type. Throws FormatException and OverflowException.
 */
export function parseNumber(text: string, type: TypeName, culture: Culture): Value {
  if (text.length > MAX_TEXT) throw invalid();
  const range = wholeRange(type);
  if (type === 'double' || type === 'float') {
    const special = specialNumber(text.trim(), culture);
    if (special !== undefined) return type === 'double' ? new Double(special) : new Single(special);
  }
  const digits = invariantDigits(text, culture, !range);
  if (digits === undefined) throw invalid();
  if (range) {
    const value = BigInt(digits);
    if (value < range[0] || value > range[1]) {
      throw new NetException('OverflowException', `Value was either too large or too small for ${type}.`);
    }
    return wholeAs(type, value);
  }
  if (type === 'decimal') {
    const value = Decimal.parse(digits);
    if (!value) throw invalid();
    return value;
  }
  return type === 'float' ? new Single(Number(digits)) : new Double(Number(digits));
}

function specialNumber(text: string, { numbers }: Culture): number | undefined {
  if (text === numbers.nan || text === 'NaN') return Number.NaN;
  if (text === numbers.positiveInfinity || text === 'Infinity') return Infinity;
  if (text === numbers.negativeInfinity || text === '-Infinity') return -Infinity;
  return undefined;
}
