import type { InspectionDefaultItem } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { possibleParents, rowsOf, swapped } from './defaultItems.ts';

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

  it('cannot move the first of a level up, nor the last one down', () => {
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

describe('the possible parents of a default item', () => {
  const area = (id: string, ...children: InspectionDefaultItem[]) => ({ ...item(id, ...children), itemTypeId: 'area' });
  const places = [
    area('derrick', item('floodlight', area('lamp pole')), area('crown')),
    { ...item('Weather?'), type: 'Question' as const },
  ];
  const belowAreas = { parentItemTypes: [{ parentItemTypeId: 'area', name: 'Area' }] };
  const names = (...args: Parameters<typeof possibleParents>) => possibleParents(...args).map(({ id }) => id);

  it('are all items except questions when its type has no parents or none is chosen yet', () => {
    const all = ['derrick', 'floodlight', 'lamp pole', 'crown'];
    expect(names(places, null, { parentItemTypes: [] })).toEqual(all);
    expect(names(places, null, undefined)).toEqual(all);
  });

  it('are items of the parent types of its type', () => {
    expect(names(places, null, belowAreas)).toEqual(['derrick', 'lamp pole', 'crown']);
  });

  it('do not include itself or its descendants', () => {
    expect(names(places, 'floodlight', belowAreas)).toEqual(['derrick', 'crown']);
  });
});
