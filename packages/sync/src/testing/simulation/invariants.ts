/** Invariants of the simulation (docs/sync.md, "The simulation"). The message of each failure names the broken invariant. */
import { wouldLoop } from '../../ledger.ts';
import { setOf } from '../../device/rows.ts';
import { readState } from '../../device/state.ts';
import type { LogEntry, PushRequest } from '@holdfast/contract/sync';
import type { OutboxRecord, SubscriptionRecord } from '../../records.ts';
import type { Columns, StoredRow } from '../../registry.ts';
import type { Head, Store } from '../../store.ts';
import { CHANGE_COLUMNS } from '../../stores/statements.ts';
import { Broken } from './broken.ts';
import { epochNow, type SimDevice, type World } from './world.ts';

const TABLES = ['label', 'place', 'mark'] as const;
const everything = (scopeId: string): { scopeId: string; after: number; upTo: number; limit: number } => ({
  scopeId,
  after: -1,
  upTo: Number.MAX_SAFE_INTEGER,
  limit: 100_000,
});

function hold(condition: boolean, what: () => string): asserts condition {
  if (!condition) throw new Broken(what());
}

/** Tables that the checks of a device read. */
const LOOKED_AT = ['subscription', 'outbox', 'confirmed', ...TABLES];

/**
 * Checks a device after each of its steps: edits stay visible (I5), cursors do not go back (I7), there are no loops (I8) and no foreign rows (I9).
 * Only tables written since the last check are checked.
 */
export async function checkDevice(device: SimDevice): Promise<void> {
  const written = device.database.takeWritten();
  if (!LOOKED_AT.some((table) => written.has(table))) return;
  await device.database.transaction(async (store) => {
    const subscriptions = await store.list('subscription', {});
    for (const { scopeId, grantId, epoch, cursor } of subscriptions) {
      const last = device.lastCursors.get(scopeId);
      if (last?.grantId === grantId && last.epoch === epoch)
        hold(cursor >= last.cursor, () => `${device.name}: the cursor of ${scopeId} went back`);
      device.lastCursors.set(scopeId, { grantId, epoch, cursor });
    }
    const held = new Set(subscriptions.map(({ scopeId }) => scopeId));
    const pending = (await store.list('outbox', { sentAt: null })).filter(({ op }) => op !== 'noop');
    await checkTyped(store, device, pending, held);
    if (!written.has('place')) return;
    for (const scopeId of ['A', 'B']) {
      const places = await store.rowsAfter('place', everything(scopeId));
      hold(places.length === 0 || device.ever.has(scopeId), () => `${device.name}: rows of ${scopeId}`);
      const looped = inItself(new Map(places.map((row) => [row.id, row])));
      hold(looped === null, () => `${device.name}: ${looped} stands in itself`);
    }
  });
}

/** Returns a row that contains itself; null when there is none. */
function inItself(places: ReadonlyMap<string, StoredRow>): string | null {
  const whole = new Set<string>();
  for (const id of places.keys()) {
    const path: string[] = [];
    for (let next: string | null = id; next !== null && !whole.has(next);) {
      if (path.includes(next)) return next;
      path.push(next);
      next = (places.get(next)?.['parentId'] as string | null | undefined) ?? null;
    }
    for (const passed of path) whole.add(passed);
  }
  return null;
}

/** Effect of the waiting changes on one row. */
interface Typed {
  set: Columns;
  alive: boolean | null;
  made: boolean;
}

async function checkTyped(
  store: Store,
  device: SimDevice,
  pending: readonly OutboxRecord[],
  held: ReadonlySet<string>,
): Promise<void> {
  const tables = new Map<string, Map<string, Typed>>();
  for (const entry of pending) {
    if (!held.has(entry.scopeId)) continue;
    let rows = tables.get(entry.tableName);
    if (rows === undefined) tables.set(entry.tableName, (rows = new Map()));
    let one = rows.get(entry.rowId);
    if (one === undefined) rows.set(entry.rowId, (one = { set: {}, alive: null, made: false }));
    const set = typedIn(device, entry);
    for (const column in set) one.set[column] = set[column]!;
    if (entry.op !== 'upd') one.alive = entry.op !== 'del';
    if (entry.op === 'ins') one.made = true;
  }
  for (const [table, rows] of tables) {
    const shown = new Map((await store.rows(table, [...rows.keys()])).map((row) => [row.id, row]));
    const apart = new Map((await store.list('confirmed', { tableName: table })).map((one) => [one.rowId, one.rowJson]));
    for (const [id, { set, alive, made }] of rows) {
      const row = shown.get(id);
      const confirmed = apart.get(id);
      hold(confirmed !== undefined, () => `${device.name}: ${table} ${id} waits without its server row`);
      // A row that the server refused does not exist any more.
      if (confirmed === null && !made) continue;
      hold(row !== undefined, () => `${device.name}: what was typed into ${table} ${id} is gone`);
      for (const column in set) {
        if (row[column] === set[column]) continue;
        const steppedBack = column === 'parentId' && (await wouldLoop(store, table, column, id, set[column]!));
        hold(steppedBack, () => `${device.name}: ${table} ${id}.${column} does not show what was typed`);
      }
      const isRight = alive === null || (row.deletedAt === null) === alive;
      hold(isRight, () => `${device.name}: ${table} ${id} lives or not, against what was typed`);
    }
  }
}

/** Returns the columns that an entry of the outbox sets, parsed once. */
function typedIn({ typed }: SimDevice, entry: OutboxRecord): Columns {
  const known = typed.get(entry.setJson) ?? setOf(entry);
  typed.set(entry.setJson, known);
  return known;
}

/** Checks the server's tree after each of its transactions (I8), if it was written since the last check. */
export async function checkServerTree(world: World): Promise<void> {
  const written = world.server.database.takeWritten();
  if (!written.has('place') && !written.has('mark')) return;
  await world.server.database.transaction(async (store) => {
    for (const scopeId of ['A', 'B']) {
      const byId = new Map((await store.rowsAfter('place', everything(scopeId))).map((row) => [row.id, row]));
      for (const { id, parentId, deletedAt } of byId.values()) {
        const parent = typeof parentId === 'string' ? byId.get(parentId) : null;
        hold(parent !== undefined, () => `server: ${id} stands in nothing`);
        hold(deletedAt !== null || !parent || parent.deletedAt === null, () => `server: ${id} stands in a deleted row`);
      }
      const looped = inItself(byId);
      hold(looped === null, () => `server: ${looped} stands in itself`);
      for (const { id, placeId } of await store.rowsAfter('mark', everything(scopeId)))
        hold(byId.has(String(placeId)), () => `server: ${id} is of nothing`);
    }
  });
}

/**
 * Checks a push: no user wrote without the right (I9), edits keep their age, only an insertion brings a deleted row back (I4), and no action was
 * split (I12).
 * @param before the number of the scope's last change before the push
 */
export async function checkPush(world: World, device: SimDevice, request: PushRequest, before: number): Promise<void> {
  const log = await world.server.database.changesAfter(request.scopeId, before);
  for (const change of request.changes) {
    const logged = log.find((one) => one.groupId === change.group && one.n === change.n && one.storedAt === world.now);
    if (logged === undefined || world.checked.has(`${logged.scopeId} ${logged.seq}`)) continue;
    world.checked.add(`${logged.scopeId} ${logged.seq}`);
    const rights = world.grants.get(`${change.user} ${request.scopeId}`)?.rights ?? [];
    hold(rights.includes('inspect'), () => `server: ${change.user} wrote to ${request.scopeId}`);
    hold(!world.disabled.has(change.user), () => `server: ${change.user} wrote although the account is disabled`);
    hold(
      logged.op !== 'revive' || change.op === 'ins',
      () => `server: a change of ${logged.tableName} ${logged.rowId} brought back the deleted row`,
    );
    const at = world.edits.get(`${change.group} ${JSON.stringify(change.clock)}`);
    if (at === undefined || device.jumped || device.forked) continue;
    const travelled = world.now - (request.now - device.skew);
    hold(
      Math.abs(logged.editedAt - at) <= travelled + 1000,
      () => `server: an edit of ${at} counts as of ${logged.editedAt}`,
    );
  }
  const last = request.changes.at(-1)!;
  const waiting = await device.database.transaction((store) =>
    store.list('outbox', { n: last.n + 1, groupId: last.group }),
  );
  hold(
    waiting.every(({ scopeId }) => scopeId !== request.scopeId),
    () => `${device.name}: an action was cut in two`,
  );
}

/**
 * Checks the world at rest: all participants have the same rows (I1), nothing was lost or done twice (I2, I3), no row reappeared by itself (I4),
 * refusals are kept (I10).
 */
export async function checkRest(world: World): Promise<void> {
  const scopes = await Promise.all(['library', 'A', 'B'].map((scopeId) => serverScope(world, scopeId)));
  for (const scope of scopes) await checkLog(world, scope);
  await checkServerTree(world);
  for (const device of world.devices) {
    await checkVerdicts(world, device, scopes);
    for (const scope of scopes) await checkCopy(world, device, scope);
    const open = await device.database.transaction((store) => store.list('syncRun', { status: null }));
    hold(open.length === 0, () => `${device.name}: a run was left open`);
    const apart = await device.database.transaction((store) => store.list('confirmed', {}));
    hold(apart.length === 0, () => `${device.name}: the server's version of a row is still kept apart`);
  }
}

/** A scope as the server has it at rest. */
interface ServerScope {
  scopeId: string;
  log: readonly LogEntry[];
  living: Map<string, StoredRow>;
  deleted: Map<string, StoredRow>;
  head: Head | undefined;
}

async function serverScope({ server }: World, scopeId: string): Promise<ServerScope> {
  const log = await server.database.changesAfter(scopeId, 0);
  const { rows: living, deleted } = await contentOf(server.database, scopeId);
  return { scopeId, log, living, deleted, head: await server.database.head(scopeId) };
}

async function checkLog(world: World, { scopeId, log }: ServerScope): Promise<void> {
  const rows = new Map<string, { columns: Columns; alive: boolean; seq: number }>();
  for (const [i, change] of log.entries()) {
    hold(change.seq === i + 1, () => `server: the log of ${scopeId} has a gap at ${i + 1}`);
    replay(rows, change);
  }
  await world.server.database.transaction(async (store) => {
    for (const table of TABLES) {
      for (const row of await store.rowsAfter(table, everything(scopeId))) {
        const logged = rows.get(`${table} ${row.id}`);
        hold(logged !== undefined && logged.seq === row._seq, () => `server: the log does not know ${table} ${row.id}`);
        hold(
          logged.alive === (row.deletedAt === null),
          () => `server: ${table} ${row.id} lives or not, against its log`,
        );
        for (const [column, value] of Object.entries(logged.columns))
          hold(row[column] === value, () => `server: ${table} ${row.id}.${column} is not what its log says`);
        rows.delete(`${table} ${row.id}`);
      }
    }
    for (const [row, { alive }] of rows)
      hold(!alive && world.features.forgets, () => `server: ${scopeId} lacks ${row}, which its log contains`);
  });
}

function replay(rows: Map<string, { columns: Columns; alive: boolean; seq: number }>, change: LogEntry): void {
  const key = `${change.tableName} ${change.rowId}`;
  const before = rows.get(key);
  const alive = change.op === 'del' ? false : change.op === 'upd' ? (before?.alive ?? true) : true;
  rows.set(key, { columns: { ...before?.columns, ...setOf(change) }, alive, seq: change.seq });
}

async function checkVerdicts(world: World, device: SimDevice, scopes: readonly ServerScope[]): Promise<void> {
  const { state, outbox, aside } = await device.database.transaction(async (store) => ({
    state: await readState(store),
    outbox: await store.list('outbox', {}),
    aside: new Set((await store.list('setAside', {})).map(({ id }) => id)),
  }));
  hold(
    outbox.every(({ sentAt }) => sentAt !== null),
    () => `${device.name}: changes still wait`,
  );
  const { verdicts, known } = await world.server.database.transaction(async (store) => ({
    verdicts: await store.list('verdict', { deviceId: state.deviceId }),
    known: await store.lockDevice(state.deviceId),
  }));
  verdicts.forEach(({ n }, i) => hold(n === i + 1, () => `server: change ${i + 1} of ${device.name} has no verdict`));
  hold(known?.lastN === verdicts.length, () => `server: ${device.name} counts differently`);
  for (const { n, tableName, rowId } of outbox) {
    const verdict = verdicts[n - 1];
    hold(
      verdict?.tableName === tableName && verdict.rowId === rowId,
      () => `server: change ${n} of ${device.name} is another one`,
    );
  }
  if (!device.forked)
    hold(
      verdicts.length === state.nextN - 1,
      () => `${device.name}: ${state.nextN - 1} changes, ${verdicts.length} verdicts`,
    );
  for (const { n, verdict } of verdicts) {
    if (!device.forked && verdict === 'rejected')
      hold(aside.has(`${state.deviceId}:${n}`), () => `${device.name}: the refusal of change ${n} is not shown`);
    if (!device.forked && verdict === 'noop')
      hold(aside.has(`${state.deviceId}:${n}`), () => `${device.name}: change ${n} was dropped without a report`);
  }
  for (const { log } of scopes) {
    const mine = log.filter(({ deviceId }) => deviceId === state.deviceId);
    const numbers = new Set(mine.map(({ n }) => n));
    hold(numbers.size === mine.length, () => `server: a change of ${device.name} was done twice`);
  }
  const groups = new Map<string, Set<string>>();
  for (const entry of outbox) {
    if (entry.atomic === 0 || entry.op === 'noop') continue;
    const verdict = verdicts[entry.n - 1]?.verdict === 'rejected' ? 'no' : 'yes';
    groups.set(entry.groupId, (groups.get(entry.groupId) ?? new Set()).add(verdict));
  }
  if (!device.forked)
    for (const one of groups.values())
      hold(one.size === 1, () => `server: half of an action of ${device.name} was refused`);
}

/** Columns, besides its own, in which a copy of a row has to agree with it. */
const STAMPS = ['_seq', '_clk', 'updatedAt', 'updatedByUserId', 'createdAt', 'deletedAt'];

async function checkCopy(
  world: World,
  device: SimDevice,
  { scopeId, log, living, deleted, head }: ServerScope,
): Promise<void> {
  const may = device.users.some((user) => world.grants.has(`${user} ${scopeId}`));
  const mine = await contentOf(device.database, scopeId);
  if (!may) return hold(mine.rows.size === 0, () => `${device.name}: keeps rows of ${scopeId}`);
  for (const [key, row] of living) {
    const copy = mine.rows.get(key);
    hold(copy !== undefined, () => `${device.name}: lacks ${key}`);
    checkSame(device, key, copy, row);
  }
  // A device may lack deleted rows, but those that it has must be right, because it restores from them.
  for (const [key, copy] of mine.deleted) {
    const row = deleted.get(key);
    if (row !== undefined) checkSame(device, key, copy, row);
  }
  for (const key of mine.rows.keys()) hold(living.has(key), () => `${device.name}: ${key} is not on the server`);
  const history = await device.database.changesAfter(scopeId, 0);
  hold(
    history.length === log.length && history.every((change, i) => isSame(change, log[i]!)),
    () => `${device.name}: its history of ${scopeId} is not the server's`,
  );
  const { headRows, headDigest, grantId, epoch, cursor } = mine.subscription!;
  hold(cursor === (head?.seq ?? 0), () => `${device.name}: its cursor of ${scopeId} is ${cursor} of ${head?.seq}`);
  hold(epoch === (await epochNow(world)), () => `${device.name}: holds ${scopeId} of another epoch`);
  const granted = device.users.map((user) => world.grants.get(`${user} ${scopeId}`)?.grantId);
  // The library stays under its first grant as long as any user of the device has one.
  const isKept = scopeId === 'library' ? granted.some((one) => one !== undefined) : granted.includes(grantId);
  hold(isKept, () => `${device.name}: holds ${scopeId} by a grant that was withdrawn`);
  hold(
    headRows === (head?.rows ?? 0) && headDigest === (head?.digest ?? headDigest),
    () => `${device.name}: the digest of ${scopeId} differs`,
  );
}

function checkSame(device: SimDevice, key: string, copy: StoredRow, row: StoredRow): void {
  const own = device.setting.registry.get(key.slice(0, key.indexOf(' ')))!.columns.shape;
  for (const name of [...Object.keys(own), ...STAMPS])
    if (copy[name] !== row[name])
      throw new Broken(`${device.name}: ${key}.${name} is ${copy[name]}, on the server ${row[name]}`);
}

function isSame(one: LogEntry, other: LogEntry): boolean {
  for (const column of CHANGE_COLUMNS) if (one[column] !== other[column]) return false;
  return true;
}

async function contentOf(
  database: SimDevice['database'],
  scopeId: string,
): Promise<{
  rows: Map<string, StoredRow>;
  deleted: Map<string, StoredRow>;
  subscription: SubscriptionRecord | undefined;
}> {
  return database.transaction(async (store) => {
    const rows = new Map<string, StoredRow>();
    const deleted = new Map<string, StoredRow>();
    for (const table of TABLES)
      for (const row of await store.rowsAfter(table, everything(scopeId)))
        (row.deletedAt === null ? rows : deleted).set(`${table} ${row.id}`, row);
    return { rows, deleted, subscription: (await store.list('subscription', { scopeId }))[0] };
  });
}
