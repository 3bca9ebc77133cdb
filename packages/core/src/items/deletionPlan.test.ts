import { describe, expect, it } from 'vitest';
import { planDeletion, type ItemInTree } from './deletionPlan.ts';

/** Returns an item of a tree with the given properties. */
function item(id: string, parentItemId: string | null, given: Partial<ItemInTree> = {}): ItemInTree {
  return { id, parentItemId, isLocation: 0, member: true, usedElsewhere: false, ...given };
}

const PLACE = { isLocation: 1, member: false };
const ELSEWHERE = { usedElsewhere: true };

describe('the effect of deleting an item', () => {
  it('is limited to the item when it contains no others', () => {
    expect(planDeletion([item('light', 'girt')], 'light')).toEqual({
      remove: ['light'],
      delete: ['light'],
      kept: 0,
      move: [],
    });
  });

  it('includes everything below it, contents before their container', () => {
    const plan = planDeletion(
      [item('derrick', null, PLACE), item('girt', 'derrick', PLACE), item('light', 'girt')],
      'derrick',
    );
    expect(plan).toEqual({ remove: ['light'], delete: ['light', 'girt', 'derrick'], kept: 0, move: [] });
  });

  it('keeps items of another inspection, in their place if that is a location', () => {
    const tree = [item('girt', 'derrick', PLACE), item('light', 'girt'), item('shackle', 'girt', ELSEWHERE)];
    expect(planDeletion(tree, 'girt')).toEqual({ remove: ['light', 'shackle'], delete: ['light'], kept: 2, move: [] });
  });

  it('moves items of another inspection up when their parent is deleted', () => {
    const tree = [item('crane', 'deck'), item('hoist', 'crane'), item('shackle', 'hoist', ELSEWHERE)];
    expect(planDeletion(tree, 'crane')).toEqual({
      remove: ['crane', 'hoist', 'shackle'],
      delete: ['hoist', 'crane'],
      kept: 1,
      move: [{ id: 'shackle', parentItemId: 'deck' }],
    });
  });

  it('moves them no further than the nearest remaining ancestor', () => {
    const tree = [item('area', null, PLACE), item('crane', 'area'), item('shackle', 'crane', ELSEWHERE)];
    expect(planDeletion(tree, 'area')).toEqual({
      remove: ['crane', 'shackle'],
      delete: ['crane'],
      kept: 2,
      move: [{ id: 'shackle', parentItemId: 'area' }],
    });
  });

  it('keeps items of no inspection', () => {
    const tree = [item('crane', 'deck'), item('padeye', 'crane', { member: false })];
    expect(planDeletion(tree, 'crane')).toEqual({
      remove: ['crane'],
      delete: ['crane'],
      kept: 1,
      move: [{ id: 'padeye', parentItemId: 'deck' }],
    });
  });

  it('only removes an item from the inspection if another one contains it', () => {
    const tree = [item('crane', 'deck', ELSEWHERE), item('hoist', 'crane')];
    expect(planDeletion(tree, 'crane')).toEqual({ remove: ['crane', 'hoist'], delete: ['hoist'], kept: 1, move: [] });
  });
});
