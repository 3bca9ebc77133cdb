import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits, LimitError } from '../limits.ts';
import { loadScript } from '../script/index.ts';
import { createBudget } from './budget.ts';
import { cultureByName } from './cultures/cultures.ts';
import { Decimal } from './values/decimal.ts';
import { ExpressionError } from './errors.ts';
import { formatValue } from './formats/format.ts';
import { compile, testScope } from './testing/testScope.ts';
import { characters, memberUse, soup, statements, tree } from '../testing/fuzz/sources.ts';
import { parseTextTemplate } from './textTemplate.ts';
import { formatted } from './formats/toText.ts';
import { DateTime, Double } from './values/values.ts';

/** Random expressions, formats and scripts: each gives a result or one of the two typed errors, within the limits. */

const scope = {
  ...testScope({ 'A.B': 'text', N: 3, D: new Decimal(150, 2), 'X.Y': new Double(0.5), T: new DateTime(0), Z: null }),
};
const limits = { ...defaultLimits, steps: 20_000, textLength: 100_000, keptBytes: 6_400_000, milliseconds: 2000 };

/** Sources that random runs have found. */
const FOUND = [
  'ToString < [Z]',
  '[Z] == (x => x)',
  'string.Join((char)1, [Z])',
  'string.Concat((string[])[Z])',
  'char.ConvertFromUtf32(2147483647)',
];

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

describe('expressions', () => {
  it('made of random tokens give a result or a typed error', () => {
    fc.assert(
      fc.property(soup, (source) => survives(() => compile(source, freshScope()).evaluate())),
      { numRuns: 2000, examples: FOUND.map((source): [string] => [source]) },
    );
  });

  it('made of random characters give a result or a typed error', () => {
    fc.assert(
      fc.property(characters, (source) => survives(() => compile(source, freshScope()).evaluate())),
      { numRuns: 1000 },
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
      { numRuns: 2000 },
    );

    expect(calculated).toBeGreaterThan(300);
  });
});

describe('texts with brackets', () => {
  it('are split without losing a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('[', ']', '"', '\\', 'a', '<', '>'), maxLength: 30 }), (text) => {
        const parts = parseTextTemplate(text);
        const joined = parts.map((part) => (part.kind === 'literal' ? part.text : `[${part.source}]`)).join('');

        expect(joined).toBe(text);
      }),
      { numRuns: 2000 },
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
      { numRuns: 2000 },
    );
  });

  it('of numbers can be read back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = formatted(new Double(number), 'R', cultureByName('en-US'));

        expect(Number(text)).toBe(number);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('decimals', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }), fc.integer({ min: 0, max: 10 }))
    .map(([mantissa, scale]) => new Decimal(mantissa, scale));

  it('add and subtract exactly in every representation', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(a.plus(b).minus(b).compare(a)).toBe(0);
        expect(Decimal.parse(a.toString())?.compare(a)).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  it('divide so that quotient and remainder yield the dividend', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        if (b.toBigInt() === 0n) return;
        const quotient = a.minus(a.remainder(b)).dividedBy(b);

        expect(quotient.rounded(0, 'down').times(b).plus(a.remainder(b)).compare(a)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('members', () => {
  it('of any value, called with anything, give a result or a typed error', () => {
    fc.assert(
      fc.property(memberUse, (source) => {
        survives(() => {
          const script = `class R { string v; object F() { object r = ${source}; return r == null ? "" : r.ToString(); } }`;
          loadScript(script, { runtime: freshScope().runtime, resolveObject: () => undefined }).call('F', []);
        });
      }),
      { numRuns: 4000 },
    );
  });
});

describe('scripts', () => {
  it('made of random statements end with a result or a typed error', () => {
    fc.assert(
      fc.property(statements, (list) => {
        survives(() => {
          const source = `class ReportScript { string x = "a"; List<string> l = new List<string>(); object F() { ${list} return null; } }`;
          const { runtime } = freshScope();
          loadScript(source, { runtime, resolveObject: () => undefined }).call('F', []);
        });
      }),
      { numRuns: 300 },
    );
  });
});
