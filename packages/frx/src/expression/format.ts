import type { Culture, NumberSymbols, Separators } from './culture.ts';
import { floating, isNumeric } from './digits.ts';
import { NetException } from './errors.ts';
import type { FormatSpec, NumberFormat, CurrencyFormat, PercentFormat } from './formatSpec.ts';
import { currencyText, groupedText, percentText } from './numberFormat.ts';
import { formatted, toText } from './toText.ts';
import { DateTime, TimeSpan } from './values.ts';
import type { Value } from './values.ts';

/**
 * Writes a value as a format object of the template says; a text is written as it is. Throws FormatException for a format string that .NET does not know for
 * the value, and for a date under a format of numbers.
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
 * A value by a format string, as `String.Format` writes it: a number under the pattern of a date takes it for a pattern of a number. A time
 * of day kept as a TimeSpan is written like a DateTime of that time.
 */
function customText(value: Value, format: string, culture: Culture): string {
  if (value instanceof TimeSpan) return formatted(new DateTime(Math.floor(value.ticks / 10_000)), format, culture);
  return formatted(value, format, isNumeric(value) ? inReports(culture) : culture);
}

/** Decimals of a format that states none. */
const DEFAULT_DIGITS = 2;
/** By the symbols of a culture, the culture whose formats `N`, `F` and `P` write as many decimals as a report's own formats. */
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

/** The most decimals .NET's number formats take. */
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

/** The symbols of a format that does not take the culture's patterns; a symbol it does not name is the culture's. */
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
