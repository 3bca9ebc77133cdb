import type { ItemSummary, ItemTypeChoice } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { itemPicks, typePicks } from './picks.ts';

const type = (id: string, ...parents: string[]): ItemTypeChoice =>
  ({
    id,
    name: id,
    parentItemTypes: parents.map((parentItemTypeId) => ({ parentItemTypeId, name: '' })),
  }) as unknown as ItemTypeChoice;
const shape = (picks: { id: string; depth: number }[]): string[] =>
  picks.map(({ id, depth }) => `${'-'.repeat(depth)}${id}`);

describe('what can be added', () => {
  it('are types below those they may stand under, under each of several', () => {
    expect(shape(typePicks([type('Area'), type('Hoist', 'Area'), type('Shackle', 'Area', 'Hoist')]))).toEqual([
      'Area',
      '-Hoist',
      '--Shackle',
      '-Shackle',
    ]);
  });

  it('stands at the top where the inspection does not look at its parents', () => {
    expect(shape(typePicks([type('Shackle', 'Crane')]))).toEqual(['Shackle']);
  });

  it('are items of the installation in their places, those that are there already marked', () => {
    const item = (id: string, parentItemId: string | null): ItemSummary =>
      ({ id, name: id, parentItemId }) as ItemSummary;
    const picks = itemPicks([item('Deck', null), item('Padeye', 'Deck')], new Set(['Padeye']), 'there already');
    expect(shape(picks)).toEqual(['Deck', '-Padeye']);
    expect(picks.map(({ taken }) => taken)).toEqual([undefined, 'there already']);
  });
});
