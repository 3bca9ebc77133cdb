import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { beginEpoch, contentNames, type Database, migrateTo } from '@holdfast/core';
import { blobFile, blobFolder, type Databases, VERSION } from '@holdfast/host';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { openContents } from '../contents.ts';
import { openDatabases, openUnmigrated } from '../databases.ts';
import { z } from 'zod';

/** Header of a backup, its first line. `migrations` are those applied to the rows. */
const BackupHeader = z.object({
  holdfast: z.string(),
  format: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
});
type BackupHeader = z.output<typeof BackupHeader>;

/** Result of a backup or restore. */
export interface BackupReport {
  rows: number;
  blobs: number;
  /** Number of files that are hard links to those of an earlier backup. */
  linked: number;
  /** Photos and files that are omitted because they are damaged or missing, one line each. */
  damaged: string[];
}

/** A backup that cannot be used, or a target that cannot hold one; the message is shown to the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A photo or file whose content does not match its hash, or is missing. */
class DamagedFile extends BackupError {
  override name = 'DamagedFile';
}

const ROWS = 'rows.ndjson.gz';
/** Maximum number of files that a message names. */
const MOST_NAMED = 10;
/** Tables that a backup omits: those that migrations and triggers fill, and transient ones, sessions and reset links among them. */
const LEFT_OUT = [
  'migration',
  'migrationLock',
  'signInAttempt',
  'token',
  'passwordReset',
  'letter',
  'factorChallenge',
  'singleSignOn',
  'conditionCount',
];

/**
 * Writes database and blobs into a folder as one consistent unit (data decision 37): every row as of one moment, and every blob that those rows name,
 * verified by its hash. A damaged or missing blob is omitted and reported, and does not stop the backup. The folder gets its name only when it is
 * complete. Both database engines write the same format, so that a backup of one can be restored into the other.
 * @param previous an earlier backup, whose unchanged files are hard-linked instead of copied; null: none
 * @throws {BackupError} when the folder exists, or cannot be written to
 */
export async function backUp(config: Config, folder: string, previous: string | null = null): Promise<BackupReport> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists already. A backup is never written over another.`);
  if (previous !== null && !existsSync(join(previous, ROWS))) throw new BackupError(`${previous} holds no backup.`);
  const databases = await openDatabases(config, { streams: true });
  const { blobs: contents } = openContents(config, { checked: false });
  let unfinished: string | null = null;
  try {
    await mkdir(dirname(folder), { recursive: true });
    // Other accounts that write to the folder of the backups cannot put a link under a random name in advance.
    unfinished = await mkdtemp(`${folder}.unfinished-`);
    await mkdir(join(unfinished, 'blobs'), { mode: 0o700 });
    const counted = { rows: 0 };
    const file = join(unfinished, ROWS);
    const blobs = await inSnapshot(databases, async (trx) => {
      await pipeline(
        Readable.from(lines(trx, databases.engine, counted)),
        createGzip({ level: 6 }),
        createWriteStream(file, { mode: 0o600 }),
      );
      return trx.selectFrom('blob').select(['scopeId', 'sha256']).execute();
    });
    const damaged: string[] = [];
    let linked = 0;
    for (const { scopeId, sha256 } of blobs) {
      const file = blobFile(blobFolder(config), scopeId, sha256);
      const source = existsSync(file) ? file : await contents.open({ scopeId, sha256, rendition: null });
      const target = blobFile(join(unfinished, 'blobs'), scopeId, sha256);
      if (
        previous !== null &&
        (await linkVerified(blobFile(join(previous, 'blobs'), scopeId, sha256), target, sha256))
      ) {
        linked += 1;
        continue;
      }
      try {
        await copyVerified(source, target, sha256);
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        await rm(target, { force: true });
        damaged.push(await contentNames(databases.read, { scopeId, sha256 }));
      }
    }
    await syncToDisk(file);
    await rename(unfinished, folder);
    return { rows: counted.rows, blobs: blobs.length - new Set(damaged).size, linked, damaged };
  } finally {
    if (unfinished !== null) await rm(unfinished, { recursive: true, force: true });
    await databases.close();
  }
}

/**
 * Restores a backup into an empty database and data folder. Afterwards the database has a new epoch, so that devices start again from its contents
 * (docs/sync.md, "What is promised"). Sessions, links of resets and sign-ins of devices are not restored.
 * @throws {BackupError} when the backup is incomplete or the target is not empty; nothing is written then
 */
export async function restore(config: Config, folder: string): Promise<BackupReport> {
  const file = join(folder, ROWS);
  if (!existsSync(file)) throw new BackupError(`${folder} holds no backup.`);
  const header = await readHeader(file);
  const databases = openUnmigrated(config);
  try {
    await mustBeEmpty(databases);
    const contents = await contentFiles(join(folder, 'blobs'));
    await migrateTo(databases.write, 'server', databases.engine, header.migrations.at(-1)!);
    const blobs = await restoreBlobs(contents, join(folder, 'blobs'), blobFolder(config));
    const rows = await databases.write.transaction().execute(async (trx) => {
      const inserted = await insertRows(trx, file);
      await signAllOut(trx);
      return inserted;
    });
    await beginEpoch(databases.write, randomUUID);
    return { rows, blobs, linked: 0, damaged: [] };
  } finally {
    await databases.close();
  }
}

/**
 * Adopts a database that was restored with the tools of its engine, such as point-in-time recovery of PostgreSQL. It gets a new epoch, so that
 * devices start again from its contents and send the changes that it lacks, and every session is ended. Call it while no server runs.
 */
export async function adoptRestored(config: Config): Promise<void> {
  const databases = await openDatabases(config);
  try {
    await databases.write.transaction().execute(signAllOut);
    await beginEpoch(databases.write, randomUUID);
  } finally {
    await databases.close();
  }
}

async function inSnapshot<T>({ read, engine }: Databases, work: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  if (engine === 'postgres') return read.transaction().setIsolationLevel('repeatable read').execute(work);
  return read.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`commit`.execute(connection);
    }
  });
}

async function* lines(
  db: Kysely<Database>,
  engine: Databases['engine'],
  counted: { rows: number },
): AsyncGenerator<string> {
  const applied = await sql<{ name: string }>`select name from migration order by name`.execute(db);
  const header: BackupHeader = {
    holdfast: VERSION,
    format: 1,
    madeAt: new Date().toISOString(),
    migrations: applied.rows.map((row) => row.name),
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of await tableNames(db, engine)) {
    yield `${JSON.stringify({ table })}\n`;
    for await (const row of db
      .selectFrom(sql<Record<string, unknown>>`${sql.table(table)}`.as('row'))
      .selectAll()
      .stream(500)) {
      counted.rows += 1;
      yield `${JSON.stringify(row)}\n`;
    }
  }
  yield `${JSON.stringify({ end: true, rows: counted.rows })}\n`;
}

async function tableNames(db: Kysely<Database>, engine: Databases['engine']): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`
      : sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`;
  const { rows } = await query.execute(db);
  return rows.map((row) => row.name).filter((name) => !LEFT_OUT.includes(name));
}

async function readHeader(file: string): Promise<BackupHeader> {
  let first: Record<string, unknown> | null = null;
  let complete = false;
  try {
    for await (const entry of entries(file)) {
      first ??= entry;
      complete = entry['end'] === true;
    }
  } catch (error) {
    throw new BackupError(`This backup is damaged (${error instanceof Error ? error.message : String(error)}).`);
  }
  if (!complete || first === null) throw new BackupError('This backup is incomplete.');
  if (first['format'] !== 1) throw new BackupError('This backup was made by a later version of Holdfast.');
  const header = BackupHeader.safeParse(first);
  if (!header.success) throw new BackupError('This backup is damaged (its first line is incomplete).');
  return header.data;
}

async function* entries(file: string): AsyncGenerator<Record<string, unknown>> {
  const source = createReadStream(file).pipe(createGunzip());
  const failed = new Promise<never>((_, reject) => source.on('error', reject));
  failed.catch(() => undefined);
  for await (const line of createInterface({ input: source, crlfDelay: Infinity }))
    yield JSON.parse(line) as Record<string, unknown>;
  if (source.errored !== null) throw source.errored;
}

async function insertRows(trx: Transaction<Database>, file: string): Promise<number> {
  let table: string | null = null;
  let batch: Record<string, unknown>[] = [];
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (table !== null && batch.length > 0)
      await trx.withTables<Record<string, Record<string, unknown>>>().insertInto(table).values(batch).execute();
    batch = [];
  };
  let first = true;
  for await (const entry of entries(file)) {
    if (first) {
      first = false;
      continue;
    }
    if (typeof entry['table'] === 'string' && Object.keys(entry).length === 1) {
      await flush();
      table = entry['table'];
      // Migrations have inserted the constants already.
      await trx.withTables<Record<string, Record<string, unknown>>>().deleteFrom(table).execute();
    } else if (entry['end'] === true) {
      await flush();
      if (entry['rows'] !== rows) throw new BackupError('This backup is incomplete.');
    } else {
      batch.push(entry);
      rows += 1;
      if (batch.length === 200) await flush();
    }
  }
  return rows;
}

/** Ends all sessions in the restored data, on desktops too, so that sign-outs made after the backup stay in force. */
async function signAllOut(trx: Transaction<Database>): Promise<void> {
  await trx.deleteFrom('token').execute();
  await trx.deleteFrom('passwordReset').execute();
  await trx.deleteFrom('factorChallenge').execute();
  await trx
    .updateTable('device')
    .set({ revokedAt: Date.now(), revokeMode: 'signOut' })
    .where('revokedAt', 'is', null)
    .execute();
}

async function mustBeEmpty({ write, engine }: Databases): Promise<void> {
  const names = await tableNames(write, engine);
  if (!names.includes('user')) return;
  const user = await write.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (user !== undefined) throw new BackupError('The database to restore into is not empty.');
}

/**
 * Returns the photos and files of a backup.
 * @throws {BackupError} naming entries that are neither files nor folders, such as symbolic links: a backup contains none, and their photos would be
 * missing afterwards
 */
async function contentFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const foreign = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
  if (foreign.length > 0) {
    const names = foreign.slice(0, MOST_NAMED).map(({ parentPath, name }) => join(parentPath, name));
    const more = foreign.length > names.length ? ` and ${foreign.length - names.length} more` : '';
    throw new BackupError(
      `This backup contains symbolic links or other entries that are not files: ${names.join(', ')}${more}. Nothing was restored. Put the files themselves in their places and restore again.`,
    );
  }
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function restoreBlobs(files: readonly string[], from: string, to: string): Promise<number> {
  for (const source of files) await copyVerified(source, join(to, relative(from, source)), basename(source));
  return files.length;
}

/** Links a content of an earlier backup. @returns false when it is missing or damaged there, or on another disk */
async function linkVerified(source: string, target: string, sha256: string): Promise<boolean> {
  if (!existsSync(source)) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(source), hash);
  if (hash.digest('hex') !== sha256) return false;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  return link(source, target).then(
    () => true,
    () => false,
  );
}

/** Copies a content. @param source its file, or its bytes; null: it is missing */
async function copyVerified(
  source: string | AsyncIterable<Uint8Array> | null,
  target: string,
  sha256: string,
): Promise<void> {
  if (source === null) throw new DamagedFile(`The file ${sha256} is missing.`);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const copying = typeof source === 'string' ? copyFile(source, target) : pipeline(source, createWriteStream(target));
  await copying.catch((error: unknown) => {
    const isMissing = (error as { code?: string }).code === 'ENOENT';
    throw new (isMissing ? DamagedFile : BackupError)(
      `The file ${sha256} cannot be copied (${error instanceof Error ? error.message : String(error)}).`,
    );
  });
  // A copy gets the permissions of its source, which may be less strict.
  await chmod(target, 0o600);
  const hash = createHash('sha256');
  await pipeline(createReadStream(target), hash);
  if (hash.digest('hex') !== sha256) throw new DamagedFile(`The file ${sha256} is damaged.`);
  await syncToDisk(target);
}

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}
