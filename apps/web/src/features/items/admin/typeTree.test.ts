import type { StructuredItemType } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { idsFrom, placesOf, typesOf } from './typeTree.ts';

const type = (name: string, ...childItemTypes: StructuredItemType[]): StructuredItemType =>
  ({ id: name.toLowerCase(), name, childItemTypes }) as StructuredItemType;

const hook = type('Hook 10', type('Latch'));
const tree = [type('Crane', hook, type('Hook 9')), type('Anchor', hook)];

describe('a tree of item types', () => {
  it('has each type once by name, numbers in their order', () => {
    expect(typesOf(tree).map(({ name }) => name)).toEqual(['Anchor', 'Crane', 'Hook 9', 'Hook 10', 'Latch']);
  });

  it('has a row for each place of a type, parents before their children', () => {
    expect(placesOf(tree).map(({ key, depth }) => [key, depth])).toEqual([
      ['/crane', 0],
      ['/crane/hook 10', 1],
      ['/crane/hook 10/latch', 2],
      ['/crane/hook 9', 1],
      ['/anchor', 0],
      ['/anchor/hook 10', 1],
      ['/anchor/hook 10/latch', 2],
    ]);
  });

  it('has the types that cannot become parents of one: itself and all below it', () => {
    expect(idsFrom(tree, 'anchor')).toEqual(new Set(['anchor', 'hook 10', 'latch']));
    expect(idsFrom(tree, 'latch')).toEqual(new Set(['latch']));
    expect(idsFrom(tree, 'unknown')).toEqual(new Set(['unknown']));
  });
});
