import { Problem } from '@holdfast/contract';
import { CREATED, DELETED, type Clock, type Clocks, clockOf, compareClocks, tick } from './clock.ts';
import { addToDigest, EMPTY_DIGEST, rowDigest } from './digest.ts';
import { derivedId } from './ids.ts';
import {
  clockKey,
  type Columns,
  type HistoryEntry,
  type Intent,
  type Operation,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
} from './registry.ts';
import type { Head, Store } from './store.ts';

/** A change somebody wants: intent only. Stamps, clocks, log and digest are the writer's. */
export interface Change {
  table: string;
  op: Operation;
  /** Of the row; may be left out of an `ins` whose table has a natural key. */
  id?: string;
  /** Needed for `ins`: where the new row lies. */
  scopeId?: string;
  /** The columns to set; for `ins` all of them. */
  set?: Columns;
}

/** Who writes, when, and on top of what. */
export interface Author {
  userId: string;
  /** The device the edit was made on; changes made on the server itself carry the server's own name. */
  deviceId: string;
  /** Milliseconds UTC. */
  now: number;
  /** Shared by the changes of one action. */
  groupId: string;
  /** The clock the edit was made on top of: an edit of a field with a later clock is refused (data.md 14). */
  ifMatch?: Clock | null;
}

/** The writer of one transaction. */
export interface Writer {
  /**
   * Makes one change: diffs it, checks columns, references and invariants, stamps the row and logs it.
   * @returns the row as it stands afterwards; an edit that changes nothing is not logged.
   * @throws {Problem} when a rule forbids it.
   */
  mutate(change: Change): Promise<StoredRow>;
  /** Writes the heads. Called once, at the end of the transaction. */
  finish(): Promise<void>;
}

/**
 * Opens the one writer of synced tables, for web, push, import and demo alike. The heads of its scopes must be given locked, `library` before
 * company: numbers are then given in the order of commits, and no reader can miss one (sync.md 2.5).
 */
export function openWriter(store: Store, registry: TableRegistry, heads: readonly Head[], author: Author): Writer {
  const open = new Map(heads.map((head) => [head.scopeId, { ...head, changed: false }]));
  const begun = new Map(heads.map((head) => [head.scopeId, head.seq]));
  let last: Clock | null = null;

  async function mutate(change: Change): Promise<StoredRow> {
    const definition = registry.get(change.table);
    if (definition === undefined) throw new Problem('ruleBroken', { rule: `unknown table ${change.table}` });
    const id = idOfChange(definition, change);
    const before = (await store.row(change.table, id)) ?? null;
    const step = plan(definition, change, id, before);
    if (step === null) return before!;

    const head = open.get(step.after.scopeId);
    if (head === undefined) throw new Problem('ruleBroken', { rule: 'the scope of a change must be locked' });
    checkHome(definition, step.after.scopeId);
    const intent: Intent = { table: definition.name, op: change.op, before, after: step.after, look: store };
    // What this same action wrote before is no later edit of somebody else.
    const own = before !== null && before._seq > begun.get(head.scopeId)!;
    if (!own) await refuseLateEdit(definition, intent, step.columns, author.ifMatch);
    await checkReferences(definition, intent, step.columns);
    for (const invariant of definition.invariants ?? []) await invariant(intent);

    last = nextClock(last, before, author);
    stamp(definition, step, last, head.seq + 1);
    await write(intent, step.columns);
    count(head, intent);
    await log(definition, intent, step);
    return step.after;
  }

  /** What a change comes to: the row as it will stand and the columns that differ; null when nothing does. */
  function plan(definition: TableDefinition, change: Change, id: string, before: StoredRow | null): Step | null {
    const set = change.set ?? {};
    if (before === null) {
      if (change.op !== 'ins') throw new Problem('notFound');
      return { op: 'ins', columns: Object.keys(set), after: created(definition, change, id) };
    }
    if (before.deletedAt !== null && change.op === 'upd') throw new Problem('notFound');
    if (change.op === 'ins' && change.scopeId !== undefined && change.scopeId !== before.scopeId)
      throw new Problem('notFound');
    const values = parseColumns(definition, set, 'some');
    const columns = Object.keys(values).filter((column) => values[column] !== before[column]);
    for (const column of columns) {
      if (definition.fixed?.includes(column) || definition.naturalKey?.includes(column)) {
        throw new Problem('ruleBroken', { rule: `${definition.name}.${column} never changes` });
      }
    }
    const dies = change.op === 'del' && before.deletedAt === null;
    const revives = (change.op === 'ins' || change.op === 'restore') && before.deletedAt !== null;
    if (columns.length === 0 && !dies && !revives) return null;
    const after = { ...before, ...values } as StoredRow;
    if (dies) after.deletedAt = author.now;
    if (revives) after.deletedAt = null;
    return { op: revives && change.op === 'ins' ? 'revive' : change.op === 'ins' ? 'upd' : change.op, columns, after };
  }

  function created(definition: TableDefinition, change: Change, id: string): StoredRow {
    if (change.scopeId === undefined) throw new Problem('ruleBroken', { rule: 'a new row needs a scope' });
    return {
      ...parseColumns(definition, change.set ?? {}, 'all'),
      id,
      scopeId: change.scopeId,
      _seq: 0,
      _clk: '{}',
      createdAt: author.now,
      updatedAt: author.now,
      createdByUserId: author.userId,
      updatedByUserId: author.userId,
      deletedAt: null,
    };
  }

  function stamp(definition: TableDefinition, { columns, after, op }: Step, clock: Clock, seq: number): void {
    const clocks: Record<string, Clock> =
      op === 'ins' ? { [CREATED]: clock } : { ...(JSON.parse(after._clk) as Clocks) };
    if (op !== 'ins') {
      for (const column of columns) clocks[clockKey(definition, column)] = clock;
      if (op !== 'upd') clocks[DELETED] = clock;
    }
    after._clk = JSON.stringify(clocks);
    after._seq = seq;
    after.updatedAt = author.now;
    after.updatedByUserId = author.userId;
  }

  async function write({ table, before, after }: Intent, columns: readonly string[]): Promise<void> {
    if (before === null) return store.insertRow(table, after);
    const changed: Columns = {
      _seq: after._seq,
      _clk: after._clk,
      updatedAt: after.updatedAt,
      updatedByUserId: after.updatedByUserId,
    };
    if (before.deletedAt !== after.deletedAt) changed['deletedAt'] = after.deletedAt;
    for (const column of columns) changed[column] = after[column]!;
    return store.updateRow(table, after.id, changed);
  }

  async function log(definition: TableDefinition, intent: Intent, { op, columns }: Step): Promise<void> {
    const { before, after } = intent;
    const entry = (await definition.history?.(intent)) ?? null;
    await store.appendChange({
      scopeId: after.scopeId,
      seq: after._seq,
      groupId: author.groupId,
      deviceId: author.deviceId,
      n: null,
      userId: author.userId,
      tableName: definition.name,
      rowId: after.id,
      op,
      setJson: JSON.stringify(pick(after, columns)),
      oldJson: before === null ? '{}' : JSON.stringify(pick(before, columns)),
      lostJson: null,
      historyJson: entry === null ? null : JSON.stringify({ what: entry.what, lines: entry.lines }),
      itemId: entry?.itemId ?? null,
      installationInspectionId: entry?.installationInspectionId ?? null,
      editedAt: author.now,
      storedAt: author.now,
    });
  }

  async function checkReferences(
    definition: TableDefinition,
    { after, look }: Intent,
    columns: readonly string[],
  ): Promise<void> {
    for (const column of columns) {
      const target = definition.references[column];
      const id = after[column];
      if (target === undefined || id === null || id === undefined) continue;
      const row = await look.row(target, String(id));
      const reachable =
        row !== undefined && (row.scopeId === after.scopeId || registry.get(target)!.home !== 'company');
      if (!reachable || row.deletedAt !== null || (row.scopeId !== after.scopeId && row.scopeId !== 'library'))
        throw new Problem('notFound');
    }
  }

  async function finish(): Promise<void> {
    for (const { changed, ...head } of open.values()) if (changed) await store.saveHead(head);
  }

  return { mutate, finish };
}

function count(head: Head & { changed: boolean }, { table, before, after }: Intent): void {
  head.seq = after._seq;
  head.changed = true;
  if (before !== null && before.deletedAt === null) {
    head.digest = addToDigest(head.digest, -rowDigest(table, before.id, before._seq));
    head.rows -= 1;
  }
  if (after.deletedAt === null) {
    head.digest = addToDigest(head.digest, rowDigest(table, after.id, after._seq));
    head.rows += 1;
  }
}

interface Step {
  op: Operation | 'revive';
  /** Columns whose value differs from before. */
  columns: string[];
  after: StoredRow;
}

function idOfChange(definition: TableDefinition, { id, set = {} }: Change): string {
  if (definition.naturalKey === undefined) {
    if (id === undefined) throw new Problem('ruleBroken', { rule: `${definition.name} needs an id` });
    return id;
  }
  if (id !== undefined && !definition.naturalKey.every((column) => column in set)) return id;
  const [parent, ...rest] = definition.naturalKey.map((column) => set[column] ?? null);
  const derived = derivedId(String(parent), ...rest.map((part) => (part === null ? null : String(part))));
  if (id !== undefined && id !== derived)
    throw new Problem('ruleBroken', { rule: `the id of a ${definition.name} follows from its key` });
  return derived;
}

function parseColumns(definition: TableDefinition, set: Columns, which: 'all' | 'some'): Columns {
  const shape = definition.columns.shape;
  const parsed: Columns = {};
  const names = which === 'all' ? Object.keys(shape) : Object.keys(set);
  for (const extra of Object.keys(set))
    if (!(extra in shape)) throw new Problem('ruleBroken', { rule: `${definition.name} has no ${extra}` });
  for (const column of names) {
    const result = shape[column]!.safeParse(set[column]) as
      | { success: true; data: string | number | null }
      | { success: false };
    if (!result.success)
      throw new Problem('ruleBroken', { rule: `${definition.name}.${column} does not hold such a value` });
    parsed[column] = result.data;
  }
  return parsed;
}

function checkHome({ home, name }: TableDefinition, scopeId: string): void {
  const inLibrary = scopeId === 'library';
  if ((home === 'library' && !inLibrary) || (home === 'company' && inLibrary)) {
    throw new Problem('ruleBroken', { rule: `${name} does not lie in this scope` });
  }
}

/** A save made on top of an older value than the one stored is told so, with both values (data.md 14). */
async function refuseLateEdit(
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

/** An edit whose field changed after the version it was made on. */
export class LateEdit extends Error {
  /** The row as it stands. */
  readonly row: StoredRow;
  /** How the refused edit would have read in history. */
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

function pick(row: StoredRow, columns: readonly string[]): Columns {
  return Object.fromEntries(columns.map((column) => [column, row[column]!]));
}

/** A scope nobody has written to. */
export function emptyHead(scopeId: string): Head {
  return { scopeId, seq: 0, rows: 0, digest: EMPTY_DIGEST };
}
