import type { InspectionDefaultItem } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { rowsOf, swapped } from './defaultItems.ts';

function item(id: string, ...children: InspectionDefaultItem[]): InspectionDefaultItem {
  return {
    id,
    name: id,
    type: 'Item',
    order: 0,
    itemTypeId: 'type',
    fieldsTemplateId: null,
    itemFieldsTemplateId: null,
    parentDefaultItemId: null,
    clock: '1.0.a',
    inspectionId: 'inspection',
    children,
  };
}

const tree = [item('derrick', item('floodlight'), item('camera')), item('drill floor'), item('question')];

describe('the order of default items', () => {
  it('is shown parents first, children below them', () => {
    expect(rowsOf(tree).map(({ item: { id }, depth }) => `${depth} ${id}`)).toEqual([
      '0 derrick',
      '1 floodlight',
      '1 camera',
      '0 drill floor',
      '0 question',
    ]);
  });

  it('swaps with the neighbour on the same level and renumbers the whole list from 0', () => {
    expect(swapped(tree, 'drill floor', -1)).toEqual([
      { id: 'drill floor', order: 0 },
      { id: 'derrick', order: 1 },
      { id: 'floodlight', order: 2 },
      { id: 'camera', order: 3 },
      { id: 'question', order: 4 },
    ]);
    expect(
      swapped(tree, 'floodlight', 1)
        ?.map(({ id }) => id)
        .slice(0, 3),
    ).toEqual(['derrick', 'camera', 'floodlight']);
  });

  it('has nowhere to go for the first of a level upwards and the last one downwards', () => {
    expect(swapped(tree, 'derrick', -1)).toBeNull();
    expect(swapped(tree, 'question', 1)).toBeNull();
    expect(swapped(tree, 'floodlight', -1)).toBeNull();
    expect(swapped(tree, 'camera', 1)).toBeNull();
    expect(
      rowsOf(tree)
        .filter(({ isFirst }) => isFirst)
        .map(({ item: { id } }) => id),
    ).toEqual(['derrick', 'floodlight']);
    expect(
      rowsOf(tree)
        .filter(({ isLast }) => isLast)
        .map(({ item: { id } }) => id),
    ).toEqual(['camera', 'question']);
  });
});
