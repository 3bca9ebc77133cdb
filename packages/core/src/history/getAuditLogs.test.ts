import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

onEachDatabase('History of an item in an inspection', (fixture) => {
  it('shows the changes in it and those of the item itself, and none of other inspections', async () => {
    const { item, drops, loler } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const where = (inspection: { id: string }) => ({ installationInspectionId: inspection.id, itemId: item.id });
    await maren.setCondition({ ...where(drops), conditionId: CONDITIONS.defective.id });
    await maren.addNoteToInstallationInspectionItem({ ...where(loler), content: 'Only at the examination' });
    await maren.setTag({ itemId: item.id, tag: 'E200' });
    const tables = async (inspection: { id: string }): Promise<string[]> =>
      (await maren.getAuditLogsForInstallationInspectionAndItem(where(inspection))).map(
        ({ table, to }) => `${table}: ${to}`,
      );
    const ofItem = 'Item: Floodlight, port fwd leg, girt 6';
    expect(await tables(drops)).toEqual(['Item: E200', 'Condition: Defective', 'Item in inspection: ', ofItem]);
    expect(await tables(loler)).toEqual([
      'Item: E200',
      'Note: Only at the examination',
      'Item in inspection: ',
      ofItem,
    ]);
  });
});
