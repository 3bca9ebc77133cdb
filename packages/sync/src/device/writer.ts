import { chainAfter } from '../chain.ts';
import {
  checkScopeKind,
  checkReferences,
  idOfChange,
  pick,
  planChange,
  stampClocks,
  type Change,
  type Step,
} from '../change.ts';
import { type Clock, type Clocks, clockOf, DELETED, tick } from '../clock.ts';
import { checkRights, definitionOf, refuseLateEdit, type Writer } from '../mutate.ts';
import { clockKey, type Intent, type StoredRow, type TableDefinition, treeColumn } from '../registry.ts';
import type { Holds } from '../rights.ts';
import type { Store } from '../store.ts';
import { settleMoves } from './moves.ts';
import { type DeviceSetting, readState, writeState } from './state.ts';

/** Author and group of an edit on the device. */
export interface DeviceAuthor {
  userId: string;
  groupId: string;
  /** The changes count all or none. */
  atomic?: boolean;
  /** The clock the edit was made on top of: an edit of a field that changed meanwhile is refused (data decision 14). */
  ifMatch?: Clock | null;
}

/**
 * The one writer on a device: the rules of the server's, by what the device knows. The row and its place in the outbox are written in one
 * transaction, with the clocks the edit was made on top of and the values it replaced.
 */
export async function openDeviceWriter(
  store: Store,
  { registry, now }: DeviceSetting,
  author: DeviceAuthor,
): Promise<Writer> {
  const state = await readState(store);
  const at = now();
  const written = new Set<string>();
  const moved = new Set<TableDefinition>();

  async function mutate(change: Change, holds?: Holds): Promise<StoredRow> {
    const definition = definitionOf(registry, change.table);
    const id = idOfChange(definition, change);
    const before = (await store.row(change.table, id)) ?? null;
    const step = planChange(definition, change, id, before, { now: at, userId: author.userId });
    if (step === null) return before!;
    checkRights(definition, change, before, step, holds);
    const { after } = step;
    checkScopeKind(definition, after.scopeId);
    const intent: Intent = { table: definition.name, op: change.op, before, after, look: store };
    await checkReferences(registry, definition, after, step.columns, store, true);
    for (const invariant of definition.invariants ?? []) await invariant(intent);
    // Earlier writes of this same action are no later edits of others.
    if (!written.has(`${definition.name} ${id}`))
      await refuseLateEdit(definition, intent, step.columns, author.ifMatch);
    written.add(`${definition.name} ${id}`);
    const tree = treeColumn(definition);
    if (tree !== undefined && step.columns.includes(tree)) moved.add(definition);

    // A clock that runs ahead of the device's own time would make a later true conflict look younger than it is.
    state.clock = tick(state.clock, at, state.deviceId);
    await keepServerRow(definition.name, after, before);
    await queue(definition, intent, step, change, state.clock);
    after._clk = JSON.stringify(stampClocks(definition, step, state.clock));
    after.updatedAt = at;
    after.updatedByUserId = author.userId;
    if (before === null) await store.insertRow(definition.name, after);
    else await store.updateRow(definition.name, id, after);
    return after;
  }

  /** Keeps the server's version of the row while changes of it wait. */
  async function keepServerRow(tableName: string, { id, scopeId }: StoredRow, before: StoredRow | null): Promise<void> {
    if ((await store.list('confirmed', { tableName, rowId: id })).length > 0) return;
    const rowJson = before === null ? null : JSON.stringify(before);
    await store.put('confirmed', { tableName, rowId: id, scopeId, rowJson });
  }

  async function queue(
    definition: TableDefinition,
    intent: Intent,
    { columns }: Step,
    change: Change,
    clock: Clock,
  ): Promise<void> {
    const { before, after } = intent;
    // An insertion contains the complete row: the one it revives here may never have existed on the server.
    const whole = change.op === 'ins' ? Object.keys(definition.columns.shape) : columns;
    const sent = withGroups(definition, whole);
    const clocks: Clocks = before === null ? {} : (JSON.parse(before._clk) as Clocks);
    const base: Record<string, Clock | null> = {};
    for (const column of sent) {
      const key = clockKey(definition, column);
      base[key] = clockOf(clocks, key) ?? null;
    }
    if (change.op === 'del' || change.op === 'restore') base[DELETED] = clockOf(clocks, DELETED) ?? null;
    const entry = (await definition.history?.(intent)) ?? null;
    const n = state.nextN++;
    const clockJson = JSON.stringify(clock);
    state.chain = chainAfter(state.chain, n, author.groupId, clockJson);
    await store.put('outbox', {
      n,
      groupId: author.groupId,
      atomic: author.atomic === true ? 1 : 0,
      tableName: definition.name,
      rowId: after.id,
      scopeId: after.scopeId,
      userId: author.userId,
      op: change.op,
      setJson: JSON.stringify(pick(after, sent)),
      oldJson: JSON.stringify(before === null ? {} : pick(before, sent)),
      baseJson: JSON.stringify(base),
      clock: clockJson,
      at,
      historyJson: entry === null ? null : JSON.stringify({ what: entry.what, lines: entry.lines }),
      itemId: entry?.itemId ?? null,
      installationInspectionId: entry?.installationInspectionId ?? null,
      chain: state.chain,
      sentAt: null,
    });
  }

  async function finish(): Promise<void> {
    // An edit may have taken away what an earlier one had stepped back from.
    for (const definition of moved) await settleMoves(store, definition);
    await writeState(store, state);
  }

  return { mutate, finish };
}

/** Columns that are one value travel together, so that no two devices' halves meet in one row. */
function withGroups(definition: TableDefinition, columns: readonly string[]): string[] {
  const keys = new Set(columns.map((column) => clockKey(definition, column)));
  return Object.keys(definition.columns.shape).filter((column) => keys.has(clockKey(definition, column)));
}
