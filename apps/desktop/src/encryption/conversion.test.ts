import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPANIES } from '@holdfast/core/testing';
import { readFact, writeFact } from '@holdfast/device';
import { blobFile, blobFolder, diskBlobs, sealedFiles, systemPorts } from '@holdfast/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeviceDatabase } from '../agent/database.ts';
import { type Encryption, openEncryption } from './encryption.ts';
import { filesHolding } from './testing/plainText.ts';

const { clock } = systemPorts;
const ADDRESS = { server: 'http://127.0.0.1:1', hostId: 'host', port: 1 };
const NAME = 'Padeye with an unusual name';
/** Numbers of rows and photos with which the conversion takes long enough to be interrupted. */
const FACTS = 400;
const PHOTOS = 60;
/** Number of times the conversion is killed; HOLDFAST_RUNS sets another. */
const KILLS = Number(process.env['HOLDFAST_RUNS'] ?? 8);

let dataFolder: string;
let photos: Map<string, Buffer>;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'holdfast-conversion-'));
  photos = new Map();
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const open = (): Promise<Encryption> => openEncryption({ dataFolder, keychain: null, now: () => clock.now() });
const contentsOf = ({ files }: Encryption) =>
  diskBlobs({ blobs: blobFolder({ dataFolder }), renditions: join(dataFolder, 'renditions') }, { files });

/** Fills the folder with rows, photos, copies of photos, and a copy of the database from before an update. */
async function fill(): Promise<void> {
  const encryption = await open();
  const { databases } = await openDeviceDatabase(dataFolder, clock);
  await writeFact(databases.write, 'viewedInspection', NAME);
  await databases.write.transaction().execute(async (trx) => {
    for (let n = 0; n < FACTS; n += 1)
      await trx
        .insertInto('instance')
        .values({ key: `filling ${n}`, value: `${NAME} ${n} ${'x'.repeat(2_000)}` })
        .execute();
  });
  const backup = join(dataFolder, 'backups', 'before-0.2.0');
  mkdirSync(backup, { recursive: true });
  for (const name of ['device.db', 'device.db-wal']) await copyFile(join(dataFolder, name), join(backup, name));
  await databases.close();
  const blobs = contentsOf(encryption);
  for (let n = 0; n < PHOTOS; n += 1) {
    const photo = randomBytes(50_000 + n * 3_000);
    const { sha256 } = (await blobs.put(COMPANIES.northmere, photo, photo.length))!;
    await blobs.putRendition({ scopeId: COMPANIES.northmere, sha256, rendition: 320 }, photo.subarray(0, 9_000));
    photos.set(sha256, photo);
  }
}

async function choose(isWanted: boolean): Promise<void> {
  const encryption = await open();
  encryption.begin(ADDRESS);
  await encryption.choose(isWanted);
  await encryption.stop();
}

/** Reads everything as an agent does at its start. */
async function expectAllThere(): Promise<void> {
  const encryption = await open();
  expect(encryption.isLost).toBe(false);
  const file = join(dataFolder, 'device.db');
  const { databases } = await openDeviceDatabase(dataFolder, clock, encryption.keyFor(file));
  try {
    expect(await readFact(databases.read, 'viewedInspection')).toBe(NAME);
    const rows = await databases.read.selectFrom('instance').select('key').where('key', 'like', 'filling %').execute();
    expect(rows).toHaveLength(FACTS);
  } finally {
    await databases.close();
  }
  const blobs = contentsOf(encryption);
  for (const [sha256, photo] of photos) {
    const key = { scopeId: COMPANIES.northmere, sha256 };
    expect(await blobs.check(key)).toBe('whole');
    const copy = await blobs.get({ ...key, rendition: 320 });
    expect(copy !== null && createHash('sha256').update(copy).digest('hex')).toBe(
      createHash('sha256').update(photo.subarray(0, 9_000)).digest('hex'),
    );
  }
}

/** Plain contents that must not occur in encrypted files: texts, and pieces from the beginning, the middle and the end of photos. */
const known = (): (string | Buffer)[] => [
  NAME,
  ...[...photos.values()].flatMap((photo) => [
    photo.subarray(0, 64),
    photo.subarray(8_000, 8_064),
    photo.subarray(-64),
  ]),
];

/** Moment at which the process is killed: a time after its start, while the database is converted, or a number of converted files. */
type Moment = { afterMs: number } | { done: number };

/** Starts the conversion of all files and kills it. @param at null: it runs to its end. @returns whether it ended */
async function change(at: Moment | null): Promise<boolean> {
  const script = join(import.meta.dirname, 'testing', 'convertingProcess.ts');
  const child = spawn(process.execPath, [script, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdout.once('data', () => {
    if (at !== null && 'afterMs' in at) setTimeout(() => child.kill('SIGKILL'), at.afterMs);
  });
  child.stdout.on('data', (text: Buffer) => {
    const done = Number(text.toString().trim().split('\n').at(-1));
    if (at !== null && 'done' in at && done >= at.done) child.kill('SIGKILL');
  });
  const [code] = (await ended) as [number | null];
  return code === 0;
}

describe('encrypting and decrypting the data of a desktop', () => {
  it('leaves nothing in plain form, and restores everything', async () => {
    await fill();
    expect((await filesHolding(dataFolder, known())).length).toBeGreaterThan(PHOTOS);
    await choose(true);
    expect(await change(null)).toBe(true);
    expect(await filesHolding(dataFolder, known())).toEqual([]);
    await expectAllThere();
    expect(await filesHolding(dataFolder, known())).toEqual([]);
    await choose(false);
    expect(await change(null)).toBe(true);
    await expectAllThere();
    const plain = await filesHolding(dataFolder, known());
    expect(plain).toEqual(expect.arrayContaining(['device.db', join('backups', 'before-0.2.0', 'device.db')]));
    expect(plain.length).toBeGreaterThan(2 * PHOTOS);
  }, 120_000);

  it('does not change a photo encrypted with a lost key, so that the key can decrypt it again', async () => {
    await fill();
    const [sha256] = photos.keys();
    const file = blobFile(blobFolder({ dataFolder }), COMPANIES.northmere, sha256!);
    const locked = await sealedFiles(randomBytes(32), true).encodedBytes(photos.get(sha256!)!);
    await writeFile(file, locked);
    await choose(true);
    expect(await change(null)).toBe(true);
    expect(await readFile(file)).toEqual(locked);
  });

  it('loses nothing when it is killed at any time, and completes afterwards', async () => {
    await fill();
    let interrupted = 0;
    for (let round = 0; round < KILLS; round += 1) {
      await choose(Math.floor(round / 2) % 2 === 0);
      await change(round % 2 === 0 ? { afterMs: (round * 13) % 80 } : { done: 10 + ((round * 37) % 70) });
      const plain = (await filesHolding(dataFolder, known())).filter((name) => /^(?:blobs|renditions)/.test(name));
      if (plain.length > 0 && plain.length < 2 * PHOTOS) interrupted += 1;
      await expectAllThere();
    }
    // Otherwise all kills happened before the first photo or after the last one.
    expect(interrupted).toBeGreaterThanOrEqual(Math.floor(KILLS / 4));
    await choose(true);
    expect(await change(null)).toBe(true);
    await expectAllThere();
    expect(await filesHolding(dataFolder, known())).toEqual([]);
    expect((await readdir(dataFolder)).filter((name) => /converting/.test(name))).toEqual([]);
  }, 300_000);
});
