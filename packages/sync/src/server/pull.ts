import { type Membership, PROTOCOL, type PullLine, PullRequest, type StreamScope } from '../protocol.ts';
import type { DeviceRecord } from '../records.ts';
import { referredTables, type StoredRow } from '../registry.ts';
import { EMPTY_DIGEST } from '../digest.ts';
import type { ChangeRecord, Head, Store } from '../store.ts';
import { deviceRefusal } from './push.ts';
import type { ServerSetting } from './setting.ts';

/** The log travels with the rows for this long; older history is asked for when it is looked at. */
export const HISTORY_MS = 90 * 86_400_000;

/**
 * What changed in the scopes of a device since it last heard, as lines: rows and log by number, a mark every so often, and at the end of each
 * scope the proof. Each chunk is one short transaction, so that a slow reader holds nothing.
 * @param now milliseconds UTC
 */
export async function* pull(
  setting: ServerSetting,
  deviceId: string,
  request: unknown,
  now: number,
): AsyncGenerator<PullLine, void, void> {
  const parsed = PullRequest.safeParse(request);
  if (!parsed.success) {
    yield { kind: 'refused', refusal: { kind: 'refused', code: 'malformed' } };
    return;
  }
  const asked = parsed.data;
  const { versions, epoch, database } = setting;
  const device = await database.transaction((store) => store.lockDevice(deviceId));
  const refusal = deviceRefusal(device);
  if (refusal !== null) {
    yield { kind: 'refused', refusal };
    return;
  }
  if (asked.protocol !== PROTOCOL || asked.schema < versions.minimum) {
    yield { kind: 'refused', refusal: { kind: 'refused', code: 'upgrade_required', minimum: versions.minimum } };
    return;
  }
  if (asked.schema > versions.current) {
    yield { kind: 'refused', refusal: { kind: 'refused', code: 'server_behind', current: versions.current } };
    return;
  }
  const scopes = await streamScopes(setting, deviceId, asked);
  yield { kind: 'header', epoch, lastN: (device as DeviceRecord).lastN, scopes };
  for (const scope of scopes) yield* streamScope(setting, asked, scope, now);
  yield { kind: 'end' };
}

/**
 * The scopes of a device, each with where its stream begins. The library comes last, so that it holds whatever the companies' rows, read before
 * it, refer to.
 */
async function streamScopes(
  { rules, memberships, database, epoch, horizon }: ServerSetting,
  deviceId: string,
  asked: PullRequest,
): Promise<StreamScope[]> {
  const granted = new Map<string, Membership[]>();
  for (const one of rules.mayRead(await memberships(deviceId)))
    granted.set(one.scopeId, [...(granted.get(one.scopeId) ?? []), one]);
  const order = [...granted.keys()].toSorted(
    (a, b) => Number(a === 'library') - Number(b === 'library') || (a < b ? -1 : 1),
  );
  const scopes: StreamScope[] = [];
  for (const scopeId of order) {
    const grants = granted.get(scopeId)!.map(({ grantId }) => grantId);
    const held = asked.scopes[scopeId];
    // A device of several people keeps the grant it came with as long as one of them still has it.
    const grantId = held !== undefined && grants.includes(held.grantId) ? held.grantId : grants.toSorted().at(-1)!;
    const head = (await database.head(scopeId)) ?? { seq: 0, rows: 0 };
    const { cursor } = held ?? { cursor: 0 };
    const follows = held?.grantId === grantId && asked.epoch === epoch && cursor <= head.seq;
    const from = follows && cursor >= (await horizon(scopeId)) ? cursor : 0;
    scopes.push({ scopeId, grantId, from, head: head.seq, rows: head.rows });
  }
  return scopes;
}

async function* streamScope(
  setting: ServerSetting,
  asked: PullRequest,
  { scopeId, from, head: startHead }: StreamScope,
  now: number,
): AsyncGenerator<PullLine, void, void> {
  const { database, versions, rules } = setting;
  if (asked.upgradedFrom !== null && from > 0) {
    for (const table of versions.grown(asked.upgradedFrom, asked.schema))
      yield* rowLines(setting, asked, table, await wholeTable(setting, table, scopeId, from));
  }
  let cursor = from;
  for (;;) {
    const chunk = await database.transaction((store) =>
      readChunk(setting, store, scopeId, cursor, startHead, from, now),
    );
    for (const { table, row } of chunk.rows) yield* rowLines(setting, asked, table, [row]);
    for (const change of chunk.changes) yield { kind: 'change', change };
    cursor = chunk.upTo;
    const { seq, rows, digest } = chunk.head;
    if (cursor >= seq && chunk.still) {
      yield { kind: 'proof', scopeId, head: seq, rows, digest };
      return;
    }
    if (chunk.rows.length + chunk.changes.length > 0)
      yield { kind: 'mark', scopeId, cursor: rules.mark(cursor, chunk.head) };
  }
}

function* rowLines(
  { versions }: ServerSetting,
  { schema }: PullRequest,
  table: string,
  rows: readonly StoredRow[],
): Generator<PullLine> {
  for (const row of rows) {
    const known = versions.project(table, row, schema);
    if (known !== null) yield { kind: 'row', table, row: known };
  }
}

async function wholeTable(
  { database }: ServerSetting,
  table: string,
  scopeId: string,
  upTo: number,
): Promise<StoredRow[]> {
  return database.transaction((store) => store.rowsAfter(table, { scopeId, after: 0, upTo, limit: 1_000_000 }));
}

interface Chunk {
  head: Head;
  rows: { table: string; row: StoredRow }[];
  changes: ChangeRecord[];
  /** Everything up to this number has been read. */
  upTo: number;
  /** The head did not move while reading. */
  still: boolean;
}

/**
 * Merges the next rows of all tables and of the log by number. Numbers above the head read first are left for the next chunk: a table read
 * early could lack what one read later shows. What is not full up to its last row is complete only up to there.
 */
async function readChunk(
  { registry, rules, chunk = 1000 }: ServerSetting,
  store: Store,
  scopeId: string,
  after: number,
  startHead: number,
  from: number,
  now: number,
): Promise<Chunk> {
  const head = await headOf(store, scopeId);
  const referred = referredTables(registry);
  const rows: Chunk['rows'] = [];
  let upTo = head.seq;
  const window = { scopeId, after, upTo: head.seq, limit: chunk };
  for (const { name } of registry.values()) {
    // A deleted row that others refer to travels even to a new device, whose references would otherwise lead nowhere.
    const omits = rules.omitsDeleted(from) && !referred.has(name);
    const found = await store.rowsAfter(name, omits ? { ...window, omitDeletedUpTo: startHead } : window);
    if (found.length === chunk) upTo = Math.min(upTo, found.at(-1)!._seq);
    for (const row of found) rows.push({ table: name, row });
  }
  const changes = await store.changesWithin(window, now - HISTORY_MS);
  if (changes.length === chunk) upTo = Math.min(upTo, changes.at(-1)!.seq);
  const again = await headOf(store, scopeId);
  return {
    head,
    rows: rows.filter(({ row }) => row._seq <= upTo).toSorted((a, b) => a.row._seq - b.row._seq),
    changes: changes.filter(({ seq }) => seq <= upTo),
    upTo,
    still: again.seq === head.seq,
  };
}

async function headOf(store: Store, scopeId: string): Promise<Head> {
  return (await store.readHead(scopeId)) ?? { scopeId, seq: 0, rows: 0, digest: EMPTY_DIGEST };
}
