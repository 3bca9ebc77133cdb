import type { ItemTypeChoice } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { typePicks } from './picks.ts';

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
