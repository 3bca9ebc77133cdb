import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { inspectionRow } from '../../../lib/testing/inspectionRow.ts';
import { compared } from './comparing.ts';

const ORDER: readonly (string | null)[] = ['bad', 'poor', null, 'good', 'none'];
const severity = (conditionId: string | null): number => ORDER.indexOf(conditionId);

const row = (itemId: string, conditionId: string | null, over: Partial<InspectionRow> = {}): InspectionRow =>
  inspectionRow(itemId, { conditionId, ...over });

describe('two inspections', () => {
  it.each([
    ['good', 'poor', 'worse'],
    ['poor', 'bad', 'worse'],
    ['none', 'bad', 'worse'],
    [null, 'bad', 'worse'],
    ['bad', 'poor', 'better'],
    ['poor', 'good', 'better'],
    ['bad', 'none', 'better'],
    ['good', 'none', 'changed'],
    [null, 'good', 'changed'],
    ['good', 'good', 'unchanged'],
    ['bad', null, 'notChecked'],
  ])('find an item that went from %s to %s %s', (before, now, difference) => {
    expect(compared([row('a', before)], [row('a', now)], [], severity)[0]?.difference).toBe(difference);
  });

  it('show added and removed items without locations, and the values that differ', () => {
    const before = [
      row('deck', null, { context: true }),
      row('old', 'good'),
      row('lamp', 'good', { values: { W: '2' } }),
    ];
    const now = [
      row('deck', null, { context: true }),
      row('lamp', 'good', { values: { W: '3', H: '1' } }),
      row('hook', null),
    ];
    const items = compared(before, now, ['W'], severity);
    expect(items.map(({ name, difference }) => [name, difference])).toEqual([
      ['lamp', 'changed'],
      ['hook', 'new'],
      ['old', 'removed'],
    ]);
    expect(items[0]?.changes).toEqual([{ what: 'W', before: '2', now: '3' }]);
    const both = [row('lamp', 'good', { values: { W: '2' } })];
    expect(
      compared(both, [row('lamp', 'good', { values: { W: '2', H: '1' } })], ['W', 'H', 'L'], severity),
    ).toMatchObject([{ difference: 'changed', changes: [{ what: 'H', before: '', now: '1' }] }]);
    expect(compared(both, both, ['W', 'H'], severity)).toMatchObject([{ difference: 'unchanged', changes: [] }]);
  });
});
