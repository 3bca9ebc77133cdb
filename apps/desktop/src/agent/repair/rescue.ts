import { join } from 'node:path';
import type { Rescued } from '@holdfast/contract';
import { type Database, localTables } from '@holdfast/core';
import { type Rescue, writeFact } from '@holdfast/device';
import { blobFolder, type ContentFiles, diskBlobs, rescueRows } from '@holdfast/host';
import { DeviceState, type OutboxRecord, STATE_KEY } from '@holdfast/sync';
import { type Kysely, sql } from 'kysely';

const tables = localTables.device;

/** The tables with work and settings of this desktop alone; everything else is on the server. */
type Rescuable = 'instance' | 'user' | 'token' | 'outbox' | 'setAside' | 'blob' | 'blobQueue';

/** Places of a rescue. */
interface Setting {
  /** The damaged database. */
  file: string;
  dataFolder: string;
  /** Folder to which the damaged files are moved afterwards. */
  folder: string;
  /** Time of the repair, milliseconds UTC. */
  at: number;
  /** Key of the damaged database, when it is encrypted. */
  key: Uint8Array | null;
  files: ContentFiles;
}

/**
 * Copies unsent work, refused changes, settings and accounts from a damaged database into an empty one, and notes the photos and files on disk.
 * Unsent changes are set aside, and are queued again after the records were received.
 */
export async function rescueInto(db: Kysely<Database>, setting: Setting): Promise<Rescue> {
  const { at, folder } = setting;
  const read = async <T extends Rescuable>(table: T) => rowsOf(setting, table, await columnsOf(db, table));
  const instance = await read('instance');
  const facts = new Map(instance.rows.map(({ key, value }) => [key, value]));
  const state = stateIn(facts.get(STATE_KEY));
  const outbox = await read('outbox');
  const aside = await read('setAside');
  const queue = await read('blobQueue');
  await insert(db, 'setAside', aside.rows);
  await insert(db, 'blobQueue', queue.rows);
  // Without the facts it is unknown whether this device was revoked: its users have to sign in through the server.
  if (state !== null && facts.has('desktop.deviceToken')) {
    await insert(db, 'user', (await read('user')).rows);
    await insert(db, 'token', (await read('token')).rows);
    for (const row of instance.rows.filter(({ key }) => key.startsWith('desktop.')))
      await db
        .insertInto('instance')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
        .execute();
    await adoptState(db, state, outbox.rows);
  }
  const unsent = outbox.rows.filter(
    ({ n, op, sentAt }) => sentAt === null && op !== 'noop' && n > (state?.ackedN ?? 0),
  );
  await insert(
    db,
    'setAside',
    unsent.map((change) => ({
      id: `rescued:${change.groupId}:${change.n}`,
      n: change.n,
      kind: 'quarantined',
      change: JSON.stringify(change),
      reason: 'rescued',
      at,
    })),
  );
  const rescue: Rescue = {
    at,
    changes: describe(setting, await columnsOf(db, 'item'), unsent),
    contents: await adoptContents(db, setting, (await read('blob')).rows),
    complete: outbox.complete && aside.complete,
    folder,
  };
  await writeFact(db, 'rescue', rescue);
  // Makes the next start send the rescued changes as soon as the records were received.
  await writeFact(db, 'refusedSentAt', 0);
  return rescue;
}

/** Continues the numbering after the last change that the server accepted; later numbers are used again. */
async function adoptState(db: Kysely<Database>, state: DeviceState, outbox: readonly OutboxRecord[]): Promise<void> {
  const { ackedN, ackedChain } = state;
  const continued: DeviceState = {
    ...state,
    nextN: ackedN + 1,
    chain: ackedChain,
    upgradedFrom: null,
    lease: null,
  };
  await db
    .updateTable('instance')
    .set({ value: JSON.stringify(continued) })
    .where('key', '=', STATE_KEY)
    .execute();
  // Accepted changes are kept, because they are sent again if the server is restored to a time before them.
  await insert(
    db,
    'outbox',
    outbox.filter(({ n }) => n <= ackedN),
  );
}

function stateIn(value: string | undefined): DeviceState | null {
  try {
    const parsed = DeviceState.safeParse(JSON.parse(value ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Records every photo and file on disk. @returns the number of them */
async function adoptContents(
  db: Kysely<Database>,
  { dataFolder, files }: Setting,
  known: readonly Database['blob'][],
): Promise<number> {
  const typeOf = new Map(known.map(({ scopeId, sha256, mimeType }) => [`${scopeId} ${sha256}`, mimeType]));
  const blobs = diskBlobs({ blobs: blobFolder({ dataFolder }), renditions: join(dataFolder, 'renditions') }, { files });
  const found: Database['blob'][] = [];
  for await (const { scopeId, sha256, storedAt } of blobs.list()) {
    const size = await blobs.size({ scopeId, sha256, rendition: null });
    const mimeType = typeOf.get(`${scopeId} ${sha256}`) ?? 'application/octet-stream';
    if (size !== null)
      found.push({ scopeId, sha256, size, mimeType, state: 'stored', createdAt: Math.floor(storedAt) });
  }
  await insert(db, 'blob', found);
  return found.length;
}

/** Describes changes by the name of their item, as far as it can be read, and their values. */
function describe(
  { file, key }: Setting,
  columns: readonly string[],
  changes: readonly OutboxRecord[],
): Rescue['changes'] {
  const isNamed = (row: Record<string, unknown>): boolean =>
    typeof row['id'] === 'string' && typeof row['name'] === 'string';
  const names = new Map(
    rescueRows(file, 'item', columns, isNamed, key).rows.map((row) => [row['id'], String(row['name'])]),
  );
  return changes.map(({ historyJson, itemId, at, userId }) => {
    const { what, lines } = JSON.parse(historyJson ?? '{"what":"","lines":[]}') as Pick<Rescued, 'what' | 'lines'>;
    return { userId, place: names.get(itemId ?? '') ?? '', what, lines, at: new Date(at).toISOString() };
  });
}

/** Returns the rows of a table, one for each key. Of several rows with a key, one that the server accepted wins. */
function rowsOf<T extends Rescuable>(
  { file, key }: Setting,
  table: T,
  columns: readonly string[],
): { rows: Database[T][]; complete: boolean } {
  const schema = tables[table];
  const { rows, complete } = rescueRows(file, table, columns, (row) => schema.safeParse(row).success, key);
  const byKey = new Map<string, Database[T]>();
  for (const row of rows) {
    const key = KEYS[table].map((column) => row[column]).join(' ');
    const other = byKey.get(key) as { sentAt?: number | null } | undefined;
    if (other === undefined || (other.sentAt === null && row['sentAt'] !== null)) byKey.set(key, row as Database[T]);
  }
  return { rows: [...byKey.values()], complete };
}

const KEYS: Readonly<Record<Rescuable, readonly string[]>> = {
  instance: ['key'],
  user: ['id'],
  token: ['id'],
  outbox: ['n'],
  setAside: ['id'],
  blob: ['scopeId', 'sha256'],
  blobQueue: ['scopeId', 'sha256', 'direction'],
};

/** Columns of a table in the order in which SQLite stores them. */
async function columnsOf(db: Kysely<Database>, table: Rescuable | 'item'): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`.execute(db);
  return rows.map(({ name }) => name);
}

async function insert<T extends Rescuable>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Database[T][],
): Promise<void> {
  const values: readonly Record<string, unknown>[] = rows;
  for (let from = 0; from < values.length; from += 200)
    await db
      .withTables<Record<string, Record<string, unknown>>>()
      .insertInto<string>(table)
      .values(values.slice(from, from + 200))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
