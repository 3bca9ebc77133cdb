import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

onEachDatabase('Notes', (fixture) => {
  it('are written on an item within one inspection and read newest first [APIR-05] [APIR-28]', async () => {
    const { item, drops, loler } = await fixture.build.itemInTwoInspections();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const add = 'POST /api/add-note-to-installation-inspection-item';
    await callAt(fixture, 'maren', add, { ...where, content: 'Split pin missing' });
    fixture.wait(60_000);
    const second = await callAt(fixture, 'maren', add, { ...where, content: 'Replaced on site\nby idris' });
    expect(second).toEqual({
      id: expect.any(String) as string,
      content: 'Replaced on site\nby idris',
      createdAt: '2026-01-15T12:01:00.000Z',
    });
    const list = 'POST /api/get-notes-for-installation-inspection-item';
    const notes = (await callAt(fixture, 'jorun', list, where)) as { content: string }[];
    expect(notes.map(({ content }) => content)).toEqual(['Replaced on site\nby idris', 'Split pin missing']);
    expect(await callAt(fixture, 'jorun', list, { ...where, installationInspectionId: loler.id })).toEqual([]);
  });

  it('are removed by the id of the row that links them [APIR-35]', async () => {
    const { item, drops, member } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const { id } = await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Corroded' });
    const address = 'DELETE /api/remove-note-from-installation-inspection-item';
    const elsewhere = await fixture.build.itemInInspection();
    const wrong = { installationInspectionItemId: elsewhere.member.id, noteId: id };
    await expect(callAt(fixture, 'maren', address, wrong)).rejects.toBeProblem('notFound');
    expect(await callAt(fixture, 'maren', address, { installationInspectionItemId: member.id, noteId: id })).toBeNull();
    expect(await maren.getNotesForInstallationInspectionItem(where)).toEqual([]);
  });

  it('are refused blank, and with an id that is taken', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    await expect(maren.addNoteToInstallationInspectionItem({ ...where, content: ' \n ' })).rejects.toBeProblem(
      'badInput',
    );
    const { id } = await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Corroded' });
    const again = maren.addNoteToInstallationInspectionItem({ ...where, content: 'Other words', id });
    await expect(again).rejects.toBeProblem('alreadyExists');
  });
});
