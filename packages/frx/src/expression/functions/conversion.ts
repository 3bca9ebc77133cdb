import { NetException } from '../errors.ts';
import { isNumeric } from '../values/digits.ts';
import { rest, text } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { currencyText, groupedText, percentText } from '../formats/numberFormat.ts';
import type { Runtime } from '../scope.ts';
import { composite } from '../formats/toText.ts';
import type { Value } from '../values/values.ts';
import { converted, looseNumber } from './arguments.ts';

/** Largest number of decimals of a NumberFormatInfo. */
const MAX_DIGITS = 99;

/** Default number of decimals of a report's numbers. */
const DEFAULT_DIGITS = 2;

type Write = typeof groupedText;

/** Writes numbers with a count of decimals, other values as their format `letter` does. */
function written(write: Write, kind: string, digits: (runtime: Runtime) => number): StaticMethod {
  const letter = kind.charAt(0).toLowerCase();
  return (args, runtime) => {
    const value: Value = args[0] ?? null;
    const decimals = args.length > 1 ? Math.trunc(looseNumber(args, 1)) : digits(runtime);
    if (decimals < 0 || decimals > MAX_DIGITS)
      throw new NetException(
        'ArgumentOutOfRangeException',
        `Valid values are between 0 and ${String(MAX_DIGITS)}, inclusive. (Parameter '${kind}DecimalDigits')`,
      );
    if (!isNumeric(value)) return composite(`{0:${letter}}`, [value], runtime.culture);
    return write(value, decimals, runtime.culture.numbers);
  };
}

export const conversionFunctions: Readonly<Record<string, StaticMethod>> = {
  Format: (args, runtime) => composite(text(args, 0), rest(args, 1), runtime.culture),
  FormatCurrency: written(currencyText, 'Currency', ({ culture }) => culture.numbers.currencyDecimalDigits),
  FormatNumber: written(groupedText, 'Number', () => DEFAULT_DIGITS),
  FormatPercent: written(percentText, 'Percent', () => DEFAULT_DIGITS),
  ToBoolean: converted('ToBoolean'),
  ToByte: converted('ToByte'),
  ToChar: converted('ToChar'),
  ToDateTime: converted('ToDateTime'),
  ToDecimal: converted('ToDecimal'),
  ToDouble: converted('ToDouble'),
  ToInt32: converted('ToInt32'),
  ToSingle: converted('ToSingle'),
  ToString: converted('ToString'),
};
