import { CONDITIONS, Problem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, tinyPhoto } from '../testing/index.ts';

const text = (words: string): string => Buffer.from(words).toString('base64');

onEachDatabase('Photos', (fixture) => {
  const ADD = 'POST /api/add-image-to-installation-inspection-item';

  it('are stored on an item within one inspection and listed by order [APIR-02] [APIR-12] [ENTS-17]', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const add = (filename: string, which: number) =>
      callAt(fixture, 'maren', ADD, { ...where, filename, base64Image: tinyPhoto(which) });
    const first = await add('Camera-1.png', 1);
    expect(first).toEqual({
      id: expect.any(String) as string,
      fileName: 'Camera-1.png',
      filename: 'Camera-1.png',
      width: 1,
      height: 1,
      size: expect.any(Number) as number,
      caption: '',
      edit: null,
      createdAt: '2026-01-15T12:00:00.000Z',
    });
    const second = await add('C:\\Photos\\Camera-2.png', 2);
    expect(second).toMatchObject({ filename: 'Camera-2.png' });
    const list = await callAt(fixture, 'jorun', 'POST /api/get-images-for-installation-inspection-item', where);
    expect(list).toEqual([first, second]);
  });

  it('have a caption, an edit and an order of their own in each inspection, listed in history', async () => {
    const { item, drops, loler, member } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const add = (which: number) =>
      maren.addImageToInstallationInspectionItem({
        ...where,
        filename: `${which}.png`,
        base64Image: tinyPhoto(which),
      });
    const [first, second] = [await add(1), await add(2)];
    const place = { installationInspectionItemId: member.id, imageId: first.id };
    const edit = {
      turn: 90 as const,
      crop: null,
      marks: [{ kind: 'text' as const, at: { x: 0, y: 0 }, words: 'Pin' }],
    };
    const CAPTION = 'POST /ext/images/caption';
    expect(await callAt(fixture, 'maren', CAPTION, { ...place, caption: ' Split pin ' })).toMatchObject({
      caption: 'Split pin',
      edit: null,
    });
    expect(await callAt(fixture, 'maren', 'POST /ext/images/edit', { ...place, edit })).toMatchObject({ edit });
    const ORDER = 'POST /ext/images/order';
    const order = { installationInspectionItemId: member.id, imageIds: [second.id] };
    expect(await callAt(fixture, 'maren', ORDER, order)).toMatchObject([{ id: second.id }, { id: first.id, edit }]);

    const elsewhere = { installationInspectionId: loler.id, itemId: item.id };
    await maren.addItemImagesFromAnotherInspection({ ...elsewhere, imageIds: [first.id] });
    await maren.setImageEdit({ ...place, edit: null });
    expect(await maren.getImagesForInstallationInspectionItem(where)).toMatchObject([{ edit: null }, { edit: null }]);
    expect(await maren.getImagesForInstallationInspectionItem(elsewhere)).toMatchObject([
      { caption: 'Split pin', edit },
    ]);

    const history = await maren.getAuditLogsForInstallationInspectionAndItem(where);
    expect(history.filter(({ field }) => ['Caption', 'Mark-up'].includes(field))).toMatchObject([
      { field: 'Mark-up', from: 'Rotated, 1 mark', to: '' },
      { field: 'Mark-up', from: '', to: 'Rotated, 1 mark' },
      { field: 'Caption', from: '', to: 'Split pin' },
    ]);
  });

  it('are reused once when several of those chosen have the same content', async () => {
    const { item, drops, loler } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const add = () =>
      maren.addImageToInstallationInspectionItem({
        installationInspectionId: drops.id,
        itemId: item.id,
        filename: 'Camera.png',
        base64Image: tinyPhoto(1),
      });
    const imageIds = [(await add()).id, (await add()).id];
    const where = { installationInspectionId: loler.id, itemId: item.id };
    expect(await maren.addItemImagesFromAnotherInspection({ ...where, imageIds })).toHaveLength(1);
  });

  it('are changed at the item they belong to only', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const other = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const photo = { ...where, filename: 'a.png', base64Image: tinyPhoto() };
    const { id } = await maren.addImageToInstallationInspectionItem(photo);
    const wrong = { installationInspectionItemId: other.member.id };
    for (const call of [
      () => maren.setImageCaption({ ...wrong, imageId: id, caption: 'Pin' }),
      () => maren.setImageEdit({ ...wrong, imageId: id, edit: null }),
      () => maren.orderImages({ ...wrong, imageIds: [id] }),
    ])
      await expect(call()).rejects.toBeProblem('notFound');
  });

  it('are accepted as data URLs, too, and stored once even if they are sent repeatedly', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const maren = fixture.as('maren');
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'a.png', base64Image: tinyPhoto() });
    const base64Image = `data:image/png;base64,${tinyPhoto()}`;
    await maren.addImageToInstallationInspectionItem({ ...where, filename: 'b.png', base64Image });
    const blobs = await fixture.database.db.selectFrom('blob').select(['mimeType', 'state']).execute();
    expect(blobs).toEqual([{ mimeType: 'image/png', state: 'stored' }]);
  });

  it.each([
    ['plain text', text('just words'), 'This is not a picture'],
    ['an SVG', text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG'],
    ['an HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1').toString('base64'), 'Most Compatible'],
    [
      'a picture that contains an HTML page',
      Buffer.from('GIF89a<script>alert(1)</script>').toString('base64'),
      'something else hidden',
    ],
    ['a truncated picture', Buffer.from(tinyPhoto(), 'base64').subarray(0, 20).toString('base64'), 'damaged'],
  ])('are refused with a helpful message when they are %s', async (_what, base64Image, words) => {
    const { item, drops } = await fixture.build.itemInInspection();
    const call = fixture.as('maren').addImageToInstallationInspectionItem({
      installationInspectionId: drops.id,
      itemId: item.id,
      filename: 'photo.jpg',
      base64Image,
    });
    await expect(call).rejects.toBeProblem('unsupportedMedia');
    await expect(call).rejects.toMatchObject({ details: { reason: expect.stringContaining(words) as string } });
    expect(await fixture.database.db.selectFrom('blob').selectAll().execute()).toEqual([]);
  });

  it('are not received from users who may not store them', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const body = { installationInspectionId: drops.id, itemId: item.id, filename: 'a.png', base64Image: tinyPhoto() };
    await expect(callAt(fixture, 'jorun', ADD, body)).rejects.toBeProblem('forbidden');
    await expect(callAt(fixture, 'anouk', ADD, body)).rejects.toBeProblem('notFound');
    await expect(callAt(fixture, 'maren', ADD, { ...body, base64Image: '%%%' })).rejects.toBeProblem('badInput');
  });

  it('of other inspections and items are offered, those of the item first, and reused [APIR-04] [APIR-30]', async () => {
    const { item, drops, loler, installation } = await fixture.build.itemInTwoInspections();
    const other = await fixture.build.item({ installationId: installation.id, name: 'CCTV camera' });
    const maren = fixture.as('maren');
    await maren.addItemFromInstallation({ installationInspectionId: drops.id, itemId: other.id });
    const add = (installationInspectionId: string, itemId: string, which: number) =>
      maren.addImageToInstallationInspectionItem({
        installationInspectionId,
        itemId,
        filename: `${which}.png`,
        base64Image: tinyPhoto(which),
      });
    const own = await add(drops.id, item.id, 1);
    fixture.wait(1_000);
    const neighbour = await add(drops.id, other.id, 2);
    await add(drops.id, other.id, 1);
    const where = { installationInspectionId: loler.id, itemId: item.id };
    const offered = 'POST /api/get-other-images-by-installation-inspection-item';
    expect(await callAt(fixture, 'jorun', offered, where)).toMatchObject([
      { id: own.id, itemId: item.id, installationInspectionId: drops.id, inspectionName: 'Dropped Object Survey' },
      { id: neighbour.id, itemId: other.id, itemName: 'CCTV camera' },
    ]);
    const imageIds = [neighbour.id, own.id];
    const reuse = 'POST /api/add-item-images-from-another-inspection';
    const images = (await callAt(fixture, 'maren', reuse, { ...where, imageIds })) as {
      id: string;
      filename: string;
    }[];
    expect(images.map(({ filename }) => filename)).toEqual(['2.png', '1.png']);
    expect(images.some(({ id }) => imageIds.includes(id))).toBe(false);
    expect(await callAt(fixture, 'maren', reuse, { ...where, imageIds })).toHaveLength(2);
    expect(await callAt(fixture, 'jorun', offered, where)).toEqual([]);
  });

  it('remain in other inspections when they are removed from one [APIR-34] [IMGS-11]', async () => {
    const { item, drops, loler, member } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const inDrops = { installationInspectionId: drops.id, itemId: item.id };
    const inLoler = { installationInspectionId: loler.id, itemId: item.id };
    const photo = { filename: 'a.png', base64Image: tinyPhoto() };
    const { id } = await maren.addImageToInstallationInspectionItem({ ...inDrops, ...photo });
    const [reused] = await maren.addItemImagesFromAnotherInspection({ ...inLoler, imageIds: [id] });
    await callAt(fixture, 'maren', 'DELETE /api/remove-image-from-installation-inspection-item', {
      installationInspectionItemId: member.id,
      imageId: id,
    });
    expect(await maren.getImagesForInstallationInspectionItem(inDrops)).toEqual([]);
    expect(await maren.getImagesForInstallationInspectionItem(inLoler)).toMatchObject([{ id: reused!.id }]);
    await expect(maren.getImage({ id, ext: '.png' })).rejects.toBeProblem('notFound');
    expect(await maren.getImage({ id: reused!.id, ext: '.png' })).toMatchObject({ mimeType: 'image/png' });
  });

  it('are restored after removal, once or twice, to their item and for its company alone', async () => {
    const { item, drops, loler, member } = await fixture.build.itemInTwoInspections();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const photo = { ...where, filename: 'a.png', base64Image: tinyPhoto() };
    const added = await maren.addImageToInstallationInspectionItem(photo);
    const named = { installationInspectionItemId: member.id, imageId: added.id };
    await maren.removeImageFromInstallationInspectionItem(named);

    const elsewhere = await maren.getInstallationInspectionItemByInstallationAndItem({
      installationInspectionId: loler.id,
      itemId: item.id,
    });
    await expect(
      maren.restoreImageToInstallationInspectionItem({ ...named, installationInspectionItemId: elsewhere.id }),
    ).rejects.toBeProblem('notFound');
    await expect(fixture.as('anouk').restoreImageToInstallationInspectionItem(named)).rejects.toBeProblem('notFound');
    expect(await maren.restoreImageToInstallationInspectionItem(named)).toEqual(added);
    expect(await maren.restoreImageToInstallationInspectionItem(named)).toEqual(added);
    expect(await maren.getImagesForInstallationInspectionItem(where)).toEqual([added]);
  });

  it('are not reused across installations', async () => {
    const here = await fixture.build.itemInInspection();
    const there = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const { id } = await maren.addImageToInstallationInspectionItem({
      installationInspectionId: there.drops.id,
      itemId: there.item.id,
      filename: 'a.png',
      base64Image: tinyPhoto(),
    });
    const where = { installationInspectionId: here.drops.id, itemId: here.item.id };
    await expect(maren.addItemImagesFromAnotherInspection({ ...where, imageIds: [id] })).rejects.toBeProblem(
      'notFound',
    );
  });

  it('are read by their company alone, as original or as a copy', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const { id, size } = await fixture.as('maren').addImageToInstallationInspectionItem({
      installationInspectionId: drops.id,
      itemId: item.id,
      filename: 'a.png',
      base64Image: tinyPhoto(),
    });
    const jorun = fixture.as('jorun');
    expect(await jorun.getImage({ id, ext: '.png' })).toMatchObject({ rendition: null, mimeType: 'image/png', size });
    const copy = await jorun.getImage({ id, ext: '.png', size: '320' });
    expect(copy).toMatchObject({ rendition: 320, mimeType: 'image/jpeg', filename: 'a.png' });
    await fixture.application.ports.blobs.delete(copy);
    await expect(jorun.getImage({ id, ext: '', size: '320' })).rejects.toBeProblem('notFound');
    await expect(fixture.as('anouk').getImage({ id, ext: '.png' })).rejects.toBeProblem('notFound');
  });

  it('are copied only when they were recorded as a photo', async () => {
    const { item } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const { id } = await maren.addFileToItem({ itemId: item.id, filename: 'a.pdf', base64File: tinyPhoto() });
    const recorded = { mimeType: 'application/pdf', _seq: 900 };
    await fixture.database.db.updateTable('file').set(recorded).where('id', '=', id).execute();
    expect(await maren.getFile({ id, ext: '.pdf', size: '320' })).toMatchObject({ rendition: null });
  });
});

onEachDatabase('Uploads', (fixture) => {
  it('are deferred when the disk is full, and leave nothing behind', async () => {
    const { item } = await fixture.build.itemInInspection();
    const { blobs } = fixture.application.ports;
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const put = blobs.put;
    blobs.put = () => Promise.reject(full);
    const file = { itemId: item.id, filename: 'a.txt', base64File: text('words') };
    await expect(fixture.as('maren').addFileToItem(file)).rejects.toBeProblem('unavailable');
    blobs.put = put;
    expect(await fixture.as('maren').getFilesForItem({ itemId: item.id })).toEqual([]);
  });

  it('are stored once when they are sent twice with one key; another file with that key is refused', async () => {
    const { item } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const key = { idempotencyKey: 'key-of-one-upload' };
    const send = (words: string) =>
      maren.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: text(words) }, key);
    const first = await send('w'.repeat(40_000));
    expect(await send('w'.repeat(40_000))).toEqual(first);
    expect(await maren.getFilesForItem({ itemId: item.id })).toHaveLength(1);
    await expect(send(`${'w'.repeat(39_999)}x`)).rejects.toBeProblem('keyReused');
  });

  it('are decoded once, however often they are sent with one key', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const { images } = fixture.application.ports;
    const { decode } = images;
    let decoded = 0;
    images.decode = (bytes, scopeId) => {
      decoded += 1;
      return decode(bytes, scopeId);
    };
    const photo = { installationInspectionId: drops.id, itemId: item.id, filename: 'a.png', base64Image: tinyPhoto() };
    const send = () =>
      fixture.as('maren').addImageToInstallationInspectionItem(photo, { idempotencyKey: 'key-of-a-photo' });
    const [first, atOnce] = await Promise.all([send(), send()]);
    expect(atOnce).toEqual(first);
    expect(await send()).toEqual(first);
    images.decode = decode;
    expect(decoded).toBe(1);
  });

  it('are tried again by the second call when the first of two at once could not be stored', async () => {
    const { item } = await fixture.build.itemInInspection();
    const { blobs } = fixture.application.ports;
    const { put } = blobs;
    blobs.put = async () => {
      blobs.put = put;
      throw new Problem('unavailable', { retryAfterSeconds: 1 });
    };
    const send = () =>
      fixture
        .as('maren')
        .addFileToItem(
          { itemId: item.id, filename: 'a.txt', base64File: text('words') },
          { idempotencyKey: 'key-of-two-files' },
        );
    const [first, second] = await Promise.allSettled([send(), send()]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(await fixture.as('maren').getFilesForItem({ itemId: item.id })).toHaveLength(1);
  });
});

onEachDatabase('Files', (fixture) => {
  const ADD = 'POST /api/add-file-to-item';

  it('are stored on an item, typed by their content, newest first [APIR-01] [APIR-11]', async () => {
    const { item } = await fixture.build.itemInInspection();
    const add = (filename: string, words: string) =>
      callAt(fixture, 'maren', ADD, { itemId: item.id, filename, base64File: text(words) });
    const first = await add('COC-LG-2291.pdf', '%PDF-1.7 certificate');
    expect(first).toEqual({
      id: expect.any(String) as string,
      name: 'COC-LG-2291.pdf',
      filename: 'COC-LG-2291.pdf',
      size: 20,
      mimeType: 'application/pdf',
      createdAt: '2026-01-15T12:00:00.000Z',
    });
    fixture.wait(1_000);
    const second = await add('not-really.pdf', 'words');
    expect(second).toMatchObject({ mimeType: 'text/plain' });
    const list = await callAt(fixture, 'jorun', 'POST /api/get-files-for-item', { itemId: item.id });
    expect(list).toEqual([second, first]);
  });

  it('of other items are offered and reused, with the key of the specification [APIR-03] [APIR-29]', async () => {
    const { item, drops, installation } = await fixture.build.itemInInspection();
    const other = await fixture.build.item({ installationId: installation.id, name: 'Chain hoist' });
    const maren = fixture.as('maren');
    const { id } = await maren.addFileToItem({ itemId: other.id, filename: 'a.pdf', base64File: text('%PDF-1.7') });
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const offered = 'POST /api/get-other-files-by-installation-inspection-item';
    expect(await callAt(fixture, 'jorun', offered, where)).toMatchObject([
      { id, itemId: other.id, itemName: 'Chain hoist' },
    ]);
    const reuse = 'POST /api/add-item-files-from-another-inspection';
    const files = await callAt(fixture, 'maren', reuse, { ...where, imageIds: [id] });
    expect(files).toMatchObject([{ filename: 'a.pdf', mimeType: 'application/pdf' }]);
    expect(await callAt(fixture, 'jorun', offered, where)).toEqual([]);
  });

  it('are removed from an item [APIR-33]', async () => {
    const { item } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const { id } = await maren.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: text('words') });
    expect(await maren.getFile({ id, ext: '.txt' })).toMatchObject({ mimeType: 'text/plain', size: 5 });
    const elsewhere = await fixture.build.item();
    const remove = (itemId: string) =>
      callAt(fixture, 'maren', 'DELETE /api/remove-file-from-item', { itemId, fileId: id });
    await expect(remove(elsewhere.id)).rejects.toBeProblem('notFound');
    expect(await remove(item.id)).toBeNull();
    expect(await maren.getFilesForItem({ itemId: item.id })).toEqual([]);
    await expect(maren.getFile({ id, ext: '.txt' })).rejects.toBeProblem('notFound');

    const back = { itemId: item.id, fileId: id };
    await expect(maren.restoreFileToItem({ ...back, itemId: elsewhere.id })).rejects.toBeProblem('notFound');
    await expect(fixture.as('anouk').restoreFileToItem(back)).rejects.toBeProblem('notFound');
    await maren.restoreFileToItem(back);
    expect(await maren.getFilesForItem({ itemId: item.id })).toMatchObject([{ id, filename: 'a.txt' }]);
  });
});

onEachDatabase('History', (fixture) => {
  it('shows every kind of change [HIST-04] [ENTS-16]', async () => {
    const { item, drops, member, installation } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const field = await fixture.build.field();
    const derrick = await fixture.build.item({ installationId: installation.id, name: 'Derrick', isLocation: 1 });
    const words = { value: 'FL-014', displayValue: 'FL-014' };
    await maren.saveItemField({ itemId: item.id, fieldId: field.id, ...words });
    await maren.setCondition({ ...where, conditionId: CONDITIONS.defective.id });
    await maren.setItemName({ itemId: item.id, name: 'Floodlight, stbd' });
    await maren.setParentItem({ installationId: installation.id, itemId: item.id, newParentId: derrick.id });
    const note = await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Corroded' });
    const image = await maren.addImageToInstallationInspectionItem({
      ...where,
      filename: 'a.png',
      base64Image: tinyPhoto(),
    });
    const file = await maren.addFileToItem({ itemId: item.id, filename: 'a.pdf', base64File: text('%PDF-1.7') });
    await maren.removeNoteFromInstallationInspectionItem({ installationInspectionItemId: member.id, noteId: note.id });
    await maren.removeImageFromInstallationInspectionItem({
      installationInspectionItemId: member.id,
      imageId: image.id,
    });
    await maren.removeFileFromItem({ itemId: item.id, fileId: file.id });
    await maren.setTag({ itemId: item.id, tag: 'E2000001' });

    const lines = await maren.getAuditLogsForInstallationInspectionAndItem(where);
    expect(lines.every((line) => line.createdAt === '2026-01-15T12:00:00.000Z')).toBe(true);
    const shown = lines.toReversed().slice(2);
    expect(
      shown.map(({ action, table, field: what, from, to, userName }) => [action, table, what, from, to, userName]),
    ).toEqual([
      ['Created', 'Answer', 'Tag number', '', 'FL-014', 'Maren Thorskild'],
      ['Changed', 'Condition', 'Condition', 'Not Checked', 'Defective', 'Maren Thorskild'],
      ['Changed', 'Item', 'Name', 'Floodlight, port fwd leg, girt 6', 'Floodlight, stbd', 'Maren Thorskild'],
      ['Changed', 'Item', 'Location', '', 'Derrick', 'Maren Thorskild'],
      ['Created', 'Note', '', '', 'Corroded', 'Maren Thorskild'],
      ['Created', 'Image', '', '', 'a.png', 'Maren Thorskild'],
      ['Created', 'File', '', '', 'a.pdf', 'Maren Thorskild'],
      ['Deleted', 'Note', '', 'Corroded', '', 'Maren Thorskild'],
      ['Deleted', 'Image', '', 'a.png', '', 'Maren Thorskild'],
      ['Deleted', 'File', '', 'a.pdf', '', 'Maren Thorskild'],
      ['Changed', 'Item', 'Tag', '', 'E2000001', 'Maren Thorskild'],
    ]);
  });
});
