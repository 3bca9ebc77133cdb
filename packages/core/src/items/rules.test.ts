import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { asTree, inListOrder, inTreeOrder, listViewFieldNames, pathsOf } from './rules.ts';

describe('the columns of a list', () => {
  const columns = (...names: string[]): string => JSON.stringify(names.map((name) => ({ name, isSearchable: true })));

  it('are those of the type and of the type within the inspection, each once', () => {
    expect(
      listViewFieldNames({
        itemTypeListViewFieldNames: columns('Serial', 'Weight'),
        inspectionItemTypeListViewFieldNames: columns('Weight', 'Action'),
      }),
    ).toEqual(['Serial', 'Weight', 'Action']);
  });

  it('may be missing', () => {
    expect(
      listViewFieldNames({ itemTypeListViewFieldNames: '', inspectionItemTypeListViewFieldNames: columns('Action') }),
    ).toEqual(['Action']);
  });
});

describe('an item whose parent is not known, because another device deleted it', () => {
  const girt = { id: 'girt', itemId: 'girt', parentItemId: 'derrick', name: 'Girt 6', order: 0 };
  const light = { id: 'light', itemId: 'light', parentItemId: 'girt', name: 'Floodlight', order: 0 };
  const deck = { id: 'deck', itemId: 'deck', parentItemId: null, name: 'Deck', order: 0 };
  const rows = [light, girt, deck].map((row): InspectionRow => ({
    ...row,
    itemTypeId: 'type',
    isLocation: false,
    isQuestion: false,
    context: false,
    conditionId: null,
    clock: '',
    notes: 0,
    images: 0,
    values: {},
  }));

  it('is listed with what is below it, beside those without a parent', () => {
    const listed = inListOrder(rows, new Set(['light', 'deck']));
    expect(listed.map(({ name }) => name)).toEqual(['Deck', 'Girt 6', 'Floodlight']);
    expect(asTree(listed)).toMatchObject([
      { name: 'Deck', children: [] },
      { name: 'Girt 6', children: [{ name: 'Floodlight', children: [] }] },
    ]);
  });

  it('comes before what is below it, and begins the paths', () => {
    const items = [light, girt, deck];
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(inTreeOrder(items, byName).map(({ name }) => name)).toEqual(['Deck', 'Girt 6', 'Floodlight']);
    expect([...pathsOf(items).values()].toSorted()).toEqual(['Deck', 'Girt 6', 'Girt 6 / Floodlight']);
  });
});
