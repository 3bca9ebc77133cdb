import { describe, expect, it } from 'vitest';
import { marksByColumn } from './marks.ts';

describe('the marks of a row', () => {
  it('keep every reason of a cell, and what is wrong before what changes', () => {
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
