import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, createClient } from '@holdfast/contract/client';
import { CONDITIONS } from '@holdfast/contract';
import { openLog } from '@holdfast/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { type RunningServer, startServer } from './server.ts';

const MEGABYTE = 1024 * 1024;
const password = 'long enough for anybody';

let folder: string;
let server: RunningServer;
let token: string;
let call: Call;
let itemId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-uploads-'));
  const config = readConfig({ PORT: '0', HOLDFAST_DATA: folder, HOLDFAST_DEMO: '0', HOLDFAST_WEATHER_URL: '0' });
  server = await startServer(config, openLog('silent'));
  call = createClient({ host: server.address, fetch: fetch as never, token: () => token });
  const account = { setupCode: server.setupCode!, name: 'Wren', email: 'wren@example.test', password };
  token = (await call('createFirstAdministrator', account)).details!.token;
  const company = await call('createCompany', { name: 'Northmere' });
  const installation = await call('createInstallation', { companyId: company.id, name: 'Tarn' });
  const inspection = await call('createInspection', { name: 'DROPS' });
  const type = await call('createItemType', { name: 'Padeye' });
  await call('addInspectionItemType', { inspectionId: inspection.id, itemTypeId: type.id });
  await call('addCompanyInspection', { id: company.id, inspectionId: inspection.id });
  const drops = await call('createInstallationInspection', {
    installationId: installation.id,
    inspectionId: inspection.id,
    startDate: 1_768_435_200,
    endDate: 1_768_521_600,
  });
  itemId = (await call('newItem', { installationInspectionId: drops.id, itemTypeId: type.id })).itemId;
  await call('setCondition', { installationInspectionId: drops.id, itemId, conditionId: CONDITIONS.defective.id });
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Megabytes that differ, made as they are asked for. */
async function* megabytes(from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let each = from; each < to; each += 1) yield await Promise.resolve(Buffer.alloc(MEGABYTE, each));
}

const put = (sha256: string, size: number, offset: number, body: AsyncIterable<Uint8Array> | Uint8Array<ArrayBuffer>) =>
  fetch(`${server.address}/ext/items/${itemId}/contents/${sha256}?size=${size}&offset=${offset}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: body as never,
    duplex: 'half',
  });

describe('A large file', () => {
  it('goes straight to the disk in bounded memory, goes on where it broke off, and is then named by its hash', async () => {
    const count = 96;
    const hash = createHash('sha256');
    for await (const piece of megabytes(0, count)) hash.update(piece);
    const sha256 = hash.digest('hex');
    const size = count * MEGABYTE;
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);

    const half = await put(sha256, size, 0, megabytes(0, 40));
    expect(await half.json()).toEqual({ stored: false, received: 40 * MEGABYTE });
    expect(await call('getContentStatus', { itemId, sha256 })).toEqual({ stored: false, received: 40 * MEGABYTE });
    const rest = await put(sha256, size, 40 * MEGABYTE, megabytes(40, count));
    expect(await rest.json()).toEqual({ stored: true, received: size });
    const file = await call('addFileToItem', { itemId, filename: 'survey.bin', sha256 });
    clearInterval(watch);
    expect(file).toMatchObject({ size, filename: 'survey.bin' });
    // Client and server are one process here: far less than the file is held by both together.
    expect(most - before).toBeLessThan(72 * MEGABYTE);

    const tail = await fetch(`${server.address}/files/${file.id}.bin`, {
      headers: { authorization: `Bearer ${token}`, range: `bytes=${size - 2}-` },
    });
    expect([...new Uint8Array(await tail.arrayBuffer())]).toEqual([count - 1, count - 1]);
  }, 60_000);

  it('is refused when it is another one than it says, or too large, and leaves nothing behind', async () => {
    const bytes = Buffer.alloc(3 * MEGABYTE, 7);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const other = await put(
      sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      bytes.length,
      0,
      bytes,
    );
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: 'uploadRefused', details: { reason: 'hash', received: 0 } });
    const tooLong = await put(sha256, 200 * MEGABYTE, 0, Buffer.alloc(1));
    expect(tooLong.status).toBe(413);
    expect(await readdir(join(folder, 'blobs', '.incoming'))).toEqual([]);
  });
});

describe('The limits of uploads', () => {
  it('are read from the environment in megabytes', () => {
    const limits = (HOLDFAST_IMAGE_MB?: string, HOLDFAST_FILE_MB?: string) =>
      readConfig({ HOLDFAST_IMAGE_MB, HOLDFAST_FILE_MB }).uploadLimits;
    expect(limits()).toEqual({ imageBytes: 25 * MEGABYTE, fileBytes: 100 * MEGABYTE });
    expect(limits('40', '500')).toEqual({ imageBytes: 40 * MEGABYTE, fileBytes: 500 * MEGABYTE });
    expect(() => limits('0')).toThrow('HOLDFAST_IMAGE_MB=0: must be between 1 and 100');
    expect(() => limits('25', 'much')).toThrow('must be a whole number of megabytes');
  });
});
