import type { Culture, NumberSymbols, Separators } from '../cultures/culture.ts';
import { floating, isNumeric } from '../values/digits.ts';
import { NetException } from '../errors.ts';
import type { FormatSpec, NumberFormat, CurrencyFormat, PercentFormat } from './formatSpec.ts';
import { currencyText, groupedText, percentText } from './numberFormat.ts';
import { formatted, toText } from './toText.ts';
import { DateTime, TimeSpan } from '../values/values.ts';
import type { Value } from '../values/values.ts';

/**
 * Writes a value by a format object of the template; a text is written unchanged. Throws FormatException for a format string that is invalid in .NET for
 * the value, and for a date with a number format.
 */
export function formatValue(value: Value, format: FormatSpec, culture: Culture): string {
  if (value === null) return '';
  switch (format.kind) {
    case 'General':
      return toText(value, culture);
    case 'Number':
      return digitsText(value, format, culture, groupedText, DEFAULT_DIGITS);
    case 'Currency':
      return digitsText(value, format, culture, currencyText, culture.numbers.currencyDecimalDigits);
    case 'Percent':
      return digitsText(value, format, culture, percentText, DEFAULT_DIGITS);
    case 'Date':
      return customText(value, format.format ?? 'd', culture);
    case 'Time':
      return customText(value, format.format ?? 't', culture);
    case 'Custom':
      return customText(value, format.format ?? 'G', culture);
    case 'Boolean':
      return typeof value === 'boolean' ? (value ? format.trueText : format.falseText) : toText(value, culture);
    default:
      return never(format);
  }
}

function never(format: never): never {
  throw new TypeError(`A format of an unknown kind: ${JSON.stringify(format)}`);
}

/**
 * Writes a value by a format string, as `String.Format` does: for a number, a date pattern is read as a number pattern. A TimeSpan
 * within a day is written like a DateTime of that time of day; a longer or negative one is a duration.
 */
function customText(value: Value, format: string, culture: Culture): string {
  if (value instanceof TimeSpan && value.ticks >= 0 && value.ticks < TICKS_PER_DAY)
    return formatted(new DateTime(Math.floor(value.ticks / 10_000)), format, culture);
  return formatted(value, format, isNumeric(value) ? inReports(culture) : culture);
}

const TICKS_PER_DAY = 864_000_000_000;

/** Default number of decimals. */
const DEFAULT_DIGITS = 2;
/** By the symbols of a culture, that culture with the decimals of a report's own formats for `N`, `F` and `P`. */
const reportCultures = new WeakMap<NumberSymbols, Culture>();

function inReports(culture: Culture): Culture {
  let found = reportCultures.get(culture.numbers);
  if (!found) {
    const digits = { decimalDigits: DEFAULT_DIGITS, percentDecimalDigits: DEFAULT_DIGITS };
    found = { ...culture, numbers: { ...culture.numbers, ...digits } };
    reportCultures.set(culture.numbers, found);
  }
  return found;
}

/** Maximum number of decimals in .NET's number formats. */
const MAX_DIGITS = 99;

type Write = (value: number | Exclude<NumericArgument, number>, decimals: number, symbols: NumberSymbols) => string;
type NumericArgument = Parameters<typeof groupedText>[0];

/** By format and culture's symbols. */
const symbolCache = new WeakMap<object, { readonly base: NumberSymbols; readonly symbols: NumberSymbols }>();

function digitsText(
  value: Value,
  format: NumberFormat | CurrencyFormat | PercentFormat,
  culture: Culture,
  write: Write,
  cultureDigits: number,
): string {
  if (value instanceof DateTime || value instanceof TimeSpan)
    throw new NetException('FormatException', 'Input string was not in a correct format.');
  if (!isNumeric(value)) return toText(value, culture);
  const number = floating(value);
  if (number !== undefined && !Number.isFinite(number)) return toText(value, culture);
  const digits = Math.min(Math.max(Math.trunc(format.decimalDigits ?? cultureDigits) || 0, 0), MAX_DIGITS);
  return write(value, digits, symbolsOf(format, culture));
}

/** The symbols of a format that does not use the culture's patterns; a missing symbol is that of the culture. */
function symbolsOf(format: NumberFormat | CurrencyFormat | PercentFormat, { numbers: base }: Culture): NumberSymbols {
  if (format.useLocale) return base;
  const known = symbolCache.get(format);
  if (known?.base === base) return known.symbols;
  const separators: Separators = {
    decimalSeparator: format.decimalSeparator ?? base.decimalSeparator,
    groupSeparator: format.groupSeparator ?? base.groupSeparator,
    groupSizes: [3],
  };
  const symbols: NumberSymbols = {
    ...base,
    ...separators,
    currency: separators,
    percent: separators,
    negativePattern: format.kind === 'Number' ? (format.negativePattern ?? 0) : base.negativePattern,
    ...(format.kind === 'Currency' && {
      currencySymbol: format.currencySymbol ?? base.currencySymbol,
      currencyPositivePattern: format.positivePattern ?? 0,
      currencyNegativePattern: format.negativePattern ?? 0,
    }),
    ...(format.kind === 'Percent' && {
      percentSymbol: format.percentSymbol ?? base.percentSymbol,
      percentPositivePattern: format.positivePattern ?? 0,
      percentNegativePattern: format.negativePattern ?? 0,
    }),
  };
  symbolCache.set(format, { base, symbols });
  return symbols;
}
