import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_BYTES } from '@holdfast/contract';
import type { Ports } from '@holdfast/core';
import { openTestFixture, type TestFixture } from '@holdfast/core/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskBlobs } from './blobs.ts';
import { sharpImages } from '../images/images.ts';
import { uploadBudget } from './uploads.ts';

let root: string;
let fixture: TestFixture & { close(): Promise<void> };
let ports: Pick<Ports, 'blobs' | 'images' | 'uploads'>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-media-'));
  const blobs = diskBlobs({ blobs: join(root, 'blobs'), renditions: join(root, 'renditions') });
  ports = { blobs, images: sharpImages(), uploads: uploadBudget() };
  fixture = await openTestFixture('sqlite', ports);
});
afterEach(async () => {
  await fixture.close();
  await rm(root, { recursive: true, force: true });
});

const photo = async (format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: '#336699' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();

describe('photos from upload to screen', () => {
  it('keep their bytes as they were sent, and are shown upright', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const sent = await photo();
    const maren = fixture.as('maren');
    const added = await maren.addImageToInstallationInspectionItem({
      installationInspectionId: drops.id,
      itemId: item.id,
      filename: 'Camera-1.jpg',
      base64Image: sent.toString('base64'),
    });
    expect(added).toMatchObject({ width: 900, height: 1600, size: sent.length });

    const original = await maren.getImage({ id: added.id, ext: '.jpg' });
    expect(original).toMatchObject({ mimeType: 'image/jpeg', rendition: null, size: sent.length });
    expect(Buffer.from((await ports.blobs.get(original))!)).toEqual(sent);
    const copy = await maren.getImage({ id: added.id, ext: '.jpg', size: '320' });
    const bytes = (await ports.blobs.get(copy))!;
    expect(copy.size).toBe(bytes.length);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 180, height: 320 });
  });

  it('have their copies created again when those are missing', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const { id } = await maren.addImageToInstallationInspectionItem({
      installationInspectionId: drops.id,
      itemId: item.id,
      filename: 'Camera-1.png',
      base64Image: (await photo('png')).toString('base64'),
    });
    const before = await maren.getImage({ id, ext: '.png', size: '1280' });
    await rm(join(root, 'renditions'), { recursive: true });
    expect(await ports.blobs.size(before)).toBeNull();
    expect(await maren.getImage({ id, ext: '.png', size: '1280' })).toEqual(before);
    expect(await ports.blobs.size(before)).toBe(before.size);
  });

  it('are stored once per company, and not shared between companies', async () => {
    const base64Image = (await photo()).toString('base64');
    const keys = [];
    for (const [who, company] of [
      ['maren', 'northmere'],
      ['idris', 'northmere'],
      ['anouk', 'skerrow'],
    ] as const) {
      const { item, drops } = await fixture.build.itemInInspection({ company });
      const where = { installationInspectionId: drops.id, itemId: item.id };
      const { id } = await fixture
        .as(who)
        .addImageToInstallationInspectionItem({ ...where, filename: 'a.jpg', base64Image });
      keys.push(await fixture.as(who).getImage({ id, ext: '.jpg' }));
    }
    expect(new Set(keys.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await fixture.database.db.selectFrom('blob').select('scopeId').execute()).toHaveLength(2);
    await ports.blobs.delete(keys[0]!);
    expect(await ports.blobs.size(keys[1]!)).toBeNull();
    expect(await ports.blobs.size(keys[2]!)).not.toBeNull();
  });

  it('are refused above the limits, a photo before a file', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const bytes = Buffer.alloc(IMAGE_BYTES + 1);
    const base64 = bytes.toString('base64');
    const image = maren.addImageToInstallationInspectionItem({ ...where, filename: 'a.jpg', base64Image: base64 });
    await expect(image).rejects.toBeProblem('tooLarge');
    await expect(image).rejects.toMatchObject({ details: { limitBytes: IMAGE_BYTES } });
    const file = await maren.addFileToItem({ itemId: item.id, filename: 'a.bin', base64File: base64 });
    expect(file.size).toBe(IMAGE_BYTES + 1);
  });
});
