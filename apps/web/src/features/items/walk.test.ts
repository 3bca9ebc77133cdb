import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { walkFrom } from './walk.ts';

const rows = ['a', 'b', 'c', 'd'].map((itemId) => ({ itemId }) as InspectionRow);
const only = (...ids: string[]): InspectionRow[] => rows.filter(({ itemId }) => ids.includes(itemId));

describe('previous and next', () => {
  it('follow the list', () => {
    expect(walkFrom(rows, rows, 'b')).toEqual({ position: 2, total: 4, previous: 'a', next: 'c' });
    expect(walkFrom(rows, rows, 'a').previous).toBeNull();
    expect(walkFrom(rows, rows, 'd').next).toBeNull();
  });

  it('follow the filter', () => {
    expect(walkFrom(rows, only('a', 'd'), 'a')).toEqual({ position: 1, total: 2, previous: null, next: 'd' });
  });

  it('go on from where an item was that no longer matches', () => {
    expect(walkFrom(rows, only('a', 'd'), 'c')).toEqual({ position: null, total: 2, previous: 'a', next: 'd' });
  });
});
