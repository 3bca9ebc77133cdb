import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';

const { defective, fitForPurpose } = CONDITIONS;

/** Three items of one inspection, the first of them defective. */
async function three(fixture: TestFixture) {
  const { build } = fixture;
  const { installation, drops, item } = await build.itemInInspection();
  const ids = [item.id];
  for (const name of ['CCTV camera', 'Junction box']) {
    const made = await build.item({ installationId: installation.id, name });
    await build.member({ installationInspectionId: drops.id, itemId: made.id });
    ids.push(made.id);
  }
  const where = { installationInspectionId: drops.id };
  await fixture.as('maren').setCondition({ ...where, itemId: ids[0]!, conditionId: defective.id });
  const conditions = async () => {
    const rows = await fixture.as('maren').getItemsForInstallationInspection(where);
    return ids.map((id) => rows.find((row) => row.itemId === id)!.conditionId);
  };
  return { installation, drops, where, ids, conditions };
}

onEachDatabase('Work on many items', (fixture) => {
  it('sets one condition on all of them in one action, which one undo reverts', async () => {
    const { installation, where, ids, conditions } = await three(fixture);
    const maren = fixture.as('maren');
    const done = await maren.setConditionOfItems({ ...where, itemIds: [...ids, ids[0]!], conditionId: defective.id });
    expect(done).toEqual({ changed: 2, undo: expect.any(String) as string });
    expect(await conditions()).toEqual([defective.id, defective.id, defective.id]);
    expect(await maren.undoChanges({ installationId: installation.id, undo: done.undo! })).toEqual({ undone: 2 });
    expect(await conditions()).toEqual([defective.id, null, null]);
    expect(await maren.setConditionOfItems({ ...where, itemIds: [ids[0]!], conditionId: defective.id })).toEqual({
      changed: 0,
      undo: null,
    });
  });

  it('does not change rows that were changed since', async () => {
    const { installation, where, ids, conditions } = await three(fixture);
    const { undo } = await fixture
      .as('maren')
      .setConditionOfItems({ ...where, itemIds: ids, conditionId: fitForPurpose.id });
    await fixture.as('idris').setCondition({ ...where, itemId: ids[1]!, conditionId: defective.id });
    await fixture.as('maren').undoChanges({ installationId: installation.id, undo: undo! });
    expect(await conditions()).toEqual([defective.id, defective.id, null]);
  });

  it('refuses an undo that would put an item inside itself by now', async () => {
    const { installation, ids } = await three(fixture);
    const maren = fixture.as('maren');
    const [light, camera] = ids as [string, string, string];
    const where = { installationId: installation.id };
    await maren.setParentItem({ ...where, itemId: light, newParentId: camera });
    const { undo } = await maren.setParentOfItems({ ...where, itemIds: [light], newParentId: null });
    await maren.setParentItem({ ...where, itemId: camera, newParentId: light });
    await expect(maren.undoChanges({ ...where, undo: undo! })).rejects.toBeProblem('wouldLoop');
    expect(await maren.getItem({ itemId: light })).toMatchObject({ parentItemId: null });
  });

  it('changes none of them when one does not exist', async () => {
    const { where, ids, conditions } = await three(fixture);
    const stranger = await fixture.build.item({ name: 'On another rig' });
    const call = fixture
      .as('maren')
      .setConditionOfItems({ ...where, itemIds: [...ids, stranger.id], conditionId: fitForPurpose.id });
    await expect(call).rejects.toBeProblem('notFound');
    expect(await conditions()).toEqual([defective.id, null, null]);
  });

  it('moves all of them to one place, and back', async () => {
    const { installation, ids } = await three(fixture);
    const maren = fixture.as('maren');
    const derrick = await fixture.build.item({ installationId: installation.id, name: 'Derrick', isLocation: 1 });
    const move = { installationId: installation.id, itemIds: ids, newParentId: derrick.id };
    const { changed, undo } = await maren.setParentOfItems(move);
    expect(changed).toBe(3);
    expect((await maren.getItem({ itemId: derrick.id })).childItems).toHaveLength(3);
    await maren.undoChanges({ installationId: installation.id, undo: undo! });
    expect((await maren.getItem({ itemId: derrick.id })).childItems).toEqual([]);
    await expect(maren.setParentOfItems({ ...move, newParentId: ids[0]! })).rejects.toBeProblem('wouldLoop');
  });

  it('writes one note on all of them, and removes it again', async () => {
    const { installation, where, ids } = await three(fixture);
    const maren = fixture.as('maren');
    const { undo } = await maren.addNoteToItems({ ...where, itemIds: ids, content: 'No access this shift' });
    const notes = async () =>
      Promise.all(
        ids.map(async (itemId) => (await maren.getNotesForInstallationInspectionItem({ ...where, itemId })).length),
      );
    expect(await notes()).toEqual([1, 1, 1]);
    await maren.undoChanges({ installationId: installation.id, undo: undo! });
    expect(await notes()).toEqual([0, 0, 0]);
  });

  it('records one answer for all that are asked the question, and reverts it', async () => {
    const { installation, drops, where, ids } = await three(fixture);
    const { build } = fixture;
    const maren = fixture.as('maren');
    const template = await build.fieldsTemplate({ name: 'DROPS result' });
    const field = await build.field({ fieldsTemplateId: template.id, name: 'Access' });
    const rows = await Promise.all(
      ids
        .slice(0, 2)
        .map((itemId) =>
          fixture.database.db.selectFrom('item').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow(),
        ),
    );
    for (const itemTypeId of new Set(rows.map((row) => row.itemTypeId)))
      await build.typeOfInspection({
        inspectionId: String(drops.inspectionId),
        itemTypeId,
        fieldsTemplateId: template.id,
      });
    const done = await maren.setAnswerOfItems({
      ...where,
      itemIds: ids.slice(0, 2),
      fieldId: field.id,
      value: 'Rope',
      displayValue: 'Rope',
    });
    expect(done.changed).toBe(2);
    const answers = async () =>
      Promise.all(
        ids
          .slice(0, 2)
          .map(async (itemId) =>
            (await maren.getFieldsForInstallationInspection({ ...where, itemId })).fieldResponses.map(
              ({ value }) => value,
            ),
          ),
      );
    expect(await answers()).toEqual([['Rope'], ['Rope']]);
    await maren.undoChanges({ installationId: installation.id, undo: done.undo! });
    expect((await answers()).flat().filter((value) => value !== '')).toEqual([]);
  });

  it('adds named items, types and those of an earlier inspection to an inspection, each once', async () => {
    const { installation, ids, where } = await three(fixture);
    const maren = fixture.as('maren');
    const other = await fixture.build.inspection({ name: 'LOLER' });
    const loler = await fixture.build.installationInspection({
      installationId: installation.id,
      inspectionId: other.id,
    });
    const into = { installationInspectionId: loler.id };
    expect(await maren.addItemsFromInstallation({ ...into, itemIds: [ids[0]!] })).toMatchObject({ changed: 1 });
    const fromDrops = { ...into, fromInstallationInspectionId: where.installationInspectionId };
    const done = await maren.addItemsFromInstallation({ ...fromDrops, itemIds: ids });
    expect(done).toMatchObject({ changed: 2 });
    expect(await maren.getItemsForInstallationInspection(into)).toHaveLength(3);
    await maren.undoChanges({ installationId: installation.id, undo: done.undo! });
    expect(await maren.getItemsForInstallationInspection(into)).toHaveLength(1);
    const stranger = await fixture.build.item({ name: 'On another rig' });
    const call = maren.addItemsFromInstallation({ ...into, itemIds: [stranger.id] });
    await expect(call).rejects.toBeProblem('notFound');
  });

  it('is undone by its author alone, and only within the own company', async () => {
    const { installation, where, ids, conditions } = await three(fixture);
    const done = await fixture
      .as('maren')
      .setConditionOfItems({ ...where, itemIds: ids, conditionId: fitForPurpose.id });
    const undo = { installationId: installation.id, undo: done.undo! };
    await expect(fixture.as('idris').undoChanges(undo)).rejects.toBeProblem('notFound');
    await expect(fixture.as('anouk').undoChanges(undo)).rejects.toBeProblem('notFound');
    const theirs = await fixture.build.installation({}, { company: 'skerrow' });
    await expect(fixture.as('anouk').undoChanges({ ...undo, installationId: theirs.id })).rejects.toBeProblem(
      'notFound',
    );
    expect(await conditions()).toEqual([fitForPurpose.id, fitForPurpose.id, fitForPurpose.id]);
  });
});
