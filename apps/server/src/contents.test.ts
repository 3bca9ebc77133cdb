import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blobFile, blobFolder, openLog } from '@holdfast/host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../../packages/host/src/testing/objectStore.ts';
import { backUp, restore } from './backup/backup.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabases } from './databases.ts';
import { scrubAll } from './backup/scrub.ts';
import { startServer } from './server.ts';

const COMPANY = '01900000-0000-7000-8000-000000000001';
const PHOTO = randomBytes(2_000);
const sha256 = createHash('sha256').update(PHOTO).digest('hex');

let folder: string;
let store: TestStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-contents-'));
  store = await openTestStore();
});
afterAll(async () => {
  await store.remove();
  await rm(folder, { recursive: true });
});

function settings(name: string, contents: 'folder' | 'bucket'): Config {
  return readConfig({
    PORT: '0',
    HOLDFAST_DATA: join(folder, name),
    HOLDFAST_DEMO: '0',
    HOLDFAST_WEATHER_URL: '0',
    HOLDFAST_S3_URL: store.address.url,
    HOLDFAST_S3_ACCESS_KEY: store.address.accessKey,
    HOLDFAST_S3_SECRET_KEY: store.address.secretKey,
    HOLDFAST_CONTENTS: contents,
  });
}

it('photos and files of a running server move to a bucket, are backed up and checked there, and move back', async () => {
  const config = settings('server', 'bucket');
  const databases = await openDatabases(config);
  const content = { scopeId: COMPANY, sha256, size: PHOTO.length, mimeType: 'image/png', createdAt: 0 };
  await databases.write
    .insertInto('blob')
    .values({ ...content, state: 'stored' })
    .execute();
  await databases.close();
  const file = blobFile(blobFolder(config), COMPANY, sha256);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, PHOTO);

  const key = { scopeId: COMPANY, sha256, rendition: null };
  const within = async (contents: 'folder' | 'bucket'): Promise<void> => {
    const server = await startServer(settings('server', contents), openLog('silent'));
    const { blobs } = server.application.ports;
    await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(contents === 'folder');
    await expect.poll(async () => Buffer.from((await blobs.get(key)) ?? []).equals(PHOTO)).toBe(true);
    await server.stop();
  };
  await within('bucket');
  expect(await backUp(config, join(folder, 'backup'))).toMatchObject({ blobs: 1, damaged: [] });
  expect(readFileSync(blobFile(join(folder, 'backup/blobs'), COMPANY, sha256))).toEqual(PHOTO);
  expect(await scrubAll(config, null)).toBe('Photos and files compared with their hashes: 1');
  expect(await restore(settings('restored', 'bucket'), join(folder, 'backup'))).toMatchObject({ blobs: 1 });
  await within('folder');
  expect(readFileSync(file)).toEqual(PHOTO);
});

it('a bucket without its keys is refused with the missing settings', () => {
  const read = (given: Record<string, string>) => () => readConfig(given);
  expect(read({ HOLDFAST_S3_URL: 'https://s3.example.org/holdfast' })).toThrow(
    'HOLDFAST_S3_ACCESS_KEY and HOLDFAST_S3_SECRET_KEY must be set',
  );
  expect(read({ HOLDFAST_CONTENTS: 'bucket' })).toThrow('HOLDFAST_S3_URL must name the bucket');
});
