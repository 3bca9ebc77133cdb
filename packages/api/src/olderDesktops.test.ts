import { registry } from '@holdfast/core';
import { onEachDatabase, type TestFixture, tinyPhoto } from '@holdfast/core/testing';
import { derivedId, upgradeDevice, versionOf } from '@holdfast/sync';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withDesktops } from './testing/enrolled.ts';

onEachDatabase('A desktop of an older version', (test: TestFixture) => {
  const desks = withDesktops(test);

  /** A photo with a caption and a sweep, made on the server. */
  async function newerRecords() {
    const { item, drops } = await test.build.itemInInspection();
    const maren = test.as('maren');
    const at = { installationInspectionId: drops.id, itemId: item.id };
    await maren.addImageToInstallationInspectionItem({ ...at, filename: 'guard.png', base64Image: tinyPhoto() });
    const [photo] = await maren.getImagesForInstallationInspectionItem(at);
    const installationInspectionItemId = derivedId(drops.id, item.id);
    await maren.setImageCaption({ installationInspectionItemId, imageId: photo!.id, caption: 'Guard, from below' });
    const sweep = { installationInspectionId: drops.id, locationId: null, startedAt: 1, endedAt: 2, reads: [] };
    const { id: sweepId } = await maren.saveSweep(sweep);
    return { at, photoId: photo!.id, sweepId };
  }

  it('receives the tables and columns it knows, and verifies its copy as complete', async () => {
    const { photoId, sweepId } = await newerRecords();
    const desktop = await desks.enrolled('maren', 1);
    expect(await desktop.sync()).toMatchObject({ status: 'Success', message: '' });
    expect(await desktop.row('image', photoId)).toMatchObject({ filename: 'guard.png', caption: '' });
    expect(await desktop.row('sweep', sweepId)).toBeUndefined();
    expect(await desktop.sync(true)).toMatchObject({ status: 'Success', message: '' });
  });

  it('sends new records without later columns, which get the default of their migration', async () => {
    const { item, drops } = await test.build.itemInInspection();
    const desktop = await desks.enrolled('maren', 1);
    await desktop.sync();
    const id = desktop.newId();
    const owner = derivedId(drops.id, item.id);
    const photo = Buffer.from(tinyPhoto(), 'base64');
    await desktop.edit(desks.as('maren'), {
      table: 'image',
      op: 'ins',
      id,
      scopeId: item.scopeId,
      set: {
        installationInspectionItemId: owner,
        filename: 'crack.png',
        mimeType: 'image/png',
        sha256: createHash('sha256').update(photo).digest('hex'),
        size: photo.length,
        width: 1,
        height: 1,
        order: 7,
      },
    });
    expect(await desktop.sync()).toMatchObject({ status: 'Success', recordsOut: 1 });
    const stored = await test.application.read.selectFrom('image').selectAll().where('id', '=', id).execute();
    expect(stored).toMatchObject([{ filename: 'crack.png', caption: '', edit: '' }]);
  });

  it('does not overwrite columns of newer programs that it does not know', async () => {
    const { at, photoId } = await newerRecords();
    const desktop = await desks.enrolled('maren', 1);
    await desktop.sync();
    await desktop.edit(desks.as('maren'), { table: 'image', op: 'upd', id: photoId, set: { order: 7 } });
    expect(await desktop.sync()).toMatchObject({ status: 'Success', recordsOut: 1 });
    const [photo] = await test.as('maren').getImagesForInstallationInspectionItem(at);
    expect(photo).toMatchObject({ caption: 'Guard, from below' });
  });

  it('receives them once its program is updated', async () => {
    const { photoId, sweepId } = await newerRecords();
    const desktop = await desks.enrolled('maren', 1);
    await desktop.sync();
    await desktop.setting.database.transaction((store) => upgradeDevice(store, versionOf(registry)));
    desktop.setting.registry = registry;
    expect(await desktop.sync()).toMatchObject({ status: 'Success', message: '' });
    expect(await desktop.row('image', photoId)).toMatchObject({ caption: 'Guard, from below' });
    expect(await desktop.row('sweep', sweepId)).toMatchObject({ startedAt: 1 });
  });
});
