import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, type TestFixture } from '../testing/index.ts';

/** A crane on a deck with a hoist on it and a shackle on that; the shackle is in another inspection too. */
async function crane(fixture: TestFixture) {
  const { build } = fixture;
  const { installation, drops, item: deck } = await build.itemInInspection();
  const other = await build.inspection({ name: 'LOLER' });
  const loler = await build.installationInspection({ installationId: installation.id, inspectionId: other.id });
  const place = { installationId: installation.id, itemTypeId: deck['itemTypeId'] as string };
  const crane = await build.item({ ...place, name: 'Crane', parentItemId: deck.id });
  const hoist = await build.item({ ...place, name: 'Hoist', parentItemId: crane.id, tag: 'E200', tagKind: 'epc' });
  const shackle = await build.item({ ...place, name: 'Shackle', parentItemId: hoist.id });
  for (const { id } of [crane, hoist, shackle])
    await build.member({ installationInspectionId: drops.id, itemId: id, conditionId: CONDITIONS.defective.id });
  await build.member({ installationInspectionId: loler.id, itemId: shackle.id });
  const rows = async (inspection: { id: string }) =>
    (await fixture.as('maren').getItemsForInstallationInspection({ installationInspectionId: inspection.id })).map(
      ({ name, conditionId }) => [name, conditionId],
    );
  return {
    drops,
    loler,
    deck,
    crane,
    hoist,
    shackle,
    rows,
    where: { installationInspectionId: drops.id, itemId: crane.id },
  };
}

onEachDatabase('Deleting an item', (fixture) => {
  it('has the effect of the preview, in this inspection alone, and deletes items that no other uses [APIR-06]', async () => {
    const { where, rows, drops, loler, deck, crane: gone, shackle } = await crane(fixture);
    const maren = fixture.as('maren');
    const preview = await maren.previewDeleteItem(where);
    expect(preview).toEqual({ removed: 3, deleted: 2, kept: 1, moved: 1 });
    expect([(await rows(drops)).length, (await rows(loler)).length]).toEqual([4, 4]);

    expect(await callAt(fixture, 'maren', 'DELETE /api/delete-item', where)).toEqual(preview);
    expect((await rows(drops)).map(([name]) => name)).toEqual(['Floodlight, port fwd leg, girt 6']);
    expect((await rows(loler)).map(([name]) => name)).toEqual(['Floodlight, port fwd leg, girt 6', 'Shackle']);
    expect((await maren.getItem({ itemId: shackle.id })).parentItemId).toBe(deck.id);
    await expect(maren.getItem({ itemId: gone.id })).rejects.toBeProblem('notFound');
    await expect(maren.deleteItem(where)).rejects.toBeProblem('notFound');
  });

  it('is undone as a whole: rows, places, conditions and tags', async () => {
    const { where, rows, drops, loler, hoist, shackle } = await crane(fixture);
    const maren = fixture.as('maren');
    const before = [await rows(drops), await rows(loler)];
    await maren.deleteItem(where);
    fixture.wait(1_000);
    expect(await maren.restoreItem(where)).toEqual({ restored: 6 });
    expect([await rows(drops), await rows(loler)]).toEqual(before);
    expect((await maren.getItem({ itemId: shackle.id })).parentItemId).toBe(hoist.id);
    expect((await maren.getItem({ itemId: hoist.id })).tag).toBe('E200');
    await expect(maren.restoreItem(where)).rejects.toBeProblem('notFound');
  });

  it('is undone as a whole when it was deleted and undone before: the last deletion applies', async () => {
    const { where, rows, drops, deck, crane: parent } = await crane(fixture);
    const maren = fixture.as('maren');
    await maren.deleteItem(where);
    fixture.wait(1_000);
    await maren.restoreItem(where);
    await maren.newItem({
      installationInspectionId: drops.id,
      itemTypeId: deck['itemTypeId'] as string,
      name: 'Jib',
      parentItemId: parent.id,
    });
    const before = await rows(drops);
    fixture.wait(1_000);
    await maren.deleteItem(where);
    fixture.wait(1_000);
    await maren.restoreItem(where);
    expect(before.map(([name]) => name)).toContain('Jib');
    expect(await rows(drops)).toEqual(before);
  });

  it('is undone without affecting later changes of others: a tag that was moved, a place that was deleted', async () => {
    const { where, drops, deck, crane: back, hoist, loler } = await crane(fixture);
    const maren = fixture.as('maren');
    await maren.deleteItem(where);
    const other = await maren.newItem({
      installationInspectionId: loler.id,
      itemTypeId: deck['itemTypeId'] as string,
      name: 'New hoist',
    });
    await maren.setTag({ itemId: other.id, tag: 'E200' });
    await maren.deleteItem({ installationInspectionId: drops.id, itemId: deck.id });
    await maren.restoreItem(where);
    expect((await maren.getItem({ itemId: back.id })).parentItemId).toBeNull();
    expect(await maren.getItem({ itemId: hoist.id })).toMatchObject({ parentItemId: back.id, tag: null });
  });

  it('is not undone by way of an inspection of another installation, or of one that does not exist', async () => {
    const { where, crane: gone } = await crane(fixture);
    const maren = fixture.as('maren');
    await maren.deleteItem(where);
    const elsewhere = await fixture.build.installation({ name: 'Fell' });
    const inspection = await fixture.build.installationInspection({ installationId: elsewhere.id });
    const absent = fixture.application.ports.ids.next(0);
    for (const installationInspectionId of [inspection.id, absent])
      await expect(maren.restoreItem({ ...where, installationInspectionId })).rejects.toBeProblem('notFound');
    await expect(maren.restoreItem({ ...where, itemId: absent })).rejects.toBeProblem('notFound');
    await expect(maren.getItem({ itemId: gone.id })).rejects.toBeProblem('notFound');
  });

  it('is recorded in history as Deleted and, when undone, as Created', async () => {
    const { where } = await crane(fixture);
    const maren = fixture.as('maren');
    await maren.deleteItem(where);
    fixture.wait(1_000);
    await maren.restoreItem(where);
    const lines = await maren.getAuditLogsForInstallationInspectionAndItem(where);
    expect(lines.filter((line) => line.table === 'Item').map(({ action, from, to }) => [action, from, to])).toEqual([
      ['Created', '', 'Crane'],
      ['Deleted', 'Crane', ''],
      ['Created', '', 'Crane'],
    ]);
  });

  it('is refused to another company and to viewers', async () => {
    const { where } = await crane(fixture);
    await expect(fixture.as('anouk').deleteItem(where)).rejects.toBeProblem('notFound');
    await expect(fixture.as('anouk').restoreItem(where)).rejects.toBeProblem('notFound');
    await expect(fixture.as('jorun').deleteItem(where)).rejects.toBeProblem('forbidden');
    await expect(fixture.as('jorun').previewDeleteItem(where)).rejects.toBeProblem('forbidden');
  });

  it('restores what was recorded on an item that is added again, but not its condition', async () => {
    const { item, drops } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    await maren.setCondition({ ...where, conditionId: CONDITIONS.defective.id });
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Corroded' });
    await maren.deleteItem(where);
    const again = await maren.addItemFromInstallation(where);
    expect(again).toMatchObject({ conditionId: null, notes: [{ content: 'Corroded' }] });
  });
});

onEachDatabase('Duplicating an item', (fixture) => {
  it('copies name, type, place and answers; no tag, condition, note, photo or file [APIR-07]', async () => {
    const { drops, crane: original, hoist } = await crane(fixture);
    const maren = fixture.as('maren');
    const field = await fixture.build.field();
    const result = await fixture.build.field({ name: 'Recommendation' });
    const inDrops = { installationInspectionId: drops.id, itemId: hoist.id };
    await maren.saveItemField({ itemId: hoist.id, fieldId: field.id, value: 'H-1', displayValue: 'H-1' });
    await maren.saveInstallationInspectionItemField({
      ...inDrops,
      fieldId: result.id,
      value: 'Renew',
      displayValue: 'Renew',
    });
    await maren.addNoteToInstallationInspectionItem({ ...inDrops, content: 'Corroded' });
    const copy = (await callAt(fixture, 'maren', 'POST /api/duplicate-item', inDrops)) as { id: string };
    expect(copy).toMatchObject({
      name: 'Hoist (copy)',
      parentItemId: original.id,
      itemTypeId: hoist['itemTypeId'],
      tag: null,
      childItems: [],
      files: [],
      fieldResponses: [{ value: 'H-1' }],
    });
    expect(
      await maren.getInstallationInspectionItemByInstallationAndItem({ ...inDrops, itemId: copy.id }),
    ).toMatchObject({ conditionId: null, notes: [], images: [], fieldResponses: [{ value: 'Renew' }] });
    expect((await maren.getItem({ itemId: hoist.id })).tag).toBe('E200');
  });

  it('gives the copy the questions of its original as a default item', async () => {
    const { drops, installation } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const { id: itemFieldsTemplateId } = await fixture.build.fieldsTemplate({ name: 'Crown block' });
    const inspectionId = drops['inspectionId'] as string;
    const made = await fixture.build.defaultItem({ inspectionId, itemFieldsTemplateId });
    const itemTypeId = made['itemTypeId'] as string;
    const item = await fixture.build.item({ installationId: installation.id, itemTypeId, defaultItemId: made.id });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: item.id });
    const copy = await maren.duplicateItem({ installationInspectionId: drops.id, itemId: item.id });
    const { fieldsTemplates } = await maren.getFieldsForItem({ itemId: copy.id });
    expect(fieldsTemplates.map(({ name }) => name)).toEqual(['Crown block']);
  });

  it('copies an answer whose choice was deleted, and none whose question was', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const option = await fixture.build.fieldOption({ name: 'Bolted' });
    const gone = await fixture.build.field({ name: 'Old question' });
    const fieldId = option['fieldId'] as string;
    await maren.saveItemField({ itemId: item.id, fieldId, value: option.id, displayValue: 'Bolted' });
    await maren.saveItemField({ itemId: item.id, fieldId: gone.id, value: 'x', displayValue: 'x' });
    await fixture.write([
      { table: 'fieldOption', op: 'del', id: option.id, scopeId: 'library' },
      { table: 'field', op: 'del', id: gone.id, scopeId: 'library' },
    ]);
    const copy = await maren.duplicateItem({ installationInspectionId: drops.id, itemId: item.id });
    expect(copy.fieldResponses).toMatchObject([{ fieldId, displayValue: 'Bolted' }]);
  });

  it('does not copy an answer whose option no longer opens its question', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const under = await fixture.build.fieldsTemplate({ name: 'Bolted' });
    const option = await fixture.build.fieldOption({ name: 'Bolted', fieldsTemplateId: under.id });
    const { id: fieldId } = await fixture.build.field({ name: 'Bolt size', fieldsTemplateId: under.id });
    const answer = { value: 'M16', displayValue: 'M16', parentFieldOptionId: option.id };
    await maren.saveItemField({ itemId: item.id, fieldId, ...answer });
    await fixture.write([
      { table: 'fieldOption', op: 'upd', id: option.id, scopeId: 'library', set: { fieldsTemplateId: null } },
    ]);
    const copy = await maren.duplicateItem({ installationInspectionId: drops.id, itemId: item.id });
    expect(copy.fieldResponses).toEqual([]);
  });

  it('shortens a name that is too long for the suffix of a copy', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    await maren.setItemName({ itemId: item.id, name: 'x'.repeat(300) });
    const { name } = await maren.duplicateItem({ installationInspectionId: drops.id, itemId: item.id });
    expect(name).toBe(`${'x'.repeat(293)} (copy)`);
  });
});
