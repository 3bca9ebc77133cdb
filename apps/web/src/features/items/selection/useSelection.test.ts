// @vitest-environment happy-dom
import type { InspectionRow } from '@holdfast/contract';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { inspectionRow } from '../../../lib/testing/inspectionRow.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { type Listing, listing } from '../list/listing.ts';
import { type Selection, useSelection } from './useSelection.ts';

const row = (itemId: string, parentItemId: string | null, isLocation = false): InspectionRow =>
  inspectionRow(itemId, { parentItemId, isLocation, context: isLocation });
const rows = [
  row('derrick', null, true),
  row('crane', 'derrick'),
  row('hook', 'crane'),
  row('lamp', 'derrick'),
  row('deck', null, true),
  row('rail', 'deck'),
];

interface Shown {
  rows: readonly InspectionRow[];
  listing: Listing | undefined;
}
const shown = (search = '', of: readonly InspectionRow[] = rows): Shown => ({
  rows: of,
  listing: listing(of, { search, condition: null, locationId: null, only: null }, new Set(), []),
});
const selecting = (first = shown()) => mounted((each: Shown) => useSelection(each.rows, each.listing), first);

/** Lets the user do something with the selection. */
const does = (list: { now: Selection }, what: (selection: Selection) => void): Promise<void> =>
  act(async () => what(list.now));

describe('the selection in a list', () => {
  it('begins empty, and selects nothing until a row is pressed', async () => {
    const list = await selecting();
    expect(list.now).toMatchObject({ isOn: false, itemIds: [] });
    await does(list, (selection) => selection.begin());
    expect(list.now).toMatchObject({ isOn: true, itemIds: [] });
    expect(rows.map(({ itemId }) => list.now.chosen(itemId))).toEqual(rows.map(() => 'none'));
  });

  it('takes a location with its contents, one item without them, and ends with Clear', async () => {
    const list = await selecting();
    await does(list, (selection) => selection.toggle('derrick'));
    expect(list.now).toMatchObject({ isOn: true, itemIds: ['crane', 'hook', 'lamp'] });
    await does(list, (selection) => selection.toggleOne('crane'));
    expect(list.now.itemIds).toEqual(['hook', 'lamp']);
    expect(['derrick', 'crane', 'hook', 'deck'].map((id) => list.now.chosen(id))).toEqual([
      'some',
      'some',
      'all',
      'none',
    ]);
    await does(list, (selection) => selection.toggle('deck'));
    await does(list, (selection) => selection.toggle('derrick'));
    expect(list.now.itemIds).toEqual(['crane', 'hook', 'lamp', 'rail']);
    await does(list, (selection) => selection.clear());
    expect(list.now).toMatchObject({ isOn: false, itemIds: [] });
  });

  it('extends from the row selected last, and after Clear from none', async () => {
    const list = await selecting();
    await does(list, (selection) => selection.extendTo('crane'));
    expect(list.now).toMatchObject({ isOn: true, itemIds: ['crane'] });
    await does(list, (selection) => selection.extendTo('lamp'));
    expect(list.now.itemIds).toEqual(['crane', 'hook', 'lamp']);
    await does(list, (selection) => selection.clear());
    await does(list, (selection) => selection.extendTo('rail'));
    expect(list.now.itemIds).toEqual(['rail']);
    await does(list, (selection) => selection.toggleOne('lamp'));
    await does(list, (selection) => selection.extendTo('hook'));
    expect(list.now.itemIds).toEqual(['hook', 'lamp', 'rail']);
  });

  it('selects what matches a filter beside what was selected before it', async () => {
    const list = await selecting();
    await does(list, (selection) => selection.toggle('rail'));
    await list.render(shown('crane'));
    expect(list.now.itemIds).toEqual(['rail']);
    await does(list, (selection) => selection.all());
    expect(list.now).toMatchObject({ isOn: true, itemIds: ['crane', 'rail'] });
    expect(list.now.chosen('derrick')).toBe('all');
    await list.render(shown());
    expect(list.now.chosen('derrick')).toBe('some');
    await does(list, (selection) => selection.all());
    expect(list.now.itemIds).toEqual(['crane', 'hook', 'lamp', 'rail']);
  });

  it('leaves out items that are not in the list any more', async () => {
    const list = await selecting();
    await does(list, (selection) => selection.toggle('derrick'));
    await list.render(
      shown(
        '',
        rows.filter(({ itemId }) => itemId !== 'hook'),
      ),
    );
    expect(list.now.itemIds).toEqual(['crane', 'lamp']);
    expect(list.now.chosen('crane')).toBe('all');
  });

  it('works while the list is loaded, and changes only with it', async () => {
    const list = await selecting({ rows: [], listing: undefined });
    await does(list, (selection) => selection.all());
    await does(list, (selection) => selection.extendTo('hook'));
    expect(list.now).toMatchObject({ isOn: true, itemIds: [] });
    const all = shown();
    await list.render(all);
    const before = list.now;
    await list.render(all);
    expect(list.now).toBe(before);
  });
});
