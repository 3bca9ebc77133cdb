import { describe, expect, it } from 'vitest';
import { slotsOf } from './slots.ts';

describe('the elements of a long list', () => {
  it('are numbered in order at first', () => {
    expect([...slotsOf(new Map(), ['a', 'b', 'c'])]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('stay with their rows, and pass from removed rows to added rows', () => {
    const before = slotsOf(new Map(), ['a', 'b', 'c', 'd']);
    const after = slotsOf(before, ['c', 'd', 'e', 'f']);
    expect(Object.fromEntries(after)).toEqual({ c: 2, d: 3, e: 0, f: 1 });
  });

  it('are added when more rows are rendered, and never shared by two rows', () => {
    const before = slotsOf(slotsOf(new Map(), ['a', 'b', 'c']), ['c']);
    const after = slotsOf(before, ['x', 'c', 'y', 'z']);
    expect(after.get('c')).toBe(2);
    expect([...after.values()].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
  });
});
