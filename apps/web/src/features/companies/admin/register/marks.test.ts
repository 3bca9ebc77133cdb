import { describe, expect, it } from 'vitest';
import { marksByColumn, wrongReasons } from './marks.ts';

describe('the marks of a row', () => {
  it('keep every reason of a cell, errors before changes', () => {
    const marks = marksByColumn([
      { column: 2, verdict: 'wrong', was: '', reason: 'This tag occurs twice.' },
      { column: 2, verdict: 'changed', was: 'NMT-1', reason: '' },
      { column: 3, verdict: 'changed', was: 'a', reason: '' },
      { column: 3, verdict: 'wrong', was: '', reason: 'Too long.' },
    ]);
    expect(marks.get(2)).toMatchObject({ verdict: 'wrong', reason: 'This tag occurs twice.' });
    expect(marks.get(3)).toMatchObject({ verdict: 'wrong', reason: 'Too long.' });
  });
});

describe('the reasons of errors', () => {
  it('are counted by column, regardless of the row they name', () => {
    const row = (...marks: [column: number, reason: string][]) => ({
      row: 2,
      verdict: 'wrong' as const,
      cells: [],
      marks: marks.map(([column, reason]) => ({ column, verdict: 'wrong' as const, was: '', reason })),
    });
    const reasons = wrongReasons([
      row([4, 'This must be a number.'], [3, 'Row 2 is about the same item.']),
      row([3, 'Row 12 is about the same item.']),
      row([5, 'This must be a number.']),
    ]);
    expect(reasons.map(({ column, reason, count }) => [column, reason, count])).toEqual([
      [3, 'Row 2 is about the same item.', 2],
      [4, 'This must be a number.', 1],
      [5, 'This must be a number.', 1],
    ]);
  });
});
