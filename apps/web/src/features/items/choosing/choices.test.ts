import { describe, expect, it } from 'vitest';
import { choiceRows, ticked } from './choices.ts';

const item = (id: string, parentItemId: string | null, itemTypeId = 'light') => ({
  id,
  name: id,
  parentItemId,
  isLocation: itemTypeId === 'area',
  itemTypeId,
});
const items = [
  item('Derrick', null, 'area'),
  item('Girt 6', 'Derrick', 'area'),
  item('Floodlight', 'Girt 6'),
  item('Bracket', 'Floodlight', 'bracket'),
  item('Camera', 'Girt 6', 'camera'),
  item('Deck', null, 'area'),
  item('Lamp', 'Deck'),
  item('Empty place', null, 'area'),
];
const rows = (filter: { search?: string; itemTypeIds?: string[] } = {}, taken: string[] = []) =>
  choiceRows(items, new Set(taken), { search: '', itemTypeIds: [], ...filter });

describe('the tree of items to choose from', () => {
  it('selects with a location everything in it, at any depth', () => {
    expect(rows().map(({ id, depth, ids }) => [id, depth, ids.length])).toEqual([
      ['Derrick', 0, 3],
      ['Girt 6', 1, 3],
      ['Floodlight', 2, 2],
      ['Bracket', 3, 1],
      ['Camera', 2, 1],
      ['Deck', 0, 1],
      ['Lamp', 1, 1],
    ]);
  });

  it('is filtered by types and by words in the names of items or their locations', () => {
    expect(rows({ itemTypeIds: ['light'] }).map(({ id }) => id)).toEqual([
      'Derrick',
      'Girt 6',
      'Floodlight',
      'Deck',
      'Lamp',
    ]);
    expect(rows({ search: 'girt cam' }).map(({ id }) => id)).toEqual(['Derrick', 'Girt 6', 'Camera']);
    expect(rows({ search: 'nothing' })).toEqual([]);
  });

  it('shows items that are in the inspection already and does not select them', () => {
    const [derrick] = rows({}, ['Camera']);
    expect(derrick!.ids).toEqual(['Floodlight', 'Bracket']);
    expect(rows({}, ['Camera']).find(({ id }) => id === 'Camera')).toMatchObject({ isTaken: true, ids: [] });
  });
});

describe('a press on a checkbox', () => {
  it('selects all items of a row, and deselects them when all were selected', () => {
    const some = ticked(new Set(['a']), ['a', 'b']);
    expect([...some]).toEqual(['a', 'b']);
    expect([...ticked(some, ['a', 'b'])]).toEqual([]);
  });
});
