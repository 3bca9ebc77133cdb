import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { onEachDatabase, tinyPhoto } from '../testing/index.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* inPieces(bytes: Uint8Array, length = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield await Promise.resolve(bytes.subarray(at, at + length));
}

onEachDatabase('An upload in parts', (fixture) => {
  it('is received in several requests and then named by its hash, without a file being read as a whole', async () => {
    const { item } = await fixture.build.itemInInspection();
    const bytes = Buffer.from('%PDF-1.7 the load test of a pad eye');
    const content = { itemId: item.id, sha256: hashOf(bytes) };
    const maren = fixture.as('maren');
    expect(await maren.getContentStatus(content)).toEqual({ stored: false, received: 0 });
    const size = bytes.length;
    const half = await maren.uploadContent({ ...content, size, content: inPieces(bytes.subarray(0, 20)) });
    expect(half).toEqual({ stored: false, received: 20 });
    expect(await maren.getContentStatus(content)).toEqual(half);
    const whole = await maren.uploadContent({ ...content, size, offset: 20, content: inPieces(bytes.subarray(20)) });
    expect(whole).toEqual({ stored: true, received: size });

    const { sha256 } = content;
    const { blobs } = fixture.application.ports;
    const get = blobs.get;
    blobs.get = () => Promise.reject(new Error('A file is not read as a whole.'));
    const file = await maren.addFileToItem({ itemId: item.id, filename: 'test.pdf', sha256 });
    blobs.get = get;
    expect(file).toMatchObject({ filename: 'test.pdf', size, mimeType: 'application/pdf' });
  });

  it('becomes a photo only when it is a picture', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const add = async (bytes: Uint8Array) => {
      const sha256 = hashOf(bytes);
      await maren.uploadContent({ itemId: item.id, sha256, size: bytes.length, content: inPieces(bytes) });
      const where = { installationInspectionId: drops.id, itemId: item.id };
      return maren.addImageToInstallationInspectionItem({ ...where, filename: 'a.png', sha256 });
    };
    expect(await add(Buffer.from(tinyPhoto(), 'base64'))).toMatchObject({ width: 1, height: 1 });
    await expect(add(Buffer.from('words'))).rejects.toBeProblem('unsupportedMedia');
  });

  it('is refused when a part does not continue it, its hash differs, or it is too long', async () => {
    const { item } = await fixture.build.itemInInspection();
    const maren = fixture.as('maren');
    const bytes = Buffer.from('words');
    const put = (more: object) =>
      maren.uploadContent({ itemId: item.id, sha256: hashOf(bytes), size: 5, content: inPieces(bytes), ...more });
    await expect(put({ offset: 3 })).rejects.toBeProblem('uploadRefused');
    await expect(put({ size: 4 })).rejects.toBeProblem('uploadRefused');
    await expect(put({ sha256: hashOf(Buffer.from('other')) })).rejects.toBeProblem('uploadRefused');
    await expect(put({ size: fixture.application.ports.uploads.limits.fileBytes + 1 })).rejects.toBeProblem('tooLarge');
    const named = { itemId: item.id, filename: 'a.txt', sha256: hashOf(bytes) };
    await expect(maren.addFileToItem(named)).rejects.toBeProblem('badInput');
    await expect(maren.addFileToItem({ itemId: item.id, filename: 'a.txt' })).rejects.toBeProblem('badInput');
    await put({});
    await expect(maren.addFileToItem({ ...named, base64File: 'YQ==' })).rejects.toBeProblem('badInput');
    expect(await maren.addFileToItem(named)).toMatchObject({ size: 5, mimeType: 'text/plain' });
  });

  it('belongs to the company of the item', async () => {
    const { item } = await fixture.build.itemInInspection();
    const bytes = Buffer.from('words');
    const content = { itemId: item.id, sha256: hashOf(bytes) };
    await fixture.as('maren').uploadContent({ ...content, size: 5, content: inPieces(bytes) });
    await expect(fixture.as('anouk').getContentStatus(content)).rejects.toBeProblem('notFound');
    const theirs = await fixture.build.itemInInspection({ company: 'skerrow' });
    expect(await fixture.as('anouk').getContentStatus({ ...content, itemId: theirs.item.id })).toEqual({
      stored: false,
      received: 0,
    });
    await expect(fixture.as('jorun').getContentStatus(content)).rejects.toBeProblem('forbidden');
  });
});
