import { NetException } from '../errors.ts';
import { negate } from '../values/operators.ts';
import { isNumeric as isWritable } from '../values/digits.ts';
import type { NumericValue } from '../values/digits.ts';
import { currencyText, percentText } from '../formats/numberFormat.ts';
import { asDecimal, asNumber, numericKind } from '../values/promotion.ts';
import type { Runtime } from '../scope.ts';
import { formatted, typeNameOf } from '../formats/toText.ts';
import { Char, DateTime, Double, EnumValue, Single } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { as, isNumeric, text, whole, wrong } from './arguments.ts';
import type { Functions, Run } from './arguments.ts';
import { BASIC_TYPE_NAMES } from './typeNames.ts';

/** Functions of Microsoft.VisualBasic that write numbers and dates. */

/** Named formats of numbers by the equivalent formats of .NET. */
const OF_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['general number', 'G'],
  ['currency', 'C'],
  ['fixed', '0.00'],
  ['standard', 'N2'],
  ['percent', '0.00%'],
  ['scientific', '0.00E+00'],
]);

/** Named formats of dates by the equivalent formats of .NET. */
const OF_DATES: ReadonlyMap<string, string> = new Map([
  ['general date', 'G'],
  ['long date', 'D'],
  ['medium date', 'D'],
  ['short date', 'd'],
  ['long time', 'T'],
  ['medium time', 'T'],
  ['short time', 't'],
]);

/** Formats with two texts: for true and false. */
const PAIRS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['yes/no', ['Yes', 'No']],
  ['on/off', ['On', 'Off']],
  ['true/false', ['True', 'False']],
]);

/** Returns true for a text that is a date. */
export function isDateText(value: string, runtime: Runtime): boolean {
  try {
    as('DateTime')([value], 0, runtime);
    return true;
  } catch (error) {
    if (error instanceof NetException) return false;
    throw error;
  }
}

function ofPattern(value: Value, pattern: string, runtime: Runtime): string {
  // Texts and Booleans have no formats; .NET then writes the pattern.
  if (typeof value === 'string' || typeof value === 'boolean') return pattern;
  if (value instanceof Char || typeNameOf(value) === 'DBNull') throw wrong('Expression');
  if (value instanceof EnumValue && !/^[gxfd]$/iu.test(pattern))
    throw new NetException('FormatException', 'Format string can be only "G", "g", "X", "x", "F", "f", "D" or "d".');
  return formatted(value, pattern, runtime.culture);
}

function format(args: readonly Value[], runtime: Runtime): string {
  const [value = null] = args;
  const pattern = text(args, 1, runtime);
  if (value === null) return '';
  if (pattern === '') return text(args, 0, runtime);
  const name = pattern.toLowerCase();
  const [ofNumbers, ofDates, pair] = [OF_NUMBERS.get(name), OF_DATES.get(name), PAIRS.get(name)];
  if (ofDates !== undefined) {
    const isDate = value instanceof DateTime || (typeof value === 'string' && isDateText(value, runtime));
    return isDate ? formatted(as('DateTime')(args, 0, runtime), ofDates, runtime.culture) : text(args, 0, runtime);
  }
  if (ofNumbers === undefined && pair === undefined) return ofPattern(value, pattern, runtime);
  if (value instanceof DateTime) return formatted(value, 'G', runtime.culture);
  if (!isNumeric(value, runtime)) return text(args, 0, runtime);
  if (pair) return pair[as('bool')(args, 0, runtime) === true ? 0 : 1];
  const isNumber = numericKind(value) !== undefined;
  return formatted(isNumber ? value : as('double')(args, 0, runtime), ofNumbers ?? '', runtime.culture);
}

/** An argument of TriState: -1 is yes, 0 no, -2 what the culture says. */
const choice = (args: readonly Value[], index: number, runtime: Runtime): number =>
  args.length > index ? whole(args, index, runtime) : -2;

/** A number with the digits that a custom format writes: 15 of a Double, 7 of a Single. */
function inDigits(value: NumericValue): NumericValue {
  const isReal = value instanceof Double || value instanceof Single;
  return isReal && Math.abs(value.value) >= 1e-15 && Math.abs(value.value) < 7e28 ? asDecimal(value) : value;
}

/** FormatNumber and the like, by the standard format of .NET and the type that a message names. */
const written =
  (letter: 'N' | 'C' | 'P', type: string): Run =>
  (args, runtime) => {
    const [value = null] = args;
    if (value === null) return '';
    const isFlag = typeof value === 'boolean' && letter === 'N';
    const isOther = typeof value !== 'string' && !isFlag && numericKind(value) === undefined && !(value instanceof EnumValue); // prettier-ignore
    if (isOther || value instanceof Char)
      throw new NetException('InvalidCastException', `Conversion from type '${BASIC_TYPE_NAMES[typeNameOf(value)] ?? typeNameOf(value)}' to type '${type}' is not valid.`); // prettier-ignore
    if (value instanceof EnumValue)
      throw new NetException('FormatException', 'Format string can be only "G", "g", "X", "x", "F", "f", "D" or "d".');
    const number = numericKind(value) === undefined ? as('double')(args, 0, runtime) : value;
    const digits = args.length > 1 ? whole(args, 1, runtime) : -1;
    if (digits < -1 || digits > 99) throw wrong('NumDigitsAfterDecimal');
    const [leading, parentheses, groups] = [2, 3, 4].map((index) => choice(args, index, runtime));
    const { culture } = runtime;
    const { numbers } = culture;
    const part = letter === 'C' ? numbers.currency : letter === 'P' ? numbers.percent : numbers;
    // The formats of numbers and percentages, and those that a choice makes, round halves of the first 15 digits away from zero.
    const isStandard = letter === 'C' && [leading, parentheses, groups].every((each) => each === -2);
    const decimals = digits === -1 ? (letter === 'C' ? numbers.currencyDecimalDigits : letter === 'P' ? numbers.percentDecimalDigits : numbers.decimalDigits) : digits; // prettier-ignore
    // A percentage that is written as zero keeps its sign.
    const isSmall = (given: Value): boolean => Math.abs(asNumber(given)) * 100 < 0.5 * 10 ** -decimals;
    const write = (given: Value): string => {
      let result: string;
      if (letter === 'N')
        result = formatted(
          given instanceof Single ? inDigits(given) : given,
          `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`,
          culture,
        );
      else if (isStandard || !isWritable(given) || !Number.isFinite(asNumber(given)))
        result = formatted(given, `${letter}${String(decimals)}`, culture);
      else
        result = { C: currencyText, P: percentText }[letter](
          isSmall(given) ? given : inDigits(given),
          decimals,
          numbers,
        );
      if (groups === 0) result = result.replaceAll(part.groupSeparator, '');
      return leading === 0
        ? result.replace(`0${part.decimalSeparator}`, (zero, at: number) => /\d/u.test(result[at - 1] ?? '') ? zero : part.decimalSeparator) // prettier-ignore
        : result;
    };
    return parentheses === -1 && asNumber(number) < 0 ? `(${write(negate(number))})` : write(number);
  };

/** The functions under their names in lower case. */
export const formatFunctions: Functions = {
  format,
  formatnumber: written('N', 'Currency'),
  formatcurrency: written('C', 'Currency'),
  formatpercent: written('P', 'numeric'),
};
