import type { ItemSummary, ItemTypeChoice } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { placePicks, typePicks } from './picks.ts';

const type = (id: string, ...parents: string[]): ItemTypeChoice =>
  ({
    id,
    name: id,
    parentItemTypes: parents.map((parentItemTypeId) => ({ parentItemTypeId, name: '' })),
  }) as unknown as ItemTypeChoice;
const shape = (picks: { id: string; depth: number }[]): string[] =>
  picks.map(({ id, depth }) => `${'-'.repeat(depth)}${id}`);

describe('types that can be added', () => {
  it('are listed below each of their possible parents', () => {
    expect(shape(typePicks([type('Area'), type('Hoist', 'Area'), type('Shackle', 'Area', 'Hoist')]))).toEqual([
      'Area',
      '-Hoist',
      '--Shackle',
      '-Shackle',
    ]);
  });

  it('are at the top when the inspection includes none of their parents', () => {
    expect(shape(typePicks([type('Shackle', 'Crane')]))).toEqual(['Shackle']);
  });
});

describe('locations to which items can move', () => {
  const item = (id: string, parentItemId: string | null, isLocation = true): ItemSummary =>
    ({ id, name: id, parentItemId, isLocation }) as ItemSummary;
  const items = [
    item('Derrick', null),
    item('Crane', 'Derrick', false),
    item('Cabin', 'Crane'),
    item('Girt', 'Derrick'),
    item('Deck', null),
  ];

  it('are listed below their locations, without other items', () => {
    const picks = placePicks(items, new Set(), 'moves');
    expect(shape(picks)).toEqual(['Derrick', '--Cabin', '-Girt', 'Deck']);
    expect(picks.some(({ taken }) => taken !== undefined)).toBe(false);
  });

  it('are not those that are moved, or within what is moved', () => {
    const taken = (...ids: string[]): string[] =>
      placePicks(items, new Set(ids), 'moves')
        .filter((pick) => pick.taken === 'moves')
        .map(({ id }) => id);
    expect(taken('Crane')).toEqual(['Cabin']);
    expect(taken('Derrick')).toEqual(['Derrick', 'Cabin', 'Girt']);
  });
});
