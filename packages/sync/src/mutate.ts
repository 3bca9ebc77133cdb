import { Problem } from '@holdfast/contract';
import {
  type Change,
  checkScopeKind,
  checkReferences,
  idOfChange,
  planChange,
  stampClocks,
  type Step,
} from './change.ts';
import { type Clock, type Clocks, clockOf, compareClocks, tick } from './clock.ts';
import { openLedger } from './ledger.ts';
import { type Holds, mayChange } from './rights.ts';
import {
  clockKey,
  type HistoryEntry,
  type Intent,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
} from './registry.ts';
import type { Head, Store } from './store.ts';

/** Author, time and base version of a change. */
export interface Author {
  userId: string;
  /** The device on which the edit was made; for changes made on the server itself the id of the server. */
  deviceId: string;
  /** Milliseconds UTC. */
  now: number;
  /** Shared by the changes of one action. */
  groupId: string;
  /** The clock on which the edit is based: an edit of a field with a later clock is refused (data decision 14). */
  ifMatch?: Clock | null;
}

/** The writer of one transaction. */
export interface Writer {
  /**
   * Makes one change: diffs it, checks columns, references and invariants, stamps the row and logs it.
   * @param holds checks the rights of the user for whom it is made; absent: the application makes it by itself
   * @param follows true for a change that results from an edit of another row, whose base version does not apply to this row
   * @returns the row after the change; an edit that changes nothing is not logged.
   * @throws {Problem} when a rule forbids it; `forbidden` when the user lacks a right
   */
  mutate(change: Change, holds?: Holds, follows?: boolean): Promise<StoredRow>;
  /** Corrects trees and writes the heads. Called once, at the end of the transaction. */
  finish(): Promise<void>;
}

/**
 * Opens the writer of synced tables on the server, for web, import and demo; pushed changes go through `openArbiter`, over the same ledger. The heads
 * of its scopes must be locked, `library` before company, so that numbers are assigned in the order of commits and no reader can miss one
 * (docs/data-model.md, "Order of numbers").
 */
export function openWriter(store: Store, registry: TableRegistry, heads: readonly Head[], author: Author): Writer {
  const ledger = openLedger(store, registry, heads);
  const origin = { ...author, n: null, editedAt: author.now, storedAt: author.now };
  const begun = new Map(heads.map((head) => [head.scopeId, head.seq]));
  let last: Clock | null = null;

  async function mutate(change: Change, holds?: Holds, follows = false): Promise<StoredRow> {
    const definition = definitionOf(registry, change.table);
    const id = idOfChange(definition, change);
    const before = (await store.row(change.table, id)) ?? null;
    const step = planChange(definition, change, id, before, author);
    if (step === null) return before!;
    checkRights(definition, change, before, step, holds);

    ledger.headOf(step.after.scopeId);
    checkScopeKind(definition, step.after.scopeId);
    const intent: Intent = { table: definition.name, op: change.op, before, after: step.after, lookup: store };
    // Earlier writes of the same action are not later edits by others.
    const own = before !== null && before._seq > begun.get(step.after.scopeId)!;
    if (!own && !follows) await refuseLateEdit(definition, intent, step.columns, author.ifMatch);
    await checkReferences(registry, definition, step.after, step.columns, store, true);
    for (const invariant of definition.invariants ?? []) await invariant(intent);

    last = nextClock(last, before, author);
    const clocks = stampClocks(definition, step, last);
    await ledger.record({
      definition,
      intent,
      op: step.op,
      columns: step.columns,
      clocks,
      lost: null,
      overrode: null,
      origin,
      recordedBy: change.recordedBy,
    });
    return step.after;
  }

  async function finish(): Promise<void> {
    await ledger.settle(origin, author.deviceId);
    await ledger.finish();
  }

  return { mutate, finish };
}

/** @throws {Problem} `forbidden` when the user for whom a change is made lacks a required right */
export function checkRights(
  definition: TableDefinition,
  { op }: Change,
  before: StoredRow | null,
  { columns }: Step,
  holds: Holds | undefined,
): void {
  if (holds !== undefined && !mayChange(definition, { op, before, columns }, holds)) throw new Problem('forbidden');
}

/** Returns the definition of a table. @throws {Problem} when it is not a synced table */
export function definitionOf(registry: TableRegistry, table: string): TableDefinition {
  const definition = registry.get(table);
  if (definition === undefined) throw new Problem('ruleBroken', { rule: `unknown table ${table}` });
  return definition;
}

/**
 * Refuses a save that is based on an older value than the stored one, with both values (data decision 14).
 * @throws {LateEdit}
 */
export async function refuseLateEdit(
  definition: TableDefinition,
  intent: Intent,
  columns: readonly string[],
  ifMatch: Clock | null | undefined,
): Promise<void> {
  if (intent.before === null || ifMatch === null || ifMatch === undefined) return;
  const clocks = JSON.parse(intent.before._clk) as Clocks;
  for (const column of columns) {
    const clock = clockOf(clocks, clockKey(definition, column));
    if (clock === undefined || compareClocks(clock, ifMatch) <= 0) continue;
    throw new LateEdit(intent.before, (await definition.history?.(intent)) ?? null);
  }
}

/** Error: a field of an edit changed after the version on which the edit is based. */
export class LateEdit extends Error {
  /** The current row. */
  readonly row: StoredRow;
  /** Description of the refused edit, as history would show it. */
  readonly attempt: HistoryEntry | null;

  constructor(row: StoredRow, attempt: HistoryEntry | null) {
    super('The row changed in the meantime.');
    this.name = 'LateEdit';
    this.row = row;
    this.attempt = attempt;
  }
}

function nextClock(last: Clock | null, before: StoredRow | null, { now, deviceId }: Author): Clock {
  const seen = before === null ? [] : Object.values(JSON.parse(before._clk) as Clocks);
  const latest = seen.reduce<Clock | null>(
    (max, clock) => (max === null || compareClocks(clock, max) > 0 ? clock : max),
    last,
  );
  return tick(latest, now, deviceId);
}
