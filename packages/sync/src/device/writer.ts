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
  /** True when either all changes take effect or none. */
  atomic?: boolean;
  /** The clock on which the edit is based: an edit of a field that changed later is refused (data decision 14). */
  ifMatch?: Clock | null;
}

/**
 * The only writer on a device. It applies the rules of the server to the data of the device. The row and its entry in the outbox are written in one
 * transaction, with the clocks on which the edit is based and the values it replaced.
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
    const intent: Intent = { table: definition.name, op: change.op, before, after, lookup: store };
    await checkReferences(registry, definition, after, step.columns, store, true);
    for (const invariant of definition.invariants ?? []) await invariant(intent);
    // Earlier writes of the same action are not later edits by others.
    if (!written.has(`${definition.name} ${id}`))
      await refuseLateEdit(definition, intent, step.columns, author.ifMatch);
    written.add(`${definition.name} ${id}`);
    const tree = treeColumn(definition);
    if (tree !== undefined && step.columns.includes(tree)) moved.add(definition);

    // Uses the time of the edit: a clock ahead of the device's time would make the edit look newer in a later conflict.
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

  /** Stores the server's version of a row while it has unsent changes. */
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
    // An insertion contains the complete row, because the row that it revives here may never have existed on the server.
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
    // An edit may have removed the loop for which an earlier move was hidden.
    for (const definition of moved) await settleMoves(store, definition);
    await writeState(store, state);
  }

  return { mutate, finish };
}

/** Adds the other columns of a group, which are sent together, so that a row never combines parts of two devices. */
function withGroups(definition: TableDefinition, columns: readonly string[]): string[] {
  const keys = new Set(columns.map((column) => clockKey(definition, column)));
  return Object.keys(definition.columns.shape).filter((column) => keys.has(clockKey(definition, column)));
}
