import { createHash } from 'node:crypto';
import { DIRECT_HEADER } from '@holdfast/contract';
import { COMPANIES, onEachDatabase, type TestFixture, tinyPhoto } from '@holdfast/core/testing';
import type { Change } from '@holdfast/sync';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Desktop } from './testing/desktop.ts';
import { withDesktops } from './testing/enrolled.ts';

const { northmere, skerrow } = COMPANIES;
const photo = Buffer.from(tinyPhoto(), 'base64');
const sha256 = createHash('sha256').update(photo).digest('hex');
const ADDRESS = `/ext/sync/blobs/${northmere}/${sha256}`;
const BYTES = { 'content-type': 'application/octet-stream' };

/** Uploads the photo, or other bytes in its place. */
const put = (from: Desktop, body: Buffer = photo, query = '') => from.call('PUT', `${ADDRESS}${query}`, body, BYTES);
/** Requests the state of the photo. */
const check = (from: Desktop, scopeId = northmere) =>
  from.call('POST', '/ext/sync/blobs/check', { scopeId, sha256: [sha256] });

onEachDatabase('Contents of a desktop over HTTP', (test: TestFixture) => {
  const desks = withDesktops(test);
  const { as, enrolled, itemOnRig } = desks;
  let desktop: Desktop;
  beforeEach(() => {
    desktop = desks.desktop;
  });

  it('sends a photo in pieces after its row, and another desktop fetches a part of it', async () => {
    const { item, member } = await memberOfInspection();
    await desktop.sync();
    expect((await put(desktop)).status).toBe(404);

    await addImage(desktop, member.id);
    await desktop.sync();
    const state = async (): Promise<unknown> => (await check(desktop)).json();
    expect(await state()).toEqual([{ sha256, state: 'wanted', size: photo.length, received: 0 }]);
    expect((await put(desktop, photo.subarray(0, 40))).status).toBe(200);
    expect(await state()).toEqual([{ sha256, state: 'wanted', size: photo.length, received: 40 }]);
    const wrong = await put(desktop, photo.subarray(39), '?offset=39');
    expect([wrong.status, await wrong.json()]).toMatchObject([409, { details: { reason: 'offset', received: 40 } }]);
    expect((await put(desktop, photo.subarray(40), '?offset=40')).status).toBe(200);
    expect(await state()).toEqual([{ sha256, state: 'stored', size: photo.length, received: photo.length }]);

    const other = await enrolled('jorun');
    await other.sync();
    const part = await other.call('GET', ADDRESS, undefined, { range: 'bytes=4-' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, photo.subarray(4)]);
    expect(
      await test.as('maren').getImagesForInstallationInspectionItem({
        installationInspectionId: member.installationInspectionId,
        itemId: item.id,
      }),
    ).toHaveLength(1);
  });

  it('records a photo that arrived while it was noted as lost, when a desktop asks for it', async () => {
    await addPhoto();
    await put(desktop);
    const states = async (): Promise<string[]> =>
      (await test.application.read.selectFrom('blob').select('state').where('sha256', '=', sha256).execute()).map(
        ({ state }) => state,
      );
    await test.application.write.updateTable('blob').set({ state: 'pending' }).execute();
    const answer = await check(desktop);
    expect(await answer.json()).toMatchObject([{ state: 'stored' }]);
    expect(await states()).toEqual(['stored']);
    await test.application.write.deleteFrom('blob').execute();
    await check(desktop);
    expect(await states()).toEqual(['stored']);
  });

  it('has no photo stored for which its company has no space, also one whose bytes arrived before others used it', async () => {
    await addPhoto();
    const { ports } = test.application;
    Object.assign(ports, { quotas: { ...ports.quotas, storageBytes: photo.length - 1 } });
    await ports.blobs.put(northmere, photo, photo.length);
    const answer = await check(desktop);
    expect(await answer.json()).toEqual([{ sha256, state: 'wanted', size: photo.length, received: 0 }]);
    const sent = await put(desktop);
    expect([sent.status, await sent.json()]).toMatchObject([422, { code: 'storageFull' }]);
    Object.assign(ports, { quotas: { ...ports.quotas, storageBytes: photo.length } });
    expect((await put(desktop)).status).toBe(200);
  });

  it('is refused bytes whose hash differs, of which nothing is stored', async () => {
    await addPhoto();
    const lie = Buffer.from(photo).fill(7);
    for (const [body, reason] of [
      [lie, 'hash'],
      [Buffer.concat([photo, photo]), 'length'],
    ] as const) {
      const answer = await put(desktop, body);
      expect([answer.status, await answer.json()]).toMatchObject([409, { details: { reason, received: 0 } }]);
    }
    expect((await desktop.call('GET', ADDRESS)).status).toBe(404);
    expect((await put(desktop)).status).toBe(200);
  });

  it('takes a photo although a colleague states wrong sizes of it and sent wrong bytes for it', async () => {
    const { member } = await memberOfInspection();
    await desktop.sync();
    const colleague = await enrolled('idris');
    await colleague.sync();
    for (const size of [1, 40, photo.length + 1, 1_000_000]) await addImage(colleague, member.id, 'idris', size);
    await colleague.sync();
    expect((await put(colleague, Buffer.from(photo.subarray(0, 20)).fill(7))).status).toBe(200);
    await addImage(desktop, member.id);
    await desktop.sync();
    expect(await (await check(desktop)).json()).toMatchObject([{ state: 'wanted', received: 0 }]);
    expect((await put(desktop, photo.subarray(0, 40))).status).toBe(200);
    const whole = await put(desktop, photo.subarray(40), '?offset=40');
    expect(await whole.json()).toMatchObject({ state: 'stored', size: photo.length });
    const [stored] = await test.application.read.selectFrom('blob').selectAll().where('sha256', '=', sha256).execute();
    expect(stored).toMatchObject({ size: photo.length, state: 'stored' });
  });

  it('finds no bytes of another company, neither by its scope nor by a hash in the own one', async () => {
    await addPhoto();
    await put(desktop);
    const foreigner = await enrolled('anouk');
    await foreigner.sync();
    for (const scope of [northmere, skerrow, 'library'])
      expect((await foreigner.call('GET', `/ext/sync/blobs/${scope}/${sha256}`)).status).toBe(404);
    const own = await check(foreigner, skerrow);
    expect(await own.json()).toEqual([{ sha256, state: 'unknown', size: null, received: 0 }]);
    expect((await check(foreigner)).status).toBe(404);
  });

  it('takes no bytes from the desktop of a user who only reads', async () => {
    await addPhoto();
    const reader = await enrolled('jorun');
    await reader.sync();
    expect((await put(reader)).status).toBe(404);
    expect((await reader.call('GET', ADDRESS)).status).toBe(404);
    expect((await put(desktop)).status).toBe(200);
    expect((await reader.call('GET', ADDRESS)).status).toBe(200);
  });

  it('takes the bytes of a photo that an administrator accepted in the place of its author', async () => {
    await addPhoto();
    const reader = await enrolled('jorun');
    await reader.sync();
    const refused = {
      id: 'edit 1',
      scopeId: northmere,
      userId: as('jorun'),
      table: 'image',
      rowId: '019b76da-a800-7000-8000-00000000d001',
      op: 'ins',
      set: { sha256 },
      reason: 'A rule forbids it.',
      at: '2026-01-02T03:04:05.000Z',
    };
    const state = { appVersion: '9', oldestWaitingAt: null, contentsWaiting: 1, contentBytes: photo.length };
    expect((await reader.call('POST', '/ext/sync/report', { ...state, refused: [refused] })).status).toBe(200);
    expect((await put(reader)).status).toBe(404);
    const { db } = test.database;
    await db.updateTable('refusedChange').set({ decision: 'discarded' }).execute();
    expect((await put(reader)).status).toBe(404);
    await db.updateTable('refusedChange').set({ decision: 'accepted' }).execute();
    expect((await put(reader)).status).toBe(200);
  });

  it('redirects to the store of a content only callers who may read it and request that', async () => {
    await addPhoto();
    await put(desktop);
    // No program listens on this port: a redirected request fails.
    const address = vi.fn(() => Promise.resolve('http://127.0.0.1:9/signed'));
    Object.assign(test.application.ports.blobs, { address });
    const direct = { [DIRECT_HEADER]: '1' };
    const foreigner = await enrolled('anouk');
    await foreigner.sync();
    for (const scope of [northmere, skerrow, 'library'])
      expect((await foreigner.call('GET', `/ext/sync/blobs/${scope}/${sha256}`, undefined, direct)).status).toBe(404);
    expect((await desktop.call('GET', ADDRESS)).status).toBe(200);
    expect(address).not.toHaveBeenCalled();
    await expect(desktop.call('GET', ADDRESS, undefined, direct)).rejects.toThrow('fetch failed');
    const contentDisposition = expect.stringMatching(/^attachment; filename=/) as string;
    expect(address).toHaveBeenCalledExactlyOnceWith(
      { scopeId: northmere, sha256 },
      { contentType: 'image/png', contentDisposition },
    );
  });

  it('serves uploaded contents with their detected type, and decodes photos only', async () => {
    const { item, member } = await memberOfInspection();
    await desktop.sync();
    const decode = vi.spyOn(test.application.ports.images, 'decode');
    const send = async (text: string, row: (content: { sha256: string; size: number }) => Change): Promise<void> => {
      const content = { sha256: createHash('sha256').update(text).digest('hex'), size: text.length };
      await desktop.edit(as('maren'), row(content));
      await desktop.sync();
      const address = `/ext/sync/blobs/${northmere}/${content.sha256}`;
      expect((await desktop.call('PUT', address, Buffer.from(text), BYTES)).status).toBe(200);
    };
    const own = { op: 'ins', scopeId: northmere } as const;
    const [fileId, imageId] = [desktop.newId(), desktop.newId()];
    const named = { filename: 'a.png', mimeType: 'image/png' };
    await send('<!doctype html><script>alert(1)</script>', (content) => ({
      ...own,
      table: 'file',
      id: fileId,
      set: { itemId: item.id, ...named, ...content },
    }));
    await send('<svg xmlns="http://www.w3.org/2000/svg"/>', (content) => {
      const shown = { width: 1, height: 1, order: 0, caption: '', edit: '' };
      return {
        ...own,
        table: 'image',
        id: imageId,
        set: { installationInspectionItemId: member.id, ...named, ...content, ...shown },
      };
    });
    const headers = { authorization: `Bearer ${await desks.tokenOf('maren')}` };
    for (const url of [`/files/${fileId}.png`, `/images/${imageId}.png`, `/images/${imageId}.png?size=320`]) {
      const answer = await desks.app.inject({ url, headers });
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers['content-type'], url).not.toBe('image/png');
      expect(answer.headers['content-disposition'], url).toMatch(/^attachment/);
    }
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
  });

  it('counts the stored bytes, regardless of the size in a row of a desktop', async () => {
    const item = await itemOnRig();
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      yield photo;
    };
    const upload = { itemId: item.id, sha256, size: photo.length, offset: 0, content: bytes() };
    await test.as('maren').uploadContent(upload);
    await desktop.sync();
    const row = (size: number) => ({
      table: 'file',
      op: 'ins' as const,
      id: desktop.newId(),
      scopeId: northmere,
      set: { itemId: item.id, filename: 'a.png', mimeType: 'image/png', sha256, size },
    });
    await expect(desktop.edit(as('maren'), row(-1_000_000_000))).rejects.toThrow();
    await desktop.edit(as('maren'), row(1_000_000_000));
    await desktop.sync();
    await check(desktop);
    const sizes = await test.application.read.selectFrom('blob').select('size').execute();
    expect(sizes).toEqual([{ size: photo.length }]);
  });

  async function memberOfInspection(): Promise<{
    item: { id: string };
    member: { id: string; installationInspectionId: string };
  }> {
    const inspection = await test.build.inspection();
    const item = await itemOnRig();
    const inspected = await test.build.installationInspection({
      installationId: item.installationId,
      inspectionId: inspection.id,
    });
    const { id } = await test.build.member({ installationInspectionId: inspected.id, itemId: item.id });
    return { item, member: { id, installationInspectionId: inspected.id } };
  }

  /** Adds the row of the photo to an item, on the desktop and on the server. */
  async function addPhoto(): Promise<void> {
    const { member } = await memberOfInspection();
    await desktop.sync();
    await addImage(desktop, member.id);
    await desktop.sync();
  }

  async function addImage(
    on: Desktop,
    installationInspectionItemId: string,
    user: 'maren' | 'idris' = 'maren',
    size = photo.length,
  ): Promise<void> {
    const set = {
      installationInspectionItemId,
      filename: 'a.png',
      mimeType: 'image/png',
      sha256,
      size,
      width: 1,
      height: 1,
      order: 0,
      caption: '',
      edit: '',
    };
    await on.edit(as(user), { table: 'image', op: 'ins', id: on.newId(), scopeId: northmere, set });
  }
});
