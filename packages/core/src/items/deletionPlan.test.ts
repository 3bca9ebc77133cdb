import { describe, expect, it } from 'vitest';
import { planDeletion, type ItemInTree } from './deletionPlan.ts';

/** Returns an item of a tree with some of its properties set. */
function item(id: string, parentItemId: string | null, given: Partial<ItemInTree> = {}): ItemInTree {
  return { id, parentItemId, isLocation: 0, member: true, usedElsewhere: false, ...given };
}

const PLACE = { isLocation: 1, member: false };
const ELSEWHERE = { usedElsewhere: true };

describe('What deleting an item comes to', () => {
  it('is the item alone when nothing stands in it', () => {
    expect(planDeletion([item('light', 'girt')], 'light')).toEqual({
      remove: ['light'],
      delete: ['light'],
      kept: 0,
      move: [],
    });
  });

  it('is everything below it, what stands in something before that something', () => {
    const plan = planDeletion(
      [item('derrick', null, PLACE), item('girt', 'derrick', PLACE), item('light', 'girt')],
      'derrick',
    );
    expect(plan).toEqual({ remove: ['light'], delete: ['light', 'girt', 'derrick'], kept: 0, move: [] });
  });

  it('leaves what another inspection holds, where it stands when that is a place', () => {
    const tree = [item('girt', 'derrick', PLACE), item('light', 'girt'), item('shackle', 'girt', ELSEWHERE)];
    expect(planDeletion(tree, 'girt')).toEqual({ remove: ['light', 'shackle'], delete: ['light'], kept: 2, move: [] });
  });

  it('moves what another inspection holds up when what it hangs on goes', () => {
    const tree = [item('crane', 'deck'), item('hoist', 'crane'), item('shackle', 'hoist', ELSEWHERE)];
    expect(planDeletion(tree, 'crane')).toEqual({
      remove: ['crane', 'hoist', 'shackle'],
      delete: ['hoist', 'crane'],
      kept: 1,
      move: [{ id: 'shackle', parentItemId: 'deck' }],
    });
  });

  it('moves no further than the nearest that stays', () => {
    const tree = [item('area', null, PLACE), item('crane', 'area'), item('shackle', 'crane', ELSEWHERE)];
    expect(planDeletion(tree, 'area')).toEqual({
      remove: ['crane', 'shackle'],
      delete: ['crane'],
      kept: 2,
      move: [{ id: 'shackle', parentItemId: 'area' }],
    });
  });

  it('leaves what no inspection holds', () => {
    const tree = [item('crane', 'deck'), item('padeye', 'crane', { member: false })];
    expect(planDeletion(tree, 'crane')).toEqual({
      remove: ['crane'],
      delete: ['crane'],
      kept: 1,
      move: [{ id: 'padeye', parentItemId: 'deck' }],
    });
  });

  it('only removes an item that another inspection holds itself', () => {
    const tree = [item('crane', 'deck', ELSEWHERE), item('hoist', 'crane')];
    expect(planDeletion(tree, 'crane')).toEqual({ remove: ['crane', 'hoist'], delete: ['hoist'], kept: 1, move: [] });
  });
});
