import { LIBRARY_SCOPE, REPORT_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import type { StoredBlob } from '../ports.ts';
import { memoryBlobs, onEachDatabase, tinyPhoto } from '../testing/index.ts';
import { collectUnusedBlobs } from './unusedBlobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onEachDatabase('Unused contents', (fixture) => {
  /** Replaces the store by an empty one, so that contents of earlier tests are not counted. */
  const fresh = (): void => {
    const { ports } = fixture.application;
    ports.blobs = memoryBlobs(() => ports.clock.now());
  };
  const left = async (): Promise<number> => {
    let count = 0;
    for await (const _ of fixture.application.ports.blobs.list()) count += 1;
    return count;
  };

  it('are removed after 30 days, and not before', async () => {
    fresh();
    const { item } = await fixture.build.itemInInspection();
    await fixture.application.ports.blobs.put(item.scopeId, Buffer.from('unused content'), 100);
    fixture.wait(30 * DAY_MS - 1);
    expect(await collectUnusedBlobs(fixture.application)).toBe(0);
    fixture.wait(1);
    expect(await collectUnusedBlobs(fixture.application)).toBe(1);
    expect(await left()).toBe(0);
  });

  it('are only those that not even a deleted row refers to, and never those of another company', async () => {
    fresh();
    const { item, drops, member } = await fixture.build.itemInInspection();
    const theirs = await fixture.build.itemInInspection({ company: 'skerrow' });
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const photo = await maren.addImageToInstallationInspectionItem({
      ...where,
      filename: 'a.png',
      base64Image: tinyPhoto(),
    });
    await maren.removeImageFromInstallationInspectionItem({
      installationInspectionItemId: member.id,
      imageId: photo.id,
    });
    await maren.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: 'YQ==' });
    await fixture.application.ports.blobs.put(theirs.item.scopeId, Buffer.from('a'), 100);
    const field = await fixture.build.field();
    await fixture.as('wren').addFieldImage({ id: field.id, base64: tinyPhoto(3), path: 'a.png' });
    fixture.wait(365 * DAY_MS);
    expect(await collectUnusedBlobs(fixture.application)).toBe(1);
    expect(await left()).toBe(3);
    await maren.restoreImageToInstallationInspectionItem({
      installationInspectionItemId: member.id,
      imageId: photo.id,
    });
    expect(await maren.getImage({ id: photo.id, ext: '.png' })).toMatchObject({ mimeType: 'image/png' });
  });

  it('of a company include those that the library alone refers to', async () => {
    fresh();
    const { blobs } = fixture.application.ports;
    const signature = tinyPhoto(5);
    await fixture.as('maren').setOwnSignature({ base64: signature });
    const { item } = await fixture.build.itemInInspection();
    const { signature: sha256 } = await fixture.database.db
      .selectFrom('user')
      .select('signature')
      .where('signature', 'is not', null)
      .executeTakeFirstOrThrow();
    const content = await blobs.get({ scopeId: LIBRARY_SCOPE, sha256: sha256!, rendition: null });
    await blobs.put(item.scopeId, content!, 100_000);
    fixture.wait(31 * DAY_MS);
    expect(await collectUnusedBlobs(fixture.application)).toBe(1);
    expect(await blobs.size({ scopeId: LIBRARY_SCOPE, sha256: sha256!, rendition: null })).not.toBeNull();
  });

  it('do not include the former templates of a report, which can be restored', async () => {
    fresh();
    const wren = fixture.as('wren');
    const frx = (words: string): string => Buffer.from(`<Report>${words}</Report>`).toString('base64');
    const reportTypeId = REPORT_TYPES.company.id;
    const { id } = await wren.createReport({ title: 'Failed items', frx: frx('first'), reportTypeId });
    await wren.replaceReportTemplate({ id, frx: frx('second') });
    fixture.wait(31 * DAY_MS);
    expect(await collectUnusedBlobs(fixture.application)).toBe(0);
    expect(await left()).toBe(2);
  });

  it('count as new when they are stored again', async () => {
    fresh();
    const { item } = await fixture.build.itemInInspection();
    const { blobs } = fixture.application.ports;
    await blobs.put(item.scopeId, Buffer.from('again'), 100);
    fixture.wait(31 * DAY_MS);
    await blobs.put(item.scopeId, Buffer.from('again'), 100);
    expect(await collectUnusedBlobs(fixture.application)).toBe(0);
  });

  it('that were removed between being stored and being referred to are stored again by the next try', async () => {
    fresh();
    const { item } = await fixture.build.itemInInspection();
    const { blobs } = fixture.application.ports;
    const { put } = blobs;
    blobs.put = async (...content) => {
      const stored = await put(...content);
      if (stored !== null) await blobs.delete({ scopeId: content[0], sha256: stored.sha256 });
      return stored;
    };
    const file = { itemId: item.id, filename: 'a.txt', base64File: 'YQ==' };
    await expect(fixture.as('maren').addFileToItem(file)).rejects.toBeProblem('unavailable');
    blobs.put = put;
    await fixture.as('maren').addFileToItem(file);
    expect(await fixture.as('maren').getFilesForItem({ itemId: item.id })).toHaveLength(1);
  });

  it('are checked again under the lock: contents referred to or stored again in the meantime remain', async () => {
    fresh();
    const { item } = await fixture.build.itemInInspection();
    const { blobs } = fixture.application.ports;
    for (const text of ['never used', 'used meanwhile', 'stored again'])
      await blobs.put(item.scopeId, Buffer.from(text), 100);
    fixture.wait(31 * DAY_MS);
    const stored: StoredBlob[] = [];
    for await (const blob of blobs.list()) stored.push(blob);
    const [first, used, again] = stored;
    const { storedAt } = blobs;
    blobs.list = async function* () {
      yield first!;
      // The rows were read for the first content; rows that are written now are found only by the second check.
      const file = { itemId: item.id, filename: 'a.txt', base64File: btoa('used meanwhile') };
      await fixture.as('maren').addFileToItem(file);
      await blobs.put(item.scopeId, Buffer.from('stored again'), 100);
      blobs.storedAt = (blob) => (blob.sha256 === used!.sha256 ? Promise.resolve(used!.storedAt) : storedAt(blob));
      yield used!;
      yield again!;
    };
    expect(await collectUnusedBlobs(fixture.application)).toBe(1);
  });
});
