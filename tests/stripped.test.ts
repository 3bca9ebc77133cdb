import { describe, expect, it } from 'vitest';
import { checkStripped, strippedProblem } from '../scripts/checks/stripped.mjs';

describe('the check that Node can run the sources as they are', () => {
  it.each([
    ['class A { protected declare(a: number): number { return a; } }', 'is no JavaScript without its types'],
    ['enum Condition { fit, defective }', 'has types that Node cannot blank out'],
    ['class A { constructor(readonly name: string) {} }', 'has types that Node cannot blank out'],
  ])('refuses %s', (source, problem) => {
    expect(strippedProblem(source)).toContain(problem);
  });

  it('accepts types whose removal leaves valid JavaScript', () => {
    expect(
      strippedProblem('export const f = <T,>(a: T): T => a satisfies T;\nexport type B = readonly string[];'),
    ).toBe(null);
  });

  it('finds nothing in the sources', () => {
    expect(checkStripped()).toEqual([]);
  });
});
