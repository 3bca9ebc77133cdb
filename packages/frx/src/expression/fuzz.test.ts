import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits, LimitError } from '../limits.ts';
import { loadScript } from '../script/index.ts';
import { createBudget } from './budget.ts';
import { compile } from './compile.ts';
import { cultureByName } from './cultures.ts';
import { Decimal } from './decimal.ts';
import { ExpressionError } from './errors.ts';
import { formatValue } from './format.ts';
import { testScope } from './testScope.ts';
import { dateTimeMethods, dateTimeStatics, timeSpanStatics } from './members/dates.ts';
import { mathStatics } from './members/math.ts';
import { charStatics, convertStatics } from './members/numbers.ts';
import { stringMethods, stringStatics } from './members/strings.ts';
import { parseTextTemplate } from './textTemplate.ts';
import { formatted } from './toText.ts';
import { DateTime, Double } from './values.ts';

/** Whatever is thrown at expressions, formats and scripts: a result or one of the two typed errors, and soon. */

const scope = {
  ...testScope({ 'A.B': 'text', N: 3, D: new Decimal(150, 2), 'X.Y': new Double(0.5), T: new DateTime(0), Z: null }),
};
const limits = { ...defaultLimits, steps: 20_000, textLength: 100_000, milliseconds: 2000 };

function freshScope(): typeof scope {
  const budget = createBudget(limits, () => performance.now());
  return { ...scope, runtime: { ...scope.runtime, budget } };
}

function survives(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ExpressionError) && !(error instanceof LimitError)) throw error;
  }
}

const words =
  '1 2.5 3m 4f 0x 7L "a" \'c\' null true false [A.B] [N] [D] [X.Y] [T] [Z] [None] x this new int string decimal double DateTime List<int> Math Round Max Convert String Format IIf Switch IsNull Substring Length ToString AddDays is as out typeof default ( ) ( ) [ ] { } , . ; : ? ?. ?? + - * / % == != < > <= >= && || ! ~ & | ^ << >> = += => ++ -- $"{1}" @"v" // /* */ \\ # @ " \''.split(
    ' ',
  );

const soup = fc.array(fc.constantFrom(...words), { maxLength: 24 }).map((tokens) => tokens.join(' '));

const characters = fc
  .array(fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));

const leaf = fc.constantFrom(
  '1',
  '0',
  '2.5',
  '3m',
  '"ab"',
  "'c'",
  'null',
  'true',
  '[A.B]',
  '[N]',
  '[D]',
  '[X.Y]',
  '[T]',
  '[Z]',
  'DateTime.Now',
  '2147483647',
);
const methods = fc.constantFrom(
  'ToString()',
  'Length',
  'Substring(1)',
  'AddDays(1e9)',
  'PadLeft(9999999)',
  "Split('b')",
  'ToString("N99")',
  'Trim()',
  'Year',
  'Days',
  '[0]',
  'Replace("a", "aaaa")',
);
const operators = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>=',
  '&&',
  '||',
  '&',
  '|',
  '^',
  '<<',
  '??',
);
const functions = fc.constantFrom(
  'IIf',
  'Round',
  'Format',
  'Maximum',
  'Substring',
  'ToWords',
  'ToRoman',
  'AddMonths',
  'Math.Pow',
  'Math.Round',
  'Convert.ToInt32',
  'string.Format',
  'string.Join',
  'FormatNumber',
  'DateSerial',
  'Switch',
  'Choose',
  'IsNull',
  'PadRight',
  'Chr',
  'int.Parse',
  'DateTime.Parse',
);
const types = fc.constantFrom('int', 'byte', 'long', 'double', 'decimal', 'string', 'char', 'bool', 'DateTime', 'int?');

const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leaf,
    fc.tuple(tie('tree'), operators, tie('tree')).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc.tuple(types, tie('tree')).map(([type, a]) => `(${type})(${a})`),
    fc
      .tuple(tie('tree'), methods)
      .map(([a, method]) => (method.startsWith('[') ? `(${a})${method}` : `(${a}).${method}`)),
    fc.tuple(functions, fc.array(tie('tree'), { maxLength: 4 })).map(([name, args]) => `${name}(${args.join(', ')})`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(fc.constantFrom('-', '!', '~', '+'), tie('tree')).map(([operator, a]) => `${operator}${a}`),
  ),
}));

describe('expressions', () => {
  it('made of random tokens give a result or a typed error', () => {
    fc.assert(
      fc.property(soup, (source) => survives(() => compile(source, freshScope()).evaluate())),
      { numRuns: 2000, seed: 20260115 },
    );
  });

  it('made of random characters give a result or a typed error', () => {
    fc.assert(
      fc.property(characters, (source) => survives(() => compile(source, freshScope()).evaluate())),
      { numRuns: 1000, seed: 20260115 },
    );
  });

  it('that are well formed are read, and calculated or refused', () => {
    let calculated = 0;
    fc.assert(
      fc.property(tree, (source) => {
        survives(() => {
          const { evaluate } = compile(source, freshScope());
          evaluate();
          calculated++;
        });
      }),
      { numRuns: 2000, seed: 20260115 },
    );

    expect(calculated).toBeGreaterThan(300);
  });
});

describe('texts with brackets', () => {
  it('are cut without losing a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '"', '\\', 'a', '<', '>'), maxLength: 30 }), (text) => {
        const parts = parseTextTemplate(text);
        const joined = parts.map((part) => (part.kind === 'literal' ? part.text : `[${part.source}]`)).join('');

        expect(joined).toBe(text);
      }),
      { numRuns: 2000, seed: 20260115 },
    );
  });
});

describe('formats', () => {
  const values = [
    0,
    -5,
    1234567,
    12n,
    new Double(-0.5),
    new Double(1e300),
    new Double(Number.NaN),
    new Decimal(-12345, 3),
    new DateTime(0),
    'x',
    true,
    null,
  ];

  it('of any pattern write a text or throw a FormatException', () => {
    const pattern = fc.string({
      unit: fc.constantFrom(...'0#.,%‰E+-;\'"\\CNFPGRXDdMyHhmsftz:/ '.split('')),
      maxLength: 14,
    });
    fc.assert(
      fc.property(fc.constantFrom(...values), pattern, (value, format) => {
        survives(() => {
          expect(typeof formatted(value, format, cultureByName('en-US'))).toBe('string');
          expect(typeof formatValue(value, { kind: 'Custom', format }, cultureByName('en-GB'))).toBe('string');
        });
      }),
      { numRuns: 2000, seed: 20260115 },
    );
  });

  it('of numbers can be read back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = formatted(new Double(number), 'R', cultureByName('en-US'));

        expect(Number(text)).toBe(number);
      }),
      { numRuns: 1000, seed: 20260115 },
    );
  });
});

describe('decimals', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), fc.integer({ min: 0, max: 10 }))
    .map(([mantissa, scale]) => new Decimal(mantissa, scale));

  it('add and subtract exactly, however they are held', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(a.plus(b).minus(b).compare(a)).toBe(0);
        expect(Decimal.parse(a.toString())?.compare(a)).toBe(0);
      }),
      { numRuns: 1000, seed: 20260115 },
    );
  });

  it('divide so that quotient and rest make up the dividend', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        if (b.toBigInt() === 0n) return;
        const quotient = a.minus(a.remainder(b)).dividedBy(b);

        expect(quotient.rounded(0, 'down').times(b).plus(a.remainder(b)).compare(a)).toBe(0);
      }),
      { numRuns: 500, seed: 20260115 },
    );
  });
});

describe('members', () => {
  const names = [
    ...[
      stringMethods,
      stringStatics,
      mathStatics,
      dateTimeMethods,
      dateTimeStatics,
      timeSpanStatics,
      convertStatics,
      charStatics,
    ].flatMap((table) => [...table.keys()]),
    ...'Add Insert RemoveAt GetRange Sort IndexOf ContainsKey TryGetValue Append AppendFormat Enqueue Pop Sum Where Select OrderBy Aggregate Take ToArray Length Count Keys Ticks Name R Style'.split(
      ' ',
    ),
  ];
  const value = fc.constantFrom(
    ...'1|-1|2.5|3m|"ab"|"0.00"|\'c\'|null|true|DateTime.Now|new TimeSpan(1,2,3)|DayOfWeek.Friday|new int[] {1,2}|new List<int> {1,2}|new Dictionary<string,int>()|new Hashtable()|new StringBuilder("x")|new Queue<string>()|Color.Red|new Font("Arial", 9)|new SolidFill(Color.Red)|(byte)3|5000000000L|2f|double.NaN|2147483647|1e300|typeof(int)|x => x|out v|CultureInfo.InvariantCulture|"__proto__"'.split(
      '|',
    ),
  );
  const type = fc.constantFrom(
    'Math',
    'Convert',
    'string',
    'int',
    'decimal',
    'char',
    'DateTime',
    'TimeSpan',
    'Array',
    'Color',
    'object',
  );
  const args = fc.array(value, { maxLength: 3 }).map((list) => list.join(', '));
  const name = fc.constantFrom(...names);
  const use = fc.oneof(
    fc.tuple(type, name, args).map(([of, member, list]) => `${of}.${member}(${list})`),
    fc.tuple(value, name, args).map(([of, member, list]) => `(${of}).${member}(${list})`),
    fc.tuple(value, name).map(([of, member]) => `(${of}).${member}`),
    fc.tuple(value, value).map(([of, index]) => `(${of})[${index}]`),
  );

  it('of any value, called with anything, give a result or a typed error', () => {
    fc.assert(
      fc.property(use, (source) => {
        survives(() => {
          const script = `class R { string v; object F() { object r = ${source}; return r == null ? "" : r.ToString(); } }`;
          loadScript(script, { runtime: freshScope().runtime, resolveObject: () => undefined }).call('F', []);
        });
      }),
      { numRuns: 4000, seed: 20260115 },
    );
  });
});

describe('scripts', () => {
  const statement = fc.constantFrom(
    'int i = 0;',
    'i++;',
    'x += i;',
    'while (i < 9) { i++; }',
    'while (true) { }',
    'for (;;) break;',
    'foreach (var a in l) x += a;',
    'if (x == "") return 1;',
    'try { throw new Exception("e"); } catch { }',
    'l.Add(x);',
    'x = x + x;',
    'F();',
    'return l.Count;',
    'switch (i) { case 1: break; }',
    'var d = new Dictionary<string, int>(); d[x]++;',
    'Text1.Left = 5;',
    '}',
    '{',
    'int',
    ';',
  );

  it('made of random statements end with a result or a typed error', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 10 }), (statements) => {
        survives(() => {
          const source = `class ReportScript { string x = "a"; List<string> l = new List<string>(); object F() { ${statements.join(' ')} return null; } }`;
          const { runtime } = freshScope();
          loadScript(source, { runtime, resolveObject: () => undefined }).call('F', []);
        });
      }),
      { numRuns: 300, seed: 20260115 },
    );
  });
});
