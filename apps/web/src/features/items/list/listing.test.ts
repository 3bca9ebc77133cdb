import type { InspectionRow } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { inspectionRow } from '../../../lib/testing/inspectionRow.ts';
import { type ListFilter, listing, NOT_CHECKED, pathOf, prepareSearch } from './listing.ts';

const FIT = 'fit';
const DEFECTIVE = 'defective';

const row = (itemId: string, parentItemId: string | null, over: Partial<InspectionRow> = {}): InspectionRow =>
  inspectionRow(itemId, { parentItemId, ...over });

const place = { isLocation: true, context: true };
const rows = [
  row('Derrick', null, place),
  row('Girt 6', 'Derrick', place),
  row('Floodlight', 'Girt 6', { conditionId: FIT, values: { 'Photo ID': 'P-0042' } }),
  row('Camera', 'Girt 6'),
  row('Crown', 'Derrick', place),
  row('Sheave', 'Crown', { conditionId: DEFECTIVE }),
  row('Deck', null, { isLocation: true, conditionId: FIT }),
  row('Padeye', 'Deck'),
];
const everything: ListFilter = { search: '', condition: null, locationId: null, only: null };
const list = (filter: Partial<ListFilter> = {}, collapsed: string[] = []) =>
  listing(rows, { ...everything, ...filter }, new Set(collapsed), ['Photo ID']);
const names = ({ rows: shown }: ReturnType<typeof list>): string[] =>
  shown.map(({ row: { name }, dimmed }) => (dimmed ? `(${name})` : name));

describe('the search', () => {
  const found = (search: string, ...all: string[]): string[] =>
    listing(
      all.map((name) => row(name, null)),
      { ...everything, search },
      new Set(),
      [],
    ).matches.map(({ name }) => name);

  it('matches words in any order, and parts of them', () => {
    const all = ['Pipe deck floodlight, port', 'Floodlight, girt 6', 'Pipe rack'];
    expect(found('floodlight pipe', ...all)).toEqual(['Pipe deck floodlight, port']);
    expect(found('PORT  pipe', ...all)).toEqual(['Pipe deck floodlight, port']);
    expect(found('girt pipe', ...all)).toEqual([]);
  });

  it('ignores accents in the search and in the texts', () => {
    expect(found('gang', 'Gångbro', 'Deck')).toEqual(['Gångbro']);
    expect(found('kjøkken', 'Kjokken', 'Kjøkken')).toEqual(['Kjokken', 'Kjøkken']);
    expect(found('uber', 'Überlauf')).toEqual(['Überlauf']);
  });

  it('finds a tag by its beginning', () => {
    const tagged = row('Camera', null, { values: { 'Tag number': 'NMT-PDK-0042' } });
    expect(listing([tagged], { ...everything, search: 'nmt-pdk' }, new Set(), ['Tag number']).matches).toHaveLength(1);
  });
});

describe('a location that belongs to the inspection', () => {
  it('is counted once it has a condition', () => {
    const deck = (conditionId: string | null): ReturnType<typeof listing> =>
      listing(
        [row('Deck', null, { isLocation: true, conditionId }), row('Padeye', 'Deck')],
        { ...everything, condition: NOT_CHECKED },
        new Set(),
        [],
      );
    expect([...deck(null).counts]).toEqual([
      [null, 1],
      [NOT_CHECKED, 1],
    ]);
    expect(deck(null).matches.map(({ name }) => name)).toEqual(['Padeye']);
    expect([...deck(FIT).counts]).toEqual([
      [null, 2],
      [FIT, 1],
      [NOT_CHECKED, 1],
    ]);
  });
});

describe('the working list', () => {
  it('shows everything as a tree, each row at its depth with the path to it', () => {
    const shown = list();
    expect(names(shown)).toEqual(rows.map(({ name }) => name));
    expect(shown.rows.map(({ depth }) => depth)).toEqual([0, 1, 2, 2, 1, 2, 0, 1]);
    expect(shown.rows[2]!.path).toEqual(['Derrick', 'Girt 6']);
  });

  it('counts locations only once they have a condition, for every condition filter at once', () => {
    expect(Object.fromEntries(list().counts)).toEqual({ null: 5, [FIT]: 2, [DEFECTIVE]: 1, [NOT_CHECKED]: 2 });
  });

  it('lists only given items, in their locations, also under collapsed rows', () => {
    const only = { what: 'photos', itemIds: ['Sheave', 'Camera'] } as const;
    const shown = list({ only }, ['Derrick']);
    expect(names(shown)).toEqual(['(Derrick)', '(Girt 6)', 'Camera', '(Crown)', 'Sheave']);
    expect(shown.matches.map(({ name }) => name)).toEqual(['Camera', 'Sheave']);
    expect(names(list({ only, condition: DEFECTIVE }))).toEqual(['(Derrick)', '(Crown)', 'Sheave']);
  });

  it('keeps the ancestors of a match visible, dimmed', () => {
    expect(names(list({ condition: DEFECTIVE }))).toEqual(['(Derrick)', '(Crown)', 'Sheave']);
  });

  it('lists only items without a condition under Not Checked, never locations', () => {
    expect(names(list({ condition: NOT_CHECKED }))).toEqual(['(Derrick)', '(Girt 6)', 'Camera', '(Deck)', 'Padeye']);
  });

  it('searches names and the searchable values, ignoring case', () => {
    expect(names(list({ search: ' flood ' }))).toEqual(['(Derrick)', '(Girt 6)', 'Floodlight']);
    expect(names(list({ search: 'p-0042' }))).toEqual(['(Derrick)', '(Girt 6)', 'Floodlight']);
  });

  it('filters by a location with everything in it, at any depth', () => {
    expect(names(list({ locationId: 'Derrick' }))).toEqual([
      'Derrick',
      'Girt 6',
      'Floodlight',
      'Camera',
      'Crown',
      'Sheave',
    ]);
    expect(names(list({ locationId: 'Crown' }))).toEqual(['(Derrick)', 'Crown', 'Sheave']);
  });

  it('combines search, condition and location', () => {
    expect(names(list({ locationId: 'Derrick', condition: FIT, search: 'l' }))).toEqual([
      '(Derrick)',
      '(Girt 6)',
      'Floodlight',
    ]);
    expect(names(list({ locationId: 'Deck', condition: DEFECTIVE }))).toEqual([]);
    expect(list({ locationId: 'Derrick', search: 'e' }).counts.get(null)).toBe(2);
  });

  it('hides rows below a collapsed row, but finds them', () => {
    expect(names(list({}, ['Derrick']))).toEqual(['Derrick', 'Deck', 'Padeye']);
    expect(names(list({ search: 'sheave' }, ['Derrick']))).toEqual(['(Derrick)', '(Crown)', 'Sheave']);
  });

  it('moves through the matches, without locations that have no condition', () => {
    expect(list().matches.map(({ name }) => name)).toEqual(['Floodlight', 'Camera', 'Sheave', 'Deck', 'Padeye']);
    expect(list({ condition: FIT }).matches.map(({ name }) => name)).toEqual(['Floodlight', 'Deck']);
  });

  it('shows a row whose parent is not in the list at the top', () => {
    expect(listing([row('a', 'gone')], everything, new Set(), []).rows).toMatchObject([{ depth: 0, path: [] }]);
    expect(pathOf([row('a', 'gone')], 'a')).toEqual([]);
  });

  it('finds the parent of a row that is not next to its siblings', () => {
    const apart = [
      row('Derrick', null, place),
      row('Deck', null, place),
      row('Camera', 'Derrick'),
      row('Padeye', 'Deck'),
    ];
    const shown = listing(apart, { ...everything, condition: NOT_CHECKED }, new Set(), []);
    expect(shown.rows.map(({ path }) => path)).toEqual([[], [], ['Derrick'], ['Deck']]);
    expect(names(listing(apart, { ...everything, locationId: 'Derrick' }, new Set(), []))).toEqual([
      'Derrick',
      'Camera',
    ]);
  });

  it('is prepared for a search in parts, and finds everything after an incomplete preparation', () => {
    const many = Array.from({ length: 250 }, (_, n) => row(`Item ${n}`, null, { values: { Tag: `T-${n}` } }));
    const searchable = ['Tag'];
    let pieces = 0;
    expect(prepareSearch(many, searchable, () => (pieces += 1) <= 2)).toBe(false);
    const found = listing(many, { ...everything, search: 't-249' }, new Set(), searchable);
    expect(found.matches.map(({ name }) => name)).toEqual(['Item 249']);
    expect(prepareSearch(many, searchable, () => false)).toBe(true);
  });

  it('opens and closes the rows that have shown ones below them, with and without a filter', () => {
    const parents = ({ rows: shown }: ReturnType<typeof list>): string[] =>
      shown.flatMap(({ row: { name }, hasChildren }) => (hasChildren ? [name] : []));
    expect(parents(list())).toEqual(['Derrick', 'Girt 6', 'Crown', 'Deck']);
    expect(parents(list({ condition: DEFECTIVE }))).toEqual(['Derrick', 'Crown']);
    expect(parents(list({ condition: FIT }))).toEqual(['Derrick', 'Girt 6']);
  });

  it('returns the path to an item', () => {
    expect(pathOf(rows, 'Sheave')!.map(({ name }) => name)).toEqual(['Derrick', 'Crown']);
    expect(pathOf(rows, 'unknown')).toBeNull();
  });
});
