import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { addAccount } from '@holdfast/core';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adoptRestored, backUp, BackupError, restore } from './backup.ts';
import { type Config, readConfig } from '../config.ts';
import { blobFile, blobFolder, systemPorts } from '@holdfast/host';
import { openDatabases } from '../databases.ts';
import { scrubAll } from './scrub.ts';

const testPostgres = process.env['HOLDFAST_TEST_PG'];
const COMPANY = '01900000-0000-7000-8000-000000000001';
const PHOTO = randomBytes(2000);
const SHA = createHash('sha256').update(PHOTO).digest('hex');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A server's settings in a folder of its own, or in a PostgreSQL schema of its own. */
async function place(name: string, engine: 'sqlite' | 'postgres'): Promise<Config> {
  const config = readConfig({ HOLDFAST_DATA: join(folder, name) });
  if (engine === 'sqlite') return config;
  const schema = `backup_${name}_${randomBytes(4).toString('hex')}`;
  const url = new URL(testPostgres!);
  const admin = await openDatabases({ dataFolder: folder, databaseUrl: url.href });
  await sql.raw(`create database ${schema}`).execute(admin.write);
  await admin.close();
  url.pathname = `/${schema}`;
  return { ...config, databaseUrl: url.href };
}

/** Returns the files and folders that other users of this machine may read. */
function readableByOthers(path: string): string[] {
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))].filter(
    (each) => (statSync(each).mode & 0o077) !== 0,
  );
}

/** An example of each kind of data: an account, a company's row, a blob. */
async function fill(config: Config): Promise<void> {
  const { write, close } = await openDatabases(config);
  const now = systemPorts.clock.now();
  const account = {
    id: systemPorts.ids.next(now),
    email: 'a@example.test',
    name: 'A',
    role: 'viewer' as const,
    companyId: COMPANY,
    passwordHash: 'x',
  };
  await addAccount(write, account, now);
  await write
    .insertInto('token')
    .values({
      id: systemPorts.ids.next(now),
      hash: 'h',
      userId: account.id,
      device: '',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now,
      revokedAt: null,
    })
    .execute();
  const stamps = {
    _seq: 1,
    _clk: '{"*":[1,0,"server"]}',
    createdAt: now,
    updatedAt: now,
    createdByUserId: account.id,
    updatedByUserId: account.id,
    deletedAt: null,
  };
  await write
    .insertInto('company')
    .values({
      ...stamps,
      id: COMPANY,
      scopeId: COMPANY,
      name: 'Northmere "Drilling" – Ærø',
      shortName: '',
      address: '',
      accreditation: '',
      installationFieldsTemplateId: null,
    })
    .execute();
  await write
    .insertInto('blob')
    .values({
      scopeId: COMPANY,
      sha256: SHA,
      size: PHOTO.length,
      mimeType: 'image/png',
      state: 'stored',
      createdAt: now,
    })
    .execute();
  await close();
  const file = blobFile(blobFolder(config), COMPANY, SHA);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, PHOTO);
}

async function contents(config: Config): Promise<unknown> {
  const { read, close } = await openDatabases(config);
  const rows = {
    company: await read.selectFrom('company').selectAll().execute(),
    user: await read.selectFrom('user').selectAll().execute(),
    token: await read.selectFrom('token').selectAll().execute(),
    blob: await read.selectFrom('blob').selectAll().execute(),
    condition: await read.selectFrom('condition').selectAll().orderBy('id').execute(),
  };
  await close();
  return rows;
}

async function epoch(config: Config): Promise<string> {
  const { read, close } = await openDatabases(config);
  const { value } = await read
    .selectFrom('instance')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  await close();
  return value;
}

const journeys = [
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const;

describe('the restore drill', () => {
  it.each(journeys.filter((journey) => testPostgres !== undefined || !journey.includes('postgres' as never)))(
    'restores every row and file of a %s backup into %s, with a new epoch',
    async (from, to) => {
      const source = await place('source', from);
      const target = await place('target', to);
      await fill(source);
      const backup = join(folder, 'backup');
      const made = await backUp(source, backup);
      expect(made.blobs).toBe(1);
      expect(readableByOthers(join(backup, 'blobs'))).toEqual([]);
      expect(statSync(join(backup, 'rows.ndjson.gz')).mode & 0o077).toBe(0);
      expect(await restore(target, backup)).toEqual(made);
      expect(readableByOthers(target.dataFolder)).toEqual([]);
      // Sessions are not restored: one that was signed out since the backup must not be valid again.
      expect(await contents(target)).toEqual({ ...((await contents(source)) as object), token: [] });
      expect(readFileSync(blobFile(blobFolder(target), COMPANY, SHA)).equals(PHOTO)).toBe(true);
      expect(await epoch(target)).not.toBe(await epoch(source));
    },
  );

  it('ends every session and signs out every desktop of a database that another tool restored, with a new epoch', async () => {
    const restored = await place('restored', 'sqlite');
    await fill(restored);
    const { write, read, close } = await openDatabases(restored);
    const now = systemPorts.clock.now();
    const { id: userId } = await write.selectFrom('user').select('id').executeTakeFirstOrThrow();
    await write
      .insertInto('passwordReset')
      .values({ hash: 'h', userId, createdAt: now, expiresAt: now, usedAt: null })
      .execute();
    const device = {
      originId: null,
      name: 'Tablet',
      lastN: 0,
      chain: '',
      lastSeenAt: now,
      appVersion: '1.0.0',
      schema: 0,
      waiting: 0,
      createdAt: now,
      label: null,
      oldestWaitingAt: null,
      contentsWaiting: 0,
      contentBytes: 0,
      encrypted: null,
      reportedAt: null,
    };
    const devices = [
      { ...device, id: 'a', tokenHash: 'a', revokedAt: null, revokeMode: null },
      { ...device, id: 'b', tokenHash: 'b', revokedAt: 5, revokeMode: 'wipe' as const },
    ];
    await write.insertInto('device').values(devices).execute();
    const before = await contents(restored);
    const epochBefore = await epoch(restored);
    await adoptRestored(restored);
    const access = await read.selectFrom('device').select(['revokedAt', 'revokeMode']).orderBy('id').execute();
    const links = await read.selectFrom('passwordReset').select('hash').execute();
    await close();
    expect(await contents(restored)).toEqual({ ...(before as object), token: [] });
    expect(links).toEqual([]);
    expect(access).toEqual([
      { revokedAt: expect.any(Number) as number, revokeMode: 'signOut' },
      { revokedAt: 5, revokeMode: 'wipe' },
    ]);
    expect(await epoch(restored)).not.toBe(epochBefore);
  });

  it('refuses a target that is not empty, and does not change it', async () => {
    const source = await place('source', 'sqlite');
    await fill(source);
    await backUp(source, join(folder, 'backup'));
    const before = await contents(source);
    await expect(restore(source, join(folder, 'backup'))).rejects.toThrow('not empty');
    expect(await contents(source)).toEqual(before);
  });

  it('refuses an incomplete backup, and restores nothing of it', async () => {
    const source = await place('source', 'sqlite');
    await fill(source);
    const backup = join(folder, 'backup');
    await backUp(source, backup);
    const rows = readFileSync(join(backup, 'rows.ndjson.gz'));
    writeFileSync(join(backup, 'rows.ndjson.gz'), rows.subarray(0, rows.length - 40));
    const target = await place('target', 'sqlite');
    await expect(restore(target, backup)).rejects.toThrow(BackupError);
    expect(await contents(target)).toMatchObject({ company: [], user: [] });
  });

  it('continues after a missing or damaged photo, which is omitted and reported', async () => {
    const source = await place('source', 'sqlite');
    await fill(source);
    writeFileSync(blobFile(blobFolder(source), COMPANY, SHA), 'not the photo');
    const backup = join(folder, 'backup');
    const { damaged } = await backUp(source, backup);
    expect(damaged).toHaveLength(1);
    expect(damaged[0]).toContain(SHA);
    expect(existsSync(blobFile(join(backup, 'blobs'), COMPANY, SHA))).toBe(false);
    const target = await place('target', 'sqlite');
    await restore(target, backup);
    const { company } = (await contents(source)) as { company: unknown };
    expect(await contents(target)).toMatchObject({ company });
  });

  it('refuses a backup with a symbolic link in place of a photo, and names it', async () => {
    const source = await place('source', 'sqlite');
    await fill(source);
    const backup = join(folder, 'backup');
    await backUp(source, backup);
    const photo = blobFile(join(backup, 'blobs'), COMPANY, SHA);
    const elsewhere = join(folder, 'elsewhere');
    renameSync(photo, elsewhere);
    symlinkSync(elsewhere, photo);
    const target = await place('target', 'sqlite');
    await expect(restore(target, backup)).rejects.toThrow(photo);
    expect(existsSync(blobFolder(target))).toBe(false);
    rmSync(photo);
    renameSync(elsewhere, photo);
    expect(await restore(target, backup)).toMatchObject({ blobs: 1 });
    expect(readFileSync(blobFile(blobFolder(target), COMPANY, SHA))).toEqual(PHOTO);
  });

  it('restores a damaged photo of the server, which a check would report', async () => {
    const source = await place('source', 'sqlite');
    await fill(source);
    const backup = join(folder, 'backup');
    await backUp(source, backup);
    const file = blobFile(blobFolder(source), COMPANY, SHA);
    writeFileSync(file, 'worn');
    expect(await scrubAll(source, null)).toContain(SHA);
    expect(existsSync(file)).toBe(false);
    expect(await scrubAll(source, backup)).toContain('Taken from the backup: 1');
    expect(readFileSync(file)).toEqual(PHOTO);
    expect(await scrubAll(source, null)).toBe('Photos and files compared with their hashes: 1');
  });

  it('shares photos and files with an earlier backup, and copies those that are damaged there', async () => {
    const config = await place('served', 'sqlite');
    await fill(config);
    const [first, second, third] = ['first', 'second', 'third'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    expect(await backUp(config, first)).toMatchObject({ blobs: 1, linked: 0 });
    expect(await backUp(config, second, first)).toMatchObject({ blobs: 1, linked: 1 });
    const [older, newer] = [first, second].map((at) => blobFile(join(at, 'blobs'), COMPANY, SHA)) as [string, string];
    expect(statSync(newer).ino).toBe(statSync(older).ino);
    writeFileSync(newer, 'damaged on the disk of the backups');
    expect(await backUp(config, third, second)).toMatchObject({ blobs: 1, linked: 0, damaged: [] });
    expect(readFileSync(blobFile(join(third, 'blobs'), COMPANY, SHA))).toEqual(PHOTO);
    await expect(backUp(config, join(folder, 'fourth'), join(folder, 'none'))).rejects.toThrow('holds no backup');
  });

  it('follows no link that waits under a name with the id of its process', async () => {
    const config = await place('served', 'sqlite');
    await fill(config);
    const other = join(folder, 'other');
    mkdirSync(other);
    symlinkSync(other, join(folder, `backup.unfinished-${process.pid}`));
    await backUp(config, join(folder, 'backup'));
    expect(readdirSync(other)).toEqual([]);
    expect(lstatSync(join(folder, 'backup')).isDirectory()).toBe(true);
  });

  it('never overwrites an earlier backup', async () => {
    const source = await place('source', 'sqlite');
    mkdirSync(join(folder, 'backup'));
    await expect(backUp(source, join(folder, 'backup'))).rejects.toThrow('exists already');
  });
});
