import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { itemsAhead, NO_TRAIL, stepped, walkFrom } from './walk.ts';

const CHECKED = 'fit';
const row = (itemId: string, conditionId: string | null, over: Partial<InspectionRow> = {}): InspectionRow =>
  ({ itemId, conditionId, isLocation: false, context: false, ...over }) as InspectionRow;
const rows = ['a', 'b', 'c', 'd'].map((itemId) => row(itemId, CHECKED));
const only = (...ids: string[]): InspectionRow[] => rows.filter(({ itemId }) => ids.includes(itemId));

describe('previous and next', () => {
  it('follow the order of the list', () => {
    expect(walkFrom(rows, rows, 'b')).toMatchObject({ position: 2, total: 4, previous: 'a', next: 'c' });
    expect(walkFrom(rows, rows, 'a').previous).toBeNull();
    expect(walkFrom(rows, rows, 'd').next).toBeNull();
  });

  it('follow the filter', () => {
    expect(walkFrom(rows, only('a', 'd'), 'a')).toMatchObject({ position: 1, total: 2, previous: null, next: 'd' });
  });

  it('count an item that no longer matches at its former position', () => {
    expect(walkFrom(rows, only('a', 'd'), 'c')).toMatchObject({ position: 2, total: 3, previous: 'a', next: 'd' });
  });

  it('go back to the item just left, even when it no longer matches or is not adjacent', () => {
    const trail = stepped(NO_TRAIL, 'a', 'b');
    expect(walkFrom(rows, only('b', 'c'), 'b', trail)).toMatchObject({ position: 2, total: 3, previous: 'a' });
    expect(walkFrom(rows, rows, 'd', stepped(NO_TRAIL, 'a', 'd')).previous).toBe('a');
    const returned = stepped(trail, 'b', 'a');
    expect(returned.back).toEqual([]);
    expect(walkFrom(rows, only('c'), 'a', returned)).toMatchObject({ previous: null, next: 'b', total: 3 });
  });
});

describe('next unchecked item', () => {
  const mixed = [row('a', null), row('b', CHECKED), row('c', null, { isLocation: true }), row('d', null)];

  it('is the nearest item after it that is not a location, then from the start', () => {
    expect(walkFrom(mixed, mixed, 'a').nextNotChecked).toBe('d');
    expect(walkFrom(mixed, mixed, 'd').nextNotChecked).toBe('a');
  });

  it('is searched in the complete inspection when the list shows none', () => {
    expect(walkFrom(mixed, [mixed[1]!], 'b').nextNotChecked).toBe('d');
  });

  it('is null when all other items are checked', () => {
    expect(walkFrom(rows, rows, 'b').nextNotChecked).toBeNull();
    expect(walkFrom([row('a', null)], [row('a', null)], 'a').nextNotChecked).toBeNull();
  });
});

describe('the items ahead', () => {
  const list = [
    row('a', CHECKED),
    row('b', CHECKED),
    row('place', null, { context: true, isLocation: true }),
    row('c', CHECKED),
    row('d', CHECKED),
    row('e', null),
    row('f', null),
  ];

  it('are the next matches and the next unchecked ones, each once', () => {
    expect(itemsAhead(list, list, 'a', 2)).toEqual(['b', 'c', 'e', 'f']);
    expect(itemsAhead(list, list, 'd', 2)).toEqual(['e', 'f']);
    expect(itemsAhead(list, list, 'f', 2)).toEqual([]);
  });

  it('do not include items outside the filter', () => {
    expect(itemsAhead(list, [list[0]!, list[4]!], 'a', 5)).toEqual(['d']);
  });
});
