import { describe, expect, it } from 'vitest';
import { cultureByName } from './cultures/cultures.ts';
import { formatValue } from './formats/format.ts';
import type { FormatSpec } from './formats/formatSpec.ts';
import { readArchive } from '../testing/corpus/archive.ts';
import { evaluate, shown } from './testing/testScope.ts';

/** The reference's own results. They were made by an older runtime; where current .NET gives something else, it is listed here with the reason. */

const tables = readArchive('tables');

function table<T>(name: string): T[] {
  return JSON.parse(tables.get(name)!) as T[];
}

/** Doubles are written with the shortest digits that read back as the same double (.NET Core 3.0 and later), not with 15. */
const shortestDouble = {
  'Math.Sqrt(2)': '1.4142135623730951',
  '0.1+0.2': '0.30000000000000004',
  '1.0/3': '0.3333333333333333',
  'Math.Exp(1)': '2.718281828459045',
  'Math.Sin(0.5)': '0.479425538604203',
  'Math.Cos(0.5)': '0.8775825618903728',
  'Math.Tan(0.5)': '0.5463024898437905',
  'Math.Atan(1)': '0.7853981633974483',
  'Math.Asin(1)': '1.5707963267948966',
  'Math.Acos(0)': '1.5707963267948966',
  'Math.PI': '3.141592653589793',
};

/** Math.Round of a double rounds half to even. */
const halfToEven = { 'Math.Round(2.5)': '2', 'Math.Round(-2.5)': '-2' };

/** The percent sign stands without a space in the English cultures. */
const percentPattern = {
  'FormatPercent(0.1234)': '12.34%',
  'FormatPercent(0.1234,1)': '12.3%',
};

/** A double is written with an exponent from 18 digits on (.NET Core 3.0 and later), infinity with its sign. */
const largeDouble = { '1e16': '10000000000000000', '1.0/0': '∞' };

const currentDotNet: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...shortestDouble, ...halfToEven, ...percentPattern, ...largeDouble }),
);

interface FunctionCase {
  readonly expr: string;
  readonly result: string;
}

const functions = table<FunctionCase>('functions.json');

describe('expressions of functions.json', () => {
  it.each(functions)('$expr gives $result', ({ expr, result }) => {
    expect(shown(expr)).toBe(currentDotNet.get(expr) ?? result);
  });

  it('lists only differences that are in the file', () => {
    const known = new Set(functions.map(({ expr }) => expr));
    expect([...currentDotNet.keys()].filter((expr) => !known.has(expr))).toEqual([]);
  });
});

interface FormatCase {
  readonly expr: string;
  readonly format: FormatSpec['kind'];
  readonly attrs: Readonly<Record<string, string>>;
  readonly result: string;
}

/** The attributes of a format object as the template gives them. */
function specOf({ format: kind, attrs }: FormatCase): FormatSpec {
  const number = (name: string): number | undefined => (attrs[name] === undefined ? undefined : Number(attrs[name]));
  const digits = {
    useLocale: attrs['UseLocale'] !== 'false',
    decimalDigits: number('DecimalDigits'),
    decimalSeparator: attrs['DecimalSeparator'],
    groupSeparator: attrs['GroupSeparator'],
    negativePattern: number('NegativePattern'),
  };
  const positivePattern = number('PositivePattern');
  switch (kind) {
    case 'Number':
      return { kind, ...digits };
    case 'Currency':
      return { kind, ...digits, positivePattern, currencySymbol: attrs['CurrencySymbol'] };
    case 'Percent':
      return { kind, ...digits, positivePattern, percentSymbol: attrs['PercentSymbol'] };
    case 'Boolean':
      return { kind, trueText: attrs['TrueText'] ?? 'True', falseText: attrs['FalseText'] ?? 'False' };
    case 'General':
      return { kind };
    default:
      return { kind, format: attrs['Format'] };
  }
}

/** As above: the percent pattern of the English cultures, shortest doubles. */
const currentFormats: ReadonlyMap<string, string> = new Map([
  ['0.1234 Percent 12.3 %', '12.3%'],
  ['1.0/3 General 0.333333333333333', '0.3333333333333333'],
  ['1234.5678 Custom 123,456.78 %', '123,456.78%'],
  ['1234.5678 Custom 123,457 %', '123,457%'],
]);

const formats = table<FormatCase>('formats.json');

describe('values and formats of formats.json', () => {
  it.each(formats)('$expr as $format $attrs gives $result', (each) => {
    const expected = currentFormats.get(`${each.expr} ${each.format} ${each.result}`) ?? each.result;
    expect(formatValue(evaluate(each.expr), specOf(each), cultureByName('en-US'))).toBe(expected);
  });
});
