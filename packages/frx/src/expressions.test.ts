import { describe, expect, it } from 'vitest';
import { compileFormula, FormulaError, type FormulaColumn, type FormulaValue } from './expressions.ts';

const COLUMNS: readonly FormulaColumn[] = [
  { names: ['Length', 'Length of the sling'], type: 'number' },
  { names: ['Width'], type: 'number' },
  { names: ['Finding'], type: 'text' },
  { names: ['Marked'], type: 'yesNo' },
  { names: ['Tested'], type: 'moment' },
];
const NOW = Date.UTC(2026, 0, 15, 12);
const NONE: FormulaValue[] = [null, null, null, null, null];

function value(source: string, values: readonly FormulaValue[] = NONE): FormulaValue {
  return compileFormula(source, COLUMNS).evaluate(values, NOW);
}

function fault(source: string): FormulaError {
  try {
    compileFormula(source, COLUMNS);
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
  throw new Error(`${source} was compiled.`);
}

describe('an expression outside a report', () => {
  it('calculates with columns found by either name, without regard to case', () => {
    expect(value('[length] * [Width] + 1.5', [2, 3, null, null, null])).toBe(7.5);
    expect(value('[Length of the sling] * 2', [2.25, null, null, null, null])).toBe(4.5);
    expect(value('Width', [null, 4, null, null, null])).toBe(4);
  });

  it('states the columns it reads and the kind of its result', () => {
    const { type, uses } = compileFormula('[Width] > 2 && [Finding] == "Cracked"', COLUMNS);
    expect({ type, uses }).toEqual({ type: 'yesNo', uses: [1, 2] });
    expect(compileFormula('[Tested].AddMonths(6)', COLUMNS).type).toBe('moment');
    expect(compileFormula('[Finding] + "!"', COLUMNS).type).toBe('text');
  });

  it('compares dates with the present and moves them', () => {
    const tested = new Date(Date.UTC(2025, 6, 15));
    expect(value('[Tested].AddMonths(6) < DateTime.Now', [null, null, null, null, tested])).toBe(true);
    expect(value('[Tested].AddYears(1)', [null, null, null, null, tested])).toEqual(new Date(Date.UTC(2026, 6, 15)));
  });

  it('has no result when a number or date it needs is missing, or a calculation is impossible', () => {
    expect(value('[Length] * 2')).toBe(null);
    expect(value('[Length] > 2')).toBe(null);
    expect(value('[Tested] < DateTime.Now')).toBe(null);
    expect(value('[Length] / [Width]', [1, 0, null, null, null])).toBe(null);
    expect(value('1 / ([Length] == 2 ? 0 : 1)', [2, null, null, null, null])).toBe(null);
  });

  it('treats a missing text as empty and a missing yes or no as no, and can test that they are missing', () => {
    expect(value('[Finding] == ""')).toBe(true);
    expect(value('[Marked]')).toBe(false);
    expect(value('IsNull("Marked") && IsNull("Finding")')).toBe(true);
    expect(value('IsNull("Marked")', [null, null, null, false, null])).toBe(false);
  });

  it('reports the position of a fault and the name that was probably meant', () => {
    expect(fault('[Lenght] * 2')).toMatchObject({
      message: expect.stringMatching(/Lenght.*did you mean 'Length'/),
      position: 0,
    });
    expect(fault('[Length] *').message).not.toMatch(/CS\d/);
    expect(fault('[Finding] * 2').message).toContain("Operator '*'");
    expect(fault('x'.repeat(2_001)).message).toBe('The expression is too long.');
    expect(fault('Regex.IsMatch([Finding], "(a+)+$")').message).toBe('Regular expressions are not available here.');
  });

  it('has no result when its calculation exceeds a limit', () => {
    expect(value('"a".PadLeft(2000000000).Length')).toBe(null);
    expect(fault('('.repeat(900) + '1' + ')'.repeat(900))).toBeInstanceOf(FormulaError);
    const started = performance.now();
    expect(value('Enumerable.Range(0, 100000000).Count(x => x > 1)')).toBe(null);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
