import { describe, expect, it } from 'vitest';
import { ExpressionError, NetException } from './errors.ts';
import type { Binding } from './scope.ts';
import { compile, evaluate, shown, testScope, type TestScope } from './testing/testScope.ts';
import { Decimal } from './values/decimal.ts';
import { Double, Single } from './values/values.ts';
import type { Value } from './values/values.ts';

const data = testScope(
  {
    'Order Details.UnitPrice': Decimal.parse('18.00') ?? null,
    'Order Details.Quantity': 12,
    'Order Details.Discount': new Single(0.25),
    'Products.ProductName': 'Chai',
    'Items.Note': '',
    'Row#': 3,
    'Sub-Total': 7,
    'Items.Flag': true,
  },
  { field: 'mine' },
);

describe('names of data', () => {
  it('may be the whole expression, with brackets or without', () => {
    expect(evaluate('Products.ProductName', data)).toBe('Chai');
    expect(evaluate('[Products.ProductName]', data)).toBe('Chai');
    expect(evaluate('  [Sub-Total] ', data)).toBe(7);
  });

  it('are read directly, without a wrapper, when they are the whole expression', () => {
    const read = (): Value => 1;
    const scope: TestScope = { ...data, resolveColumn: () => ({ type: 'int', read }) };

    expect(compile('[Items.Qty]', scope).evaluate).toBe(read);
  });

  it('are direct only when they are the whole expression', () => {
    const asked: [string, boolean][] = [];
    const scope: TestScope = {
      ...data,
      resolveColumn: (path, direct) => {
        asked.push([path, direct]);
        return path.includes('[') || path.includes('=') ? undefined : { type: 'string', read: () => '' };
      },
    };
    compile('[Items.Note]', scope);
    compile('[Items.Note] == ""', scope);

    expect(asked.filter(([path]) => path === 'Items.Note')).toEqual([
      ['Items.Note', true],
      ['Items.Note', false],
    ]);
  });

  it('are written in brackets inside C#', () => {
    expect(shown('[Order Details.UnitPrice] * [Order Details.Quantity]', data)).toBe('216.00');
    expect(shown('[Products.ProductName].Substring(0,1)', data)).toBe('C');
    expect(shown('[Row#] % 2 == 1 ? "odd" : "even"', data)).toBe('odd');
    expect(shown('"n " + [Row#] + "[x]"', data)).toBe('n 3[x]');
    expect(shown('![Items.Flag]', data)).toBe('False');
  });

  it('may follow a cast directly, where C# would see an indexer', () => {
    expect(shown('(double)[Row#] / (int)[Sub-Total]', data)).toBe('0.42857142857142855');
    expect(shown('[Order Details.UnitPrice] * (decimal)(1 - [Order Details.Discount])', data)).toBe('13.5000');
  });

  it('that are numbers are no texts for the functions of reports', () => {
    expect(() => compile('UpperCase([Row#])', data)).toThrow(
      "CS1503: Argument 1: cannot convert from 'int' to 'string'",
    );
    expect(shown('UpperCase([Row#].ToString() + "a")', data)).toBe('3A');
    expect(() => evaluate('MonthName(13)', data)).toThrow(
      expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }),
    );
  });

  it('are looked up as column, parameter, variable and total in this order', () => {
    const found = (from: string) => (): Binding => ({ type: 'string', read: () => from });
    const none = (): undefined => undefined;
    const base: TestScope = { ...data, resolveColumn: none, resolveTotal: found('total') };

    expect(evaluate('[X]', base)).toBe('total');
    expect(evaluate('[X]', { ...base, resolveSystemVariable: found('variable') })).toBe('variable');
    expect(evaluate('[X]', { ...base, resolveParameter: found('parameter') })).toBe('parameter');
    expect(evaluate('[X]', { ...base, resolveColumn: found('column') })).toBe('column');
  });

  it('that do not exist are an error with their position', () => {
    expect(() => compile('1 + [Nothing.Here]', data)).toThrow(
      expect.objectContaining({ name: 'ExpressionError', position: 4, source: '1 + [Nothing.Here]' }),
    );
  });

  it('may contain characters that are invalid in C#, at each use', () => {
    const odd = testScope({ "It's #1": 2, 'a "b" c': 3, 'C#': 4 });

    expect(shown("[It's #1] + [C#] + [It's #1]", odd)).toBe('8');
    expect(shown('[a "b" c] + 1', odd)).toBe('4');
    expect(shown('$"{[C#]}{[C#] + 1,3}" + \'#\'', odd)).toBe('4  5#');
  });

  it('without brackets are names of the report class and not data', () => {
    expect(evaluate('field + 1', data)).toBe('mine1');
    expect(() => compile('Items.Flag + 1', data)).toThrow("The name 'Items' does not exist in the current context");
  });
});

describe('IsNull', () => {
  const scope: TestScope = {
    ...data,
    resolveColumn: (path) =>
      path === 'Items.Note' ? { type: 'string', read: () => '', isNull: () => true } : undefined,
  };

  it('takes the name as a text and tests the stored value', () => {
    expect(evaluate('IsNull("Items.Note")', scope)).toBe(true);
    expect(() => evaluate('IsNull("Items.Other")', scope)).toThrow(ExpressionError);
  });
});

describe('numbers', () => {
  it.each([
    ['7 / 2', '3', 'integers divide without a rest'],
    ['-7 / 2', '-3', 'towards zero'],
    ['-7 % 3', '-1', 'the rest has the sign of the dividend'],
    ['7 / 2.0', '3.5', 'a double makes the division a double'],
    ['unchecked(2147483647 + 1)', '-2147483648', 'int runs over silently'],
    ['2147483648', '2147483648', 'a larger literal is a uint'],
    ['-2147483648', '-2147483648', 'the least int can be written'],
    ['3000000000 + 1', '3000000001', 'uint and int give a long'],
    ['unchecked(9223372036854775807 + 1)', '-9223372036854775808', 'long runs over silently'],
    ['1.50m * 2', '3.00', 'a decimal keeps its scale'],
    ['1.5m * 1.50m', '2.250', 'scales add up in a product'],
    ['1m / 3', '0.3333333333333333333333333333', 'a quotient has 28 digits'],
    ['10.00m / 4', '2.50', 'a quotient drops zeros down to the difference of the scales'],
    ['2m / 3 * 3', '2.0000000000000000000000000001', 'rounded half to even'],
    ['0.1f + 0.2f', '0.3', 'floats are written with the shortest digits'],
    ['0.1f + 0.2', '0.30000000149011613', 'a float beside a double becomes one'],
    ['(int)-3.99', '-3', 'a cast cuts'],
    ['unchecked((byte)300)', '44', 'a cast to a small type wraps'],
    ["(int)'A' + 1", '66', 'a char counts as its code'],
    ["'A' + 1", '66', 'also without a cast'],
    ['(char)66', 'B', 'and back'],
    ['(byte)200 + (byte)100', '300', 'small types become int'],
    ['1e16', '10000000000000000', 'a double of 17 digits is plain'],
    ['1e17', '1E+17', 'a double of more has an exponent'],
    ['9007199254740992.0', '9007199254740992', 'unless it has more digits itself'],
    ['0.0001', '0.0001', 'small doubles are plain'],
    ['0.00001', '1E-05', 'smaller ones have an exponent'],
    ['-0.0', '-0', 'the sign of zero is kept'],
    ['double.NaN == double.NaN', 'False', 'NaN equals nothing'],
    ['1 << 33', '2', 'a shift counts modulo 32'],
    ['6 & 3 | 8', '10', '& binds tighter than |'],
    ['~5', '-6', 'complement'],
    ['0x1F + 0b11', '34', 'hexadecimal and binary literals'],
    ['1_000_000', '1000000', 'separators in literals'],
    ['2 + 3 * 4 - 10 / 5', '12', 'precedence'],
    ['true ? 1 : 2.5', '1', 'branches of two number types'],
    ['(true ? 1 : 2.5) / 2', '0.5', 'give the wider one'],
  ])('%s is %s: %s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it('of columns have the declared type, to which values are converted', () => {
    const column = (type: string, value: Value): TestScope => ({
      ...testScope(),
      resolveColumn: (path) => (path === 'A' ? { type, read: () => value } : undefined),
    });

    expect(compile('[A] + 1', column('long', 5n)).type).toBe('long');
    expect(compile('[A] / 2', column('int', 7)).type).toBe('int');
    expect(compile('[A].Year', column('DateTime', null)).type).toBe('int');
    expect(() => evaluate('[A] + 1', column('int', 'x'))).toThrow(
      expect.objectContaining({ typeName: 'InvalidCastException' }),
    );
    expect(() => evaluate('[A] + 1', column('int', null))).toThrow(
      expect.objectContaining({ typeName: 'NullReferenceException' }),
    );
    expect(shown('[A] + "!"', column('string', null))).toBe('!');
    expect(() => compile('[A].Yeer', column('DateTime', null))).toThrow(
      "CS1061: 'DateTime' does not contain a definition for 'Yeer'; did you mean 'Year'?",
    );
  });

  it('of decimal and double do not mix without a cast', () => {
    expect(() => evaluate('1.5m * 2.0')).toThrow(
      "Operator '*' cannot be applied to operands of type 'decimal' and 'double'",
    );
  });

  it('that are Variants mix with all others', () => {
    const scope: TestScope = {
      ...data,
      resolveTotal: (name) =>
        name === 'Sum' ? { type: 'decimal', variant: true, read: () => new Decimal(15, 1) } : undefined,
    };

    expect(shown('[Sum] * 2.5', scope)).toBe('3.75');
    expect(shown('[Sum] > 1.2', scope)).toBe('True');
  });

  it('that are Variants are calculated as doubles and keep their type if the result fits it', () => {
    const of = (value: Value) => (name: string) =>
      name === 'Sum' ? { type: 'object', variant: true, read: () => value } : undefined;
    const result = (value: Value, code: string): string => shown(code, { ...data, resolveTotal: of(value) });
    expect(result(new Decimal(4450, 2), '[Sum] * 2')).toBe('89');
    expect(result(new Decimal(4450, 2), '2 * [Sum]')).toBe('89');
    expect(result(new Decimal(4450, 2), '[Sum] / 3')).toBe('14.8333333333333');
    expect(result(new Decimal(4450, 2), '-[Sum]')).toBe('-44.5');
    expect(result(7, '[Sum] / 2')).toBe('3.5');
    expect(result(8, '([Sum] / 2).Value.GetType().Name')).toBe('Int32');
    expect(result(2_000_000_000, '([Sum] * 2).Value.GetType().Name')).toBe('Int64');
    expect(result(8, '[Sum] / 0')).toBe('∞');
    expect(() => result(null, '[Sum] + 1')).toThrow(expect.objectContaining({ typeName: 'InvalidOperationException' }));
    expect(result(0, '[Sum] / 0')).toBe('NaN');
    expect(() => result(new Decimal(0, 2), '[Sum] / 0')).toThrow(
      expect.objectContaining({ typeName: 'OverflowException' }),
    );
  });

  it('that are Variants are followed by letters as text, and by true as 1', () => {
    const scope: TestScope = {
      ...data,
      resolveTotal: (name) => (name === 'Sum' ? { type: 'object', variant: true, read: () => 3 } : undefined),
    };
    expect(shown("[Sum] + 'c'", scope)).toBe('3c');
    expect(shown('[Sum] + true', scope)).toBe('4');
    expect(shown('[Sum] - false', scope)).toBe('3');
  });

  it('that are Variants have the number as their Value, and are texts for String.Format', () => {
    const scope: TestScope = {
      ...data,
      resolveTotal: (name) => (name === 'Sum' ? { type: 'object', variant: true, read: () => 3 } : undefined),
    };
    expect(shown('[Sum].Value', scope)).toBe('3');
    expect(shown('String.Format("{0:N2}|{1:N2}", [Sum], [Sum].Value)', scope)).toBe('3|3.00');
    expect(shown('Format("{0:N2}", [Sum])', scope)).toBe('3.00');
  });

  it('that are a Variant without a value do not equal null', () => {
    const scope: TestScope = {
      ...data,
      resolveTotal: (name) => (name === 'Sum' ? { type: 'object', variant: true, read: () => null } : undefined),
    };
    expect([shown('[Sum] == null', scope), shown('[Sum] != null', scope)]).toEqual(['False', 'True']);
  });

  it('divided by zero are an exception unless they are doubles', () => {
    expect(() => evaluate('1 / ([Row#] - 3)', data)).toThrow(
      expect.objectContaining({ typeName: 'DivideByZeroException' }),
    );
    expect(() => evaluate('1m / ([Row#] - 3)', data)).toThrow(
      expect.objectContaining({ typeName: 'DivideByZeroException' }),
    );
    expect(() => compile('1 / 0', data)).toThrow('CS0020: Division by constant zero');
    expect(evaluate('1 / 0.0')).toEqual(new Double(Infinity));
  });

  it('too large for a decimal are an exception', () => {
    expect(() => evaluate('decimal.MaxValue + [Row#]', data)).toThrow(
      expect.objectContaining({ typeName: 'OverflowException' }),
    );
    expect(() => evaluate('(decimal)([Row#] * 1e30)', data)).toThrow(
      expect.objectContaining({ typeName: 'OverflowException' }),
    );
  });
});

describe('texts, conditions and null', () => {
  it.each([
    ['"a" + null + 1', 'a1'],
    ['1 + 2 + "a" + 1 + 2', '3a12'],
    ['"x" + \'y\' + true', 'xyTrue'],
    ['"a\\tb\\u0041\\x42"', 'a\tbAB'],
    ['@"c:\\dir""x"', 'c:\\dir"x'],
    ['null ?? "none"', 'none'],
    ['null == null', 'True'],
    ['"abc"[1]', 'b'],
    ['"abc".Length', '3'],
    ["\"a,b;c\".Split(',', ';').Length", '3'],
    ['"Abc".ToUpper().IndexOf("C")', '2'],
    ['"abc".Contains("B") || "abc".StartsWith("ab")', 'True'],
    ['"a" == "a" && !("a" == "b")', 'True'],
    ['string.Format("{0,6:0.0}|{1,-4}|{{}}", 2.25, "ab")', '   2.3|ab  |{}'],
    ['String.IsNullOrEmpty(null)', 'True'],
    ['new DateTime(2024, 2, 29).AddYears(1).ToString("d")', '2/28/2025'],
    ['new DateTime(2024, 3, 10) > new DateTime(2024, 3, 9)', 'True'],
    ['new DateTime(2024, 3, 10) - new TimeSpan(1, 2, 0, 0)', '3/8/2024 10:00:00 PM'],
    ['DateTime.Now.ToString("yyyy-MM-dd HH:mm")', '2026-01-15 12:00'],
    ['System.Math.Max(1, 2)', '2'],
    ['Math.Sign(0.5) + Math.Sign(7m)', '2'],
    ['Math.Sign(0)', '0'],
    ['Math.Sign(-0.5)', '-1'],
    ['(DayOfWeek)5', 'Friday'],
    ['(DayOfWeek)5.9', 'Friday'],
    ['(DayOfWeek)FontStyle.Italic', 'Tuesday'],
    ['(DayOfWeek)DayOfWeek.Friday', 'Friday'],
    ['DayOfWeek.Friday', 'Friday'],
    ['(int)System.DayOfWeek.Friday', '5'],
    ['FontStyle.Bold | FontStyle.Italic', 'Bold, Italic'],
    ['(new int[] { 3, 1, 2 })[1]', '1'],
    ['new[] { 1, 2 }.Sum()', '3'],
    ['typeof(int).Name', 'Int32'],
    ['5.CompareTo(3)', '1'],
    ['1234.5.ToString("N2", new System.Globalization.CultureInfo("de-DE"))', '1.234,50'],
    ['// a comment\n1 /* and another */ + 1', '2'],
  ])('%s is %s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it('does not evaluate the right side of && and || when the left one decides', () => {
    expect(evaluate('false && 1 / ([Row#] - 3) == 1', data)).toBe(false);
    expect(evaluate('true || 1 / ([Row#] - 3) == 1', data)).toBe(true);
  });

  it('evaluates both values of IIf, since it is a function', () => {
    expect(() => evaluate('IIf(true, 1, 1 / ([Row#] - 3))', data)).toThrow(NetException);
  });

  it('refuses what C# refuses', () => {
    expect(() => evaluate('"a" - 1')).toThrow("Operator '-' cannot be applied to operands of type 'string' and 'int'");
    expect(() => evaluate('1 == "1"')).toThrow("Operator '==' cannot be applied");
    expect(() => evaluate('1 ? 2 : 3')).toThrow(ExpressionError);
    expect(() => evaluate('((string)null).Length')).toThrow(
      expect.objectContaining({ typeName: 'NullReferenceException' }),
    );
    expect(() => evaluate('"abc".Substring(2, 5)')).toThrow(
      expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }),
    );
    expect(() => evaluate('(string)(object)5')).toThrow(expect.objectContaining({ typeName: 'InvalidCastException' }));
    expect(() => evaluate('(DayOfWeek)(object)"Friday"')).toThrow(
      expect.objectContaining({ typeName: 'InvalidCastException' }),
    );
    expect(() => evaluate('(DayOfWeek)(object)null')).toThrow(
      expect.objectContaining({ typeName: 'NullReferenceException' }),
    );
    expect(() => evaluate('NoSuchFunction(1)')).toThrow("The name 'NoSuchFunction' does not exist");
  });
});

describe('syntax errors', () => {
  it.each([
    ['1 +', 3],
    ['(1', 2],
    ['1 2', 2],
    ['"abc', 0],
    ['a ? b', 5],
    ['f(1,', 4],
    ['1 + #', 4],
    ['[Items.Qty', 10],
    ["'ab'", 0],
    ['x = ', 4],
  ])('%s is an error at character %i', (source, position) => {
    expect(() => compile(source, data)).toThrow(expect.objectContaining({ name: 'ExpressionError', position, source }));
  });

  it('are also brackets around what is no name of data, at their position', () => {
    for (const source of ['  [1 + ]', '1 + [[Row#] % 2]', '[[Row#] % 2]'])
      expect(() => compile(source, data)).toThrow(expect.objectContaining({ position: source.indexOf('[') }));
  });

  it('that nest too deep or are too long are reported as well', () => {
    const complex = 'CS8078: An expression is too long or complex to compile';
    expect(() => compile('('.repeat(5000) + '1' + ')'.repeat(5000), data)).toThrow(complex);
    expect(() => compile('!'.repeat(5000) + 'true', data)).toThrow(complex);
    expect(() => compile(`1${'+1'.repeat(5000)}`, data)).toThrow(complex);
    expect(() => compile(`"a"${'.Trim()'.repeat(5000)}`, data)).toThrow(complex);
    expect(() => compile('1'.repeat(2_000_000), data)).toThrow('too long');
    expect(() => compile('1'.repeat(900_000), data)).toThrow('too long');
    expect(() => compile(`${'$"{'.repeat(5000)}1${'}"'.repeat(5000)}`, data)).toThrow(ExpressionError);
    expect(() => compile(`1 + ${'['.repeat(50_000)}X${']'.repeat(50_000)}`, data)).toThrow('Nested too deep');
    expect(() => evaluate(`decimal.Parse("${'1'.repeat(500_000)}x")`)).toThrow(NetException);
  });
});

describe('functions with the name of a method that every object has', () => {
  it('are called with their own number of arguments', () => {
    const scope = testScope({ Made: 1998 });

    expect(shown('ToString([Made]) + "/" + ToString(ToInt32([Made]))', scope)).toBe('1998/1998');
    expect(shown('IIf([Made] == 0, "Not known", ToString(ToInt32([Made])))', scope)).toBe('1998');
  });
});

describe('a misspelt function', () => {
  it('is reported with the most similar one', () => {
    expect(() => evaluate('FormatNumbr(1)')).toThrow(
      "The name 'FormatNumbr' does not exist in the current context; did you mean 'FormatNumber'?",
    );
    expect(() => evaluate('NoSuchFunction(1)')).toThrow(/context$/u);
  });
});

describe('values whose type is known only when the code runs', () => {
  it('are calculated by the type of each, also after one that fails', () => {
    let value: Value = 1;
    const scope: TestScope = {
      ...testScope(),
      resolveColumn: (path) => (path === 'A' ? { type: 'object', read: () => value } : undefined),
    };
    const { evaluate: sum } = compile('[A] + 1', scope);
    const given = (next: Value): Value => {
      value = next;
      return sum();
    };

    expect(given(1)).toBe(2);
    expect(() => given(true)).toThrow(ExpressionError);
    expect(() => given(true)).toThrow(ExpressionError);
    expect(given('a')).toBe('a1');
    expect(given(2n)).toBe(3n);
    expect(given(1)).toBe(2);
  });
});
