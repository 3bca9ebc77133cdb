import type { RecentlyDeleted } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, tinyPhoto, type TestFixture } from '../testing/index.ts';

/** An item in an inspection, on which a photo, a note and a file were recorded and removed, one each minute. */
async function removedRecords(fixture: TestFixture) {
  const { item, drops, member, installation } = await fixture.build.itemInInspection();
  const maren = fixture.as('maren');
  const where = { installationInspectionId: drops.id, itemId: item.id };
  const installationInspectionItemId = member.id;
  const photo = await maren.addImageToInstallationInspectionItem({
    ...where,
    filename: 'hook.png',
    base64Image: tinyPhoto(),
  });
  const note = await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Split pin missing' });
  const file = await maren.addFileToItem({ itemId: item.id, filename: 'plan.txt', base64File: 'YQ==' });
  const ofPhoto = { installationInspectionItemId, imageId: photo.id };
  const ofNote = { installationInspectionItemId, noteId: note.id };
  const ofFile = { itemId: item.id, fileId: file.id };
  fixture.wait(60_000);
  await maren.removeImageFromInstallationInspectionItem(ofPhoto);
  fixture.wait(60_000);
  await maren.removeNoteFromInstallationInspectionItem(ofNote);
  fixture.wait(60_000);
  await maren.removeFileFromItem(ofFile);
  return { item, drops, member, installation, where, photo, note, file, ofPhoto, ofNote, ofFile };
}

const inShort = ({ kind, name }: RecentlyDeleted) => `${kind} ${name}`;

onEachDatabase('Recently deleted records', (fixture) => {
  it('are listed with item, user and time, the last deleted first, for everyone who reads the inspection', async () => {
    const { item, drops, member, photo, note, file } = await removedRecords(fixture);
    const about = { userName: 'Maren Thorskild', itemId: item.id, itemName: item['name'] };
    const expected = [
      { kind: 'file', id: file.id, name: 'plan.txt', deletedAt: '2026-01-15T12:03:00.000Z', ...about },
      {
        kind: 'note',
        id: note.id,
        name: 'Split pin missing',
        deletedAt: '2026-01-15T12:02:00.000Z',
        installationInspectionItemId: member.id,
        ...about,
      },
      {
        kind: 'image',
        id: photo.id,
        name: 'hook.png',
        filename: 'hook.png',
        deletedAt: '2026-01-15T12:01:00.000Z',
        installationInspectionItemId: member.id,
        ...about,
      },
    ];
    for (const who of ['maren', 'jorun'] as const)
      expect(await fixture.as(who).getRecentlyDeleted({ installationInspectionId: drops.id })).toEqual(expected);
    const one = { installationInspectionId: drops.id, limit: 1 };
    expect((await fixture.as('maren').getRecentlyDeleted(one)).map(inShort)).toEqual(['file plan.txt']);
    await expect(fixture.as('anouk').getRecentlyDeleted({ installationInspectionId: drops.id })).rejects.toBeProblem(
      'notFound',
    );
  });

  it('leave the list when they are restored, by an inspector of the company alone', async () => {
    const { drops, ofPhoto, ofNote, ofFile, where, note } = await removedRecords(fixture);
    const list = async () =>
      (await fixture.as('maren').getRecentlyDeleted({ installationInspectionId: drops.id })).map(({ kind }) => kind);
    await expect(fixture.as('jorun').restoreNoteToInstallationInspectionItem(ofNote)).rejects.toBeProblem('forbidden');
    await expect(fixture.as('anouk').restoreNoteToInstallationInspectionItem(ofNote)).rejects.toBeProblem('notFound');
    const elsewhere = await fixture.build.itemInInspection();
    await expect(
      fixture.as('maren').restoreNoteToInstallationInspectionItem({
        ...ofNote,
        installationInspectionItemId: elsewhere.member.id,
      }),
    ).rejects.toBeProblem('notFound');
    expect(await list()).toEqual(['file', 'note', 'image']);
    const maren = fixture.as('maren');
    expect(await maren.restoreNoteToInstallationInspectionItem(ofNote)).toEqual(note);
    expect(await maren.restoreNoteToInstallationInspectionItem(ofNote)).toEqual(note);
    expect(await maren.getNotesForInstallationInspectionItem(where)).toEqual([note]);
    expect(await list()).toEqual(['file', 'image']);
    await maren.restoreFileToItem(ofFile);
    await maren.restoreImageToInstallationInspectionItem(ofPhoto);
    expect(await list()).toEqual([]);
  });

  it('show the picture of a photo to the company alone, and only as long as it is deleted', async () => {
    const { photo, ofPhoto } = await removedRecords(fixture);
    const named = { id: photo.id, ext: '.png' };
    expect(await fixture.as('jorun').getDeletedImage(named)).toMatchObject({ filename: 'hook.png' });
    await expect(fixture.as('anouk').getDeletedImage(named)).rejects.toBeProblem('notFound');
    await expect(fixture.as('maren').getImage(named)).rejects.toBeProblem('notFound');
    await fixture.as('maren').restoreImageToInstallationInspectionItem(ofPhoto);
    await expect(fixture.as('maren').getDeletedImage(named)).rejects.toBeProblem('notFound');
  });

  it('show an item with the number of those deleted with it, and records of it once it is restored', async () => {
    const { item, drops, installation, where } = await removedRecords(fixture);
    const place = { installationId: installation.id, itemTypeId: item['itemTypeId'] as string };
    const shackle = await fixture.build.item({ ...place, name: 'Shackle', parentItemId: item.id });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: shackle.id });
    const maren = fixture.as('maren');
    fixture.wait(60_000);
    await maren.deleteItem(where);
    const list = () => maren.getRecentlyDeleted({ installationInspectionId: drops.id });
    expect(await list()).toMatchObject([{ kind: 'item', id: item.id, others: 1, userName: 'Maren Thorskild' }]);
    fixture.wait(60_000);
    await maren.restoreItem(where);
    expect((await list()).map(({ kind }) => kind)).toEqual(['file', 'note', 'image']);
  });

  it('show an item in the inspection that it was deleted from, and a place without items in all', async () => {
    const { item, drops, loler, installation } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const list = async (inspection: { id: string }) =>
      (await maren.getRecentlyDeleted({ installationInspectionId: inspection.id })).map(inShort);
    const named = `item ${item['name']}`;
    await maren.deleteItem({ installationInspectionId: drops.id, itemId: item.id });
    expect([await list(drops), await list(loler)]).toEqual([[named], []]);
    fixture.wait(60_000);
    // Its last deletion is that from the other inspection, which deletes it altogether.
    await maren.deleteItem({ installationInspectionId: loler.id, itemId: item.id });
    expect([await list(drops), await list(loler)]).toEqual([[], [named]]);
    await maren.restoreItem({ installationInspectionId: loler.id, itemId: item.id });
    expect([await list(drops), await list(loler)]).toEqual([[named], []]);
    const deck = await fixture.build.item({ installationId: installation.id, name: 'Cellar deck', isLocation: 1 });
    fixture.wait(60_000);
    await maren.deleteItem({ installationInspectionId: loler.id, itemId: deck.id });
    expect([await list(drops), await list(loler)]).toEqual([['item Cellar deck', named], ['item Cellar deck']]);
    await maren.restoreItem({ installationInspectionId: drops.id, itemId: deck.id });
    expect([await list(drops), await list(loler)]).toEqual([[named], []]);
  });

  it('include a sweep, which is restored with its lines', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    await maren.setTag({ itemId: item.id, tag: 'E28011700000020B', tagKind: 'tid' });
    const { lines, ...sweep } = await maren.saveSweep({
      installationInspectionId: drops.id,
      locationId: null,
      startedAt: 1_768_435_200_000,
      endedAt: 1_768_435_260_000,
      reads: [],
    });
    fixture.wait(60_000);
    await maren.deleteSweep({ sweepId: sweep.id });
    const list = () => maren.getRecentlyDeleted({ installationInspectionId: drops.id });
    expect(await list()).toMatchObject([{ kind: 'sweep', id: sweep.id, name: '', startedAt: sweep.startedAt }]);
    await expect(fixture.as('jorun').restoreSweep({ sweepId: sweep.id })).rejects.toBeProblem('forbidden');
    await expect(fixture.as('anouk').restoreSweep({ sweepId: sweep.id })).rejects.toBeProblem('notFound');
    fixture.wait(60_000);
    expect(await maren.restoreSweep({ sweepId: sweep.id })).toEqual(sweep);
    expect(await maren.restoreSweep({ sweepId: sweep.id })).toEqual(sweep);
    expect((await maren.getSweep({ sweepId: sweep.id })).lines).toEqual(lines);
    expect(lines).toHaveLength(1);
    expect(await list()).toEqual([]);
  });
});
