import {
  type LogEntry,
  LIMITS,
  PROTOCOL,
  type PullLine,
  type PullRequest,
  type Refusal,
  type StreamScope,
} from '@holdfast/contract/sync';
import type { DeviceRecord } from '../records.ts';
import type { Membership } from '../rights.ts';
import { referredTables, type StoredRow } from '../registry.ts';
import { EMPTY_DIGEST } from '../digest.ts';
import { type RowLine, rowLine, type DescribedColumns } from '../rowLines.ts';
import type { Head, Store } from '../store.ts';
import { OLDEST_VERSION, rowAtVersion, tablesGrown, versionOf } from '../versions.ts';
import { headAtVersion } from './headAtVersion.ts';
import { readHorizon } from './purge.ts';
import { deviceRefusal } from './push.ts';
import type { ServerSetting } from './setting.ts';

/** Age in ms up to which the log is sent with the rows; older history is requested when a user opens it. */
export const HISTORY_MS = 90 * 86_400_000;

/**
 * Interval in ms at which a stream checks the access of its device: a device that reads as fast as the server sends pays for few checks, one that
 * reads slowly is checked before each part.
 */
const ACCESS_CHECK_MS = 250;

/** Lines of a pull; rows are arrays (`rowLines.ts`). */
export type PullLines = readonly (PullLine | RowLine)[];

/**
 * Streams the changes in the scopes of a device since its cursors, as lines, several at a time: rows and log by number, a mark at intervals, and the
 * proof at the end of each scope. Each chunk is one short transaction, so that a slow reader blocks nothing.
 * @param asked the request; null: the received message was invalid
 * @param now milliseconds UTC
 */
export async function* pull(
  setting: ServerSetting,
  deviceId: string,
  asked: PullRequest | null,
  now: number,
): AsyncGenerator<PullLines, void, void> {
  if (asked === null) {
    yield [{ kind: 'refused', refusal: { kind: 'refused', code: 'malformed' } }];
    return;
  }
  const epoch = await setting.epoch();
  const device = await setting.database.transaction((store) => store.lockDevice(deviceId));
  const refusal = refusalOf(setting, device, asked);
  if (refusal !== null) {
    yield [{ kind: 'refused', refusal }];
    return;
  }
  const scopes = await streamScopes(setting, epoch, deviceId, asked);
  yield [{ kind: 'header', epoch, lastN: (device as DeviceRecord).lastN, scopes }];
  const described: DescribedColumns = new Map();
  const mayGoOn = accessChecks(setting, deviceId);
  for (const scope of scopes) if (!(yield* streamScope(setting, epoch, asked, scope, described, now, mayGoOn))) return;
  yield [{ kind: 'end' }];
}

/** Returns a function that checks whether a device still reads a scope, at most once per interval for each scope. */
function accessChecks(setting: ServerSetting, deviceId: string): (scopeId: string) => Promise<boolean> {
  const { accessCheckMs = ACCESS_CHECK_MS } = setting;
  const startedAt = setting.now();
  const checkedAt = new Map<string, number>();
  return async (scopeId) => {
    const now = setting.now();
    // A clock that was set back ends the interval too.
    if (Math.abs(now - (checkedAt.get(scopeId) ?? startedAt)) < accessCheckMs) return true;
    checkedAt.set(scopeId, now);
    return mayRead(setting, deviceId, scopeId);
  };
}

/** Returns true as long as a device has not been revoked and one of its users reads a scope. */
async function mayRead({ database, memberships }: ServerSetting, deviceId: string, scopeId: string): Promise<boolean> {
  const device = await database.transaction((store) => store.lockDevice(deviceId));
  return deviceRefusal(device) === null && (await memberships(deviceId)).some((one) => one.scopeId === scopeId);
}

function refusalOf(
  { registry }: ServerSetting,
  device: DeviceRecord | undefined,
  { protocol, schema }: PullRequest,
): Refusal | null {
  const refusal = deviceRefusal(device);
  if (refusal !== null) return refusal;
  if (protocol !== PROTOCOL || schema < OLDEST_VERSION)
    return { kind: 'refused', code: 'upgrade_required', minimum: OLDEST_VERSION };
  const current = versionOf(registry);
  if (schema > current) return { kind: 'refused', code: 'server_behind', current };
  return null;
}

/**
 * Returns the scopes of a device, each with the start of its stream. The library comes last, so that it contains every row to which the
 * companies' rows, read before it, refer.
 */
async function streamScopes(
  { memberships, database }: ServerSetting,
  epoch: string,
  deviceId: string,
  asked: PullRequest,
): Promise<StreamScope[]> {
  const granted = new Map<string, Membership[]>();
  for (const one of await memberships(deviceId)) granted.set(one.scopeId, [...(granted.get(one.scopeId) ?? []), one]);
  const order = [...granted.keys()].toSorted(
    (a, b) => Number(a === 'library') - Number(b === 'library') || (a < b ? -1 : 1),
  );
  const scopes: StreamScope[] = [];
  for (const scopeId of order) {
    const grants = granted.get(scopeId)!.map(({ grantId }) => grantId);
    const held = asked.scopes[scopeId];
    // A device with several users keeps the grant of its request as long as one of them still has it. It keeps that of the library as long as
    // any of them reads: rows of their companies refer to the library, so a device cannot drop it alone.
    const isKept = held !== undefined && (scopeId === 'library' || grants.includes(held.grantId));
    const grantId = isKept ? held.grantId : grants.toSorted().at(-1)!;
    const head = (await database.head(scopeId)) ?? { seq: 0, rows: 0 };
    const cursor = held?.cursor ?? 0;
    const known = knownUpTo(cursor, held?.beganAt);
    const follows =
      held?.grantId === grantId && asked.epoch === epoch && Math.max(cursor, held.beganAt ?? 0) <= head.seq;
    const horizon = await database.transaction((store) => readHorizon(store, scopeId));
    const from = follows && known >= horizon ? cursor : 0;
    scopes.push({ scopeId, grantId, from, head: head.seq, rows: head.rows });
  }
  return scopes;
}

/**
 * Returns the number up to which a device has received every deletion. A row sent by a stream from the beginning was alive when it was sent, so it
 * can only have been deleted after the stream began. A stream that was cut therefore covers all deletions before its beginning.
 */
function knownUpTo(cursor: number, beganAt: number | undefined): number {
  return Math.max(cursor, beganAt ?? 0);
}

/**
 * @param mayGoOn whether the device still reads a scope: a device that reads slowly must not receive what was changed after its access ended
 * @returns false when the stream has to end here, because the device lost its access, because the stream can no longer send every deletion, or because
 * the database continues with another history; in the last two cases the next stream starts from the beginning
 */
async function* streamScope(
  setting: ServerSetting,
  epoch: string,
  asked: PullRequest,
  { scopeId, grantId, from, head: startHead }: StreamScope,
  described: DescribedColumns,
  now: number,
  mayGoOn: (scopeId: string) => Promise<boolean>,
): AsyncGenerator<PullLines, boolean, void> {
  const { database, registry, chunk: rowsPerMark = LIMITS.rowsPerMark } = setting;
  const linesOf = (rows: readonly TableRow[]): (PullLine | RowLine)[] => rowLines(setting, asked, described, rows);
  if (asked.upgradedFrom !== null && from > 0) {
    for (const table of tablesGrown(registry, asked.upgradedFrom, asked.schema))
      yield linesOf((await wholeTable(setting, table, scopeId, from)).map((row) => ({ table, row })));
  }
  const beganAt = from === 0 ? startHead : asked.scopes[scopeId]?.beganAt;
  // A device without rows of the scope does not need deleted rows.
  const omitsDeleted = from === 0 && asked.scopes[scopeId]?.grantId !== grantId;
  let cursor = from;
  let span = rowsPerMark;
  for (;;) {
    if (!(await mayGoOn(scopeId))) return false;
    const window = { scopeId, after: cursor, startHead, omitsDeleted, span, limit: rowsPerMark, version: asked.schema };
    const chunk = await database.transaction((store) => readChunk(setting, store, window, now));
    if (cursor > 0 && knownUpTo(cursor, beganAt) < chunk.horizon) return false;
    if ((await setting.epoch()) !== epoch) return false;
    const lines = linesOf(chunk.rows);
    for (const change of chunk.changes) lines.push({ kind: 'change', change });
    cursor = chunk.upTo;
    const { seq, rows, digest } = chunk.head;
    const ends = cursor >= seq && chunk.still;
    const found = chunk.rows.length + chunk.changes.length;
    if (ends) lines.push({ kind: 'proof', scopeId, head: seq, rows, digest });
    else if (found > 0) lines.push({ kind: 'mark', scopeId, cursor });
    yield lines;
    if (ends) return true;
    // Numbers of rows that changed again later have no row: when there are many of them, the next chunk covers more numbers.
    span = found < rowsPerMark / 4 ? span * 4 : rowsPerMark;
  }
}

interface TableRow {
  table: string;
  row: StoredRow;
}

function rowLines(
  { registry }: ServerSetting,
  { schema }: PullRequest,
  described: DescribedColumns,
  rows: readonly TableRow[],
): (PullLine | RowLine)[] {
  const lines: (PullLine | RowLine)[] = [];
  for (const { table, row } of rows) {
    const known = rowAtVersion(registry, table, row, schema);
    if (known === null) continue;
    let columns = described.get(table);
    if (columns === undefined) {
      columns = Object.keys(known);
      described.set(table, columns);
      lines.push({ kind: 'columns', table, columns: [...columns] });
    }
    lines.push(rowLine(table, columns, known));
  }
  return lines;
}

async function wholeTable(
  { database }: ServerSetting,
  table: string,
  scopeId: string,
  upTo: number,
): Promise<StoredRow[]> {
  return database.transaction((store) => store.rowsAfter(table, { scopeId, after: 0, upTo, limit: 1_000_000 }));
}

/** Start and maximum extent of a chunk. */
interface ChunkWindow {
  scopeId: string;
  after: number;
  /** The head when the stream began. */
  startHead: number;
  /** True to omit rows deleted before the stream began, for a device without rows of the scope. */
  omitsDeleted: boolean;
  /** Maximum number of changes in it, and of rows of a table. */
  span: number;
  limit: number;
  /** Version of the tables of the device. */
  version: number;
}

interface Chunk {
  /** The head as programs of the device's version compute it. */
  head: Head;
  rows: TableRow[];
  changes: LogEntry[];
  /** Everything up to this number has been read. */
  upTo: number;
  /** True when the head did not change while reading. */
  still: boolean;
  /** Number up to which deleted rows may have been purged, at the latest while reading. */
  horizon: number;
}

/**
 * Merges the next rows of all tables and of the log by number. Numbers above the head, which is read first, are left for the next chunk, because a
 * table read earlier could lack rows that belong to those of a table read later. When a table reached its limit, the chunk is complete only up to its
 * last row.
 */
async function readChunk(
  { registry }: ServerSetting,
  store: Store,
  { scopeId, after, startHead, omitsDeleted, span, limit, version }: ChunkWindow,
  now: number,
): Promise<Chunk> {
  const head = await headOf(store, scopeId);
  const referred = referredTables(registry);
  const rows: Chunk['rows'] = [];
  let upTo = Math.min(head.seq, after + span);
  const window = { scopeId, after, upTo, limit };
  for (const { name } of registry.values()) {
    // A deleted row that others refer to is sent even to a new device, whose references would be dangling otherwise.
    const omits = omitsDeleted && !referred.has(name);
    const found = await store.rowsAfter(name, omits ? { ...window, omitDeletedUpTo: startHead } : window);
    if (found.length === limit) upTo = Math.min(upTo, found.at(-1)!._seq);
    for (const row of found) rows.push({ table: name, row });
  }
  const changes = await store.changesWithin(window, now - HISTORY_MS);
  if (changes.length === limit) upTo = Math.min(upTo, changes.at(-1)!.seq);
  const again = await headOf(store, scopeId);
  const still = again.seq === head.seq;
  return {
    // Computed for an older program only at the end of the stream, where it is sent.
    head: still && upTo >= head.seq ? await headAtVersion(store, registry, head, version) : head,
    rows: rows.filter(({ row }) => row._seq <= upTo).toSorted((a, b) => a.row._seq - b.row._seq),
    changes: changes.filter(({ seq }) => seq <= upTo),
    upTo,
    still,
    // Read last: a row missing above was purged before.
    horizon: await readHorizon(store, scopeId),
  };
}

async function headOf(store: Store, scopeId: string): Promise<Head> {
  return (await store.readHead(scopeId)) ?? { scopeId, seq: 0, rows: 0, digest: EMPTY_DIGEST };
}
