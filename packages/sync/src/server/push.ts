import { type Arbitrated, type ArbiterSetting, arbitrate, NOT_ALLOWED } from '../arbitrate.ts';
import { chainAfter } from '../chain.ts';
import { openLedger, type Origin } from '../ledger.ts';
import { correctMoments } from '../moments.ts';
import {
  type Acknowledgement,
  type Image,
  PROTOCOL,
  type PushAnswer,
  type PushRequest,
  type Refusal,
  type Verdict,
  type WireChange,
} from '@holdfast/contract/sync';
import type { DeviceRecord, VerdictRecord } from '../records.ts';
import type { TableRegistry } from '../registry.ts';
import { type Holds, mayAttempt, type Membership } from '../rights.ts';
import { correctClock, mayWrite } from '../rules.ts';
import { gatheringStore, type GatheringStore } from '../stores/gathering.ts';
import type { Store } from '../store.ts';
import { OLDEST_VERSION, rowAtVersion, versionOf } from '../versions.ts';
import type { ServerSetting } from './setting.ts';

/**
 * Processes the changes of a device in one transaction. Each change is processed exactly once, by its number, and decided separately. The answer
 * contains a verdict for each change, and the rows after the last change.
 * @param deviceId the calling device, authenticated by its token
 * @param message null: the received message was invalid
 * @param now milliseconds UTC
 */
export async function push(
  setting: ServerSetting,
  deviceId: string,
  message: PushRequest | null,
  now: number,
): Promise<PushAnswer> {
  if (message === null) return { kind: 'refused', code: 'malformed' };
  const memberships = await setting.memberships(deviceId);
  const epoch = await setting.epoch();
  return setting.database.transaction(async (store) => {
    const device = await store.lockDevice(deviceId);
    const refusal = (await refuse(setting.registry, epoch, store, device, message)) ?? null;
    if (refusal !== null) return refusal;
    return take(setting, epoch, store, device!, message, memberships, now);
  });
}

/** Checks a request. @returns the refusal of the complete request; undefined when it is accepted */
async function refuse(
  registry: TableRegistry,
  epoch: string,
  store: Store,
  device: DeviceRecord | undefined,
  request: PushRequest,
): Promise<Refusal | undefined> {
  const refused = deviceRefusal(device);
  if (refused !== null || device === undefined) return refused ?? { kind: 'refused', code: 'unknown_device' };
  if (request.protocol !== PROTOCOL) return { kind: 'refused', code: 'upgrade_required', minimum: OLDEST_VERSION };
  const current = versionOf(registry);
  if (request.schema > current) return { kind: 'refused', code: 'server_behind', current };
  const { lastN } = device;
  if (request.epoch !== null && request.epoch !== epoch) return { kind: 'refused', code: 'epoch', epoch, lastN };
  if (request.changes[0]!.n > lastN + 1) return { kind: 'refused', code: 'gap', lastN };
  const agreed = await lastAgreed(store, device, request);
  return agreed === null ? undefined : { kind: 'refused', code: 'forked', agreed };
}

/** Returns the reason why a device is refused; null when it is accepted. */
export function deviceRefusal(device: DeviceRecord | undefined): Refusal | null {
  if (device === undefined) return { kind: 'refused', code: 'unknown_device' };
  if (device.revokedAt === null) return null;
  return { kind: 'refused', code: 'device_revoked', mode: device.revokeMode ?? 'lock' };
}

/** Compares the chain of the request with what was recorded. @returns null when they agree, or the last number up to which they do */
async function lastAgreed(
  store: Store,
  { id, lastN }: DeviceRecord,
  { chain, changes }: PushRequest,
): Promise<number | null> {
  let computed = chain;
  let agreed = 0;
  for (const n of [changes[0]!.n - 1, ...changes.map((change) => change.n)]) {
    if (n > lastN) return null;
    const change = changes[n - changes[0]!.n];
    if (change !== undefined) computed = chainAfter(computed, n, change.group, JSON.stringify(change.clock));
    const recorded = n === 0 ? '' : ((await store.list('verdict', { deviceId: id, n }))[0]?.chain ?? computed);
    if (recorded !== computed) return agreed;
    agreed = n;
  }
  return null;
}

async function take(
  setting: ServerSetting,
  epoch: string,
  database: Store,
  device: DeviceRecord,
  request: PushRequest,
  memberships: readonly Membership[],
  now: number,
): Promise<Acknowledgement> {
  const { registry } = setting;
  const { scopeId, changes } = request;
  const mine = memberships.find((one) => one.scopeId === scopeId);
  const writable = memberships.some((one) => one.scopeId === scopeId);
  const head = writable ? await database.lockHead(scopeId) : null;
  const store = gatheringStore(database);
  const ledger = openLedger(store, registry, head === null ? [] : [head]);
  const before = head?.seq ?? 0;
  const arbiter: ArbiterSetting = { store, registry, ledger };

  const touched = new TouchedRows();
  for (const [table, same] of Map.groupBy(changes, (change) => change.table))
    if (registry.has(table))
      await store.expect(
        table,
        same.map(({ id }) => id),
      );
  for (const { table, id } of changes) {
    const row = store.known(table, id);
    const one = touched.at(table, id);
    one.prior = row?.scopeId === scopeId ? row._seq : 0;
  }
  const verdicts: Verdict[] = [];
  const records: VerdictRecord[] = [];
  let { chain } = device;
  let { lastN } = device;
  for (const group of groupsOf(changes)) {
    const fresh = group.filter(({ n }) => n > device.lastN);
    const outcomes = await decideGroup(setting, arbiter, request, fresh, memberships, device, now);
    for (const { table, id } of outcomes.moved) touched.at(table, id).full = true;
    for (const change of group) {
      const outcome = outcomes.of.get(change.n);
      const row = touched.at(change.table, change.id);
      if (outcome === undefined) {
        row.full = true;
        verdicts.push(await recordedVerdict(store, device.id, change.n));
        continue;
      }
      // A short image is enough when the device has everything of the row except its number.
      const suffices = outcome.exact && (change.seen ?? 0) === row.prior;
      if (!suffices) row.full = true;
      chain = chainAfter(chain, change.n, change.group, JSON.stringify(change.clock));
      lastN = Math.max(lastN, change.n);
      const { n } = change;
      const { verdict, reason, seq } = outcome;
      verdicts.push({ n, verdict, reason, seq });
      records.push({
        deviceId: device.id,
        n,
        verdict,
        reason,
        scopeId,
        tableName: change.table,
        rowId: change.id,
        seq,
        chain,
      });
    }
  }
  await store.putAll('verdict', records);
  await store.flush();
  await ledger.finish();
  const { waiting, schema } = request;
  await store.saveDevice({ ...device, lastN, chain, lastSeenAt: now, waiting, schema });
  const after = head === null ? 0 : ledger.headOf(scopeId).seq;
  return {
    kind: 'ack',
    epoch,
    // Only up to the changes of this request: in an old copy of the device's database, the next numbers belong to other changes.
    lastN: changes.at(-1)!.n,
    verdicts,
    images: imagesOf(setting, store, request, touched.all, mine),
    changes: mine === undefined ? [] : store.added(),
    head: mine === undefined ? null : { scopeId, grantId: mine.grantId, before, after },
  };
}

interface Touched {
  table: string;
  id: string;
  /** Number of the row before this push; 0: it did not exist. */
  prior: number;
  /** True when the device needs the complete row. */
  full: boolean;
}

/** The rows that a push touches, in the order of their first change. */
class TouchedRows {
  readonly all: Touched[] = [];
  readonly #byTable = new Map<string, Map<string, Touched>>();

  at(table: string, id: string): Touched {
    const rows = this.#byTable.get(table) ?? new Map<string, Touched>();
    this.#byTable.set(table, rows);
    const known = rows.get(id);
    if (known !== undefined) return known;
    const made: Touched = { table, id, prior: 0, full: false };
    rows.set(id, made);
    this.all.push(made);
    return made;
  }
}

/** Splits changes into groups: consecutive changes of one action. */
function groupsOf(changes: readonly WireChange[]): WireChange[][] {
  const groups: WireChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]!.group === change.group) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

class GroupRefused extends Error {}

/** Decides the changes of one action. If the action is atomic and one change is refused, none takes effect. */
async function decideGroup(
  setting: ServerSetting,
  arbiter: ArbiterSetting,
  request: PushRequest,
  group: readonly WireChange[],
  memberships: readonly Membership[],
  device: DeviceRecord,
  now: number,
): Promise<{ of: Map<number, Arbitrated>; moved: { table: string; id: string }[] }> {
  const { ledger } = arbiter;
  const whole = group.some(({ atomic }) => atomic);
  let of = new Map<number, Arbitrated>();
  let moved: { table: string; id: string }[] = [];
  if (group.length === 0) return { of, moved };
  const decide = async (): Promise<void> => {
    for (const change of group) {
      const outcome = await decideOne(arbiter, request, change, memberships, device, now);
      of.set(change.n, outcome);
      if (whole && outcome.verdict === 'rejected') throw new GroupRefused();
    }
    if ([...of.values()].every(({ seq }) => seq === null)) return;
    const origin = originOf(request, group[0]!, device.id, now);
    moved = await ledger.settle(origin.origin, setting.serverId);
  };
  try {
    await ledger.attempt(decide);
  } catch (error) {
    if (!(error instanceof GroupRefused) && !isProgramError(error)) throw error;
    if (!(error instanceof GroupRefused)) setting.report(error);
    const reasons = of;
    const reason = error instanceof GroupRefused ? 'group' : 'failed';
    of = new Map(
      group.map(({ n, op }) => {
        const known = reasons.get(n);
        const why = known?.verdict === 'rejected' ? known.reason : reason;
        const verdict = op === 'noop' ? ('noop' as const) : ('rejected' as const);
        return [n, { verdict, reason: op === 'noop' ? null : why, seq: null, exact: false }];
      }),
    );
    moved = [];
  }
  return { of, moved };
}

/** Returns true for an error of the program, which would occur again with the same change; a failure of the database is not one. */
function isProgramError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

async function decideOne(
  arbiter: ArbiterSetting,
  request: PushRequest,
  change: WireChange,
  memberships: readonly Membership[],
  device: DeviceRecord,
  now: number,
): Promise<Arbitrated> {
  const rejected = (reason: string): Arbitrated => ({ verdict: 'rejected', reason, seq: null, exact: false });
  if (change.op === 'noop') return { verdict: 'noop', reason: null, seq: null, exact: false };
  const { registry } = arbiter;
  const upToDate = withRightMoments(registry, change, now - request.now, now);
  const definition = registry.get(upToDate.table);
  if (definition === undefined) return rejected('unknownTable');
  const holds: Holds = (right) => mayWrite(memberships, change.user, request.scopeId, right);
  const { op, set } = upToDate;
  if (op !== 'noop' && !mayAttempt(definition, { op, columns: Object.keys(set) }, holds)) return NOT_ALLOWED;
  const { clock, origin } = originOf(request, change, device.id, now);
  const outcome = await arbitrate(arbiter, upToDate, request.scopeId, clock, origin, holds);
  return upToDate === change ? outcome : { ...outcome, exact: false };
}

/** Returns a change with its moments corrected to the server's clock; the same change if they were right. @param skew of the device's clock, ms */
function withRightMoments(registry: TableRegistry, change: WireChange, skew: number, now: number): WireChange {
  const definition = registry.get(change.table);
  if (definition === undefined) return change;
  const set = correctMoments(definition, change.set, { editedAt: change.clock[0], skew, now });
  return set === change.set ? change : { ...change, set };
}

function originOf(
  request: PushRequest,
  change: WireChange,
  deviceId: string,
  now: number,
): { clock: WireChange['clock']; origin: Origin } {
  const [ms, counter, device] = correctClock(change.clock, now - request.now, now, deviceId);
  const origin = { userId: change.user, deviceId, n: change.n, groupId: change.group, editedAt: ms, storedAt: now };
  return { clock: [ms, counter, device], origin };
}

async function recordedVerdict(store: Store, deviceId: string, n: number): Promise<Verdict> {
  const [record] = await store.list('verdict', { deviceId, n });
  if (record === undefined) return { n, verdict: 'noop', reason: null, seq: null };
  return { n, verdict: record.verdict as Verdict['verdict'], reason: record.reason, seq: record.seq };
}

/** Returns the rows to send to a device, as they are at the end of its push. */
function imagesOf(
  { registry }: ServerSetting,
  store: GatheringStore,
  { scopeId, schema }: PushRequest,
  touched: readonly Touched[],
  mine: Membership | undefined,
): Image[] {
  const images: Image[] = [];
  for (const { table, id, full } of touched) {
    const row = mine === undefined ? undefined : store.known(table, id);
    const known = row === undefined || row.scopeId !== scopeId ? null : rowAtVersion(registry, table, row, schema);
    if (known === null) images.push({ kind: 'gone', table, id });
    else if (full) images.push({ kind: 'full', table, row: known });
    else {
      const { _seq, _clk, createdAt, updatedAt, updatedByUserId } = known;
      images.push({ kind: 'short', table, id, seq: _seq, clk: _clk, createdAt, updatedAt, updatedBy: updatedByUserId });
    }
  }
  return images;
}
