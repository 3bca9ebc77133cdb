import type { Culture } from '../cultures/culture.ts';
import { wholeAs, wholeRange } from '../values/convert.ts';
import { Decimal } from '../values/decimal.ts';
import { NetException } from '../errors.ts';
import { trimmedNumber } from './whiteSpace.ts';
import { Double, Single } from '../values/values.ts';
import type { TypeName, Value } from '../values/values.ts';

/** Maximum length of a text that is parsed as a number. */
const MAX_TEXT = 400;

function invalid(): NetException {
  return new NetException('FormatException', 'Input string was not in a correct format.');
}

/** Converts a number in the culture's format to invariant digits; undefined when it is not a number. */
function invariantDigits(text: string, culture: Culture, fraction: boolean): string | undefined {
  const { decimalSeparator, groupSeparator, negativeSign, positiveSign } = culture.numbers;
  let rest = trimmedNumber(text);
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
      rest = trimmedNumber(rest.slice(mark.length));
      sign = meaning;
      break;
    }
    if (rest.endsWith(mark)) {
      rest = trimmedNumber(rest.slice(0, -mark.length));
      sign = meaning;
      break;
    }
  }
  if (!fraction) return /^\d+$/u.test(rest) ? sign + rest : undefined;
  const plain = rest.replaceAll(groupSeparator, '').replace(decimalSeparator, '.');
  return /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,5})?$/u.test(plain) ? sign + plain : undefined;
}

/** `int.Parse`, `double.Parse` and the like: parses a text as a number of the type. Throws FormatException and OverflowException. */
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
