import { ExpressionError } from '../errors.ts';
import { isNumeric } from '../digits.ts';
import { rest, text } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { convertStatics } from '../members/numbers.ts';
import { currencyText, groupedText, percentText } from '../numberFormat.ts';
import type { Runtime } from '../scope.ts';
import { composite, toText } from '../toText.ts';
import type { Value } from '../values.ts';
import { looseNumber } from './arguments.ts';

function convert(name: string): StaticMethod {
  const method = convertStatics.get(name);
  if (!method) throw new ExpressionError(`Convert.${name} is not known`);
  return method;
}

/** Default number of decimals of a report's numbers. */
const DEFAULT_DIGITS = 2;

type Write = typeof groupedText;

function written(write: Write, digits: (runtime: Runtime) => number): StaticMethod {
  return (args, runtime) => {
    const value: Value = args[0] ?? null;
    if (!isNumeric(value)) return toText(value, runtime.culture);
    const decimals = args.length > 1 ? Math.min(Math.max(Math.trunc(looseNumber(args, 1)), 0), 99) : digits(runtime);
    return write(value, decimals, runtime.culture.numbers);
  };
}

export const conversionFunctions: Readonly<Record<string, StaticMethod>> = {
  Format: (args, runtime) => composite(text(args, 0), rest(args, 1), runtime.culture),
  FormatCurrency: written(currencyText, ({ culture }) => culture.numbers.currencyDecimalDigits),
  FormatNumber: written(groupedText, () => DEFAULT_DIGITS),
  FormatPercent: written(percentText, () => DEFAULT_DIGITS),
  ToBoolean: convert('ToBoolean'),
  ToByte: convert('ToByte'),
  ToChar: convert('ToChar'),
  ToDateTime: convert('ToDateTime'),
  ToDecimal: convert('ToDecimal'),
  ToDouble: convert('ToDouble'),
  ToInt32: convert('ToInt32'),
  ToSingle: convert('ToSingle'),
  ToString: convert('ToString'),
};
