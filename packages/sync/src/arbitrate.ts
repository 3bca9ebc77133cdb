import { Problem } from '@holdfast/contract';
import { checkFixed, checkScopeKind, checkReferences, idOfChange, newRow, parseColumns } from './change.ts';
import { CREATED, DELETED, type Clock, type Clocks, clockOf, compareClocks } from './clock.ts';
import { type Ledger, type Origin, wouldLoop } from './ledger.ts';
import { definitionOf } from './mutate.ts';
import type { Verdict, WireChange } from '@holdfast/contract/sync';
import {
  clockKey,
  type Columns,
  type Intent,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
  treeColumn,
} from './registry.ts';
import { type Holds, mayChange } from './rights.ts';
import { advanceClock, isOnTop, wins } from './rules.ts';
import type { Store } from './store.ts';

/** Result of a pushed change. */
export interface Arbitrated {
  verdict: Verdict['verdict'];
  reason: string | null;
  /** Number of its log entry; null when it changed nothing. */
  seq: number | null;
  /** True when every column took effect with the value of the device. */
  exact: boolean;
}

/** Dependencies of an arbiter. */
export interface ArbiterSetting {
  store: Store;
  registry: TableRegistry;
  ledger: Ledger;
}

/**
 * Decides one pushed change and writes its effect (docs/sync.md, "What is promised"). Fields are decided one by one, a group of columns as one field.
 * A deletion always takes effect, an update never revives, and a move that would place a row inside itself is ignored.
 * @param clock the corrected clock of the edit
 * @param holds checks the rights of its author in the scope
 * @returns `rejected` instead of throwing when a rule forbids the change, as `notAllowed` when its author lacks a right
 */
export async function arbitrate(
  setting: ArbiterSetting,
  change: WireChange,
  scopeId: string,
  clock: Clock,
  origin: Origin,
  holds: Holds,
): Promise<Arbitrated> {
  const { store, registry } = setting;
  try {
    const definition = definitionOf(registry, change.table);
    checkScopeKind(definition, scopeId);
    const asked = { table: change.table, op: change.op as Intent['op'], id: change.id, scopeId, set: change.set };
    const id = change.op === 'ins' ? idOfChange(definition, asked) : change.id;
    const before = (await store.row(change.table, id)) ?? null;
    if (before !== null && before.scopeId !== scopeId) throw new Problem('notFound');
    if (before === null && change.op !== 'ins') throw new Problem('notFound');
    const edit: Edit = { setting, definition, change, scopeId, clock, origin, holds };
    return before === null ? await create(edit, id) : await merge(edit, before);
  } catch (error) {
    if (error instanceof Problem) return { verdict: 'rejected', reason: error.code, seq: null, exact: false };
    throw error;
  }
}

/** A pushed change, and the inputs of the decision. */
interface Edit {
  setting: ArbiterSetting;
  definition: TableDefinition;
  change: WireChange;
  scopeId: string;
  /** Corrected. */
  clock: Clock;
  origin: Origin;
  holds: Holds;
}

/** The answer to a change whose author lacks a right it needs. */
export const NOT_ALLOWED: Arbitrated = { verdict: 'rejected', reason: 'notAllowed', seq: null, exact: false };

async function create({ setting, definition, change, scopeId, clock, origin }: Edit, id: string): Promise<Arbitrated> {
  const { store, ledger } = setting;
  const asked = { table: change.table, op: 'ins', scopeId, set: change.set } as const;
  const after = newRow(definition, asked, id, origin.editedAt, origin.userId);
  const intent: Intent = { table: definition.name, op: 'ins', before: null, after, lookup: store };
  const columns = Object.keys(change.set);
  await check(setting, definition, intent, columns);
  const clocks = { [CREATED]: clock };
  const seq = await ledger.record({
    definition,
    intent,
    op: 'ins',
    columns,
    clocks,
    lost: null,
    overrode: null,
    origin,
  });
  return { verdict: 'applied', reason: null, seq, exact: true };
}

async function merge(edit: Edit, before: StoredRow): Promise<Arbitrated> {
  const { setting, definition, change, clock, origin } = edit;
  const { store, ledger } = setting;
  const clocks = JSON.parse(before._clk) as Record<string, Clock>;
  const advance = (key: string): Clock => advanceClock(clock, clockOf(clocks, key));
  const values = parseColumns(definition, change.set, 'some');
  const differing = Object.keys(values).filter((column) => values[column] !== before[column]);
  if (!mayChange(definition, { op: change.op as Intent['op'], before, columns: differing }, edit.holds))
    return NOT_ALLOWED;
  const tree = treeColumn(definition);
  const moves = tree !== undefined && tree in values;
  const looping = moves && (await wouldLoop(store, definition.name, tree, before.id, values[tree]!));
  const { won, lost, overrode, reason } = decideColumns(edit, before, clocks, values, looping ? tree : null);
  const columns = Object.keys(won).filter((column) => won[column] !== before[column]);
  const after = { ...before, ...won } as StoredRow;
  for (const key of new Set(columns.map((column) => clockKey(definition, column)))) clocks[key] = advance(key);

  let op: Arbitrated['verdict'] | 'none' = 'none';
  let overruled = reason;
  if (change.op === 'del' && before.deletedAt === null) {
    after.deletedAt = origin.editedAt;
    op = 'applied';
  } else if (change.op === 'restore' && before.deletedAt !== null) {
    if (isOnTop(change.base[DELETED] ?? null, clocks[DELETED], clock[2])) {
      after.deletedAt = null;
      op = 'applied';
    } else overruled = 'deletedAgain';
  } else if (before.deletedAt !== null && change.op === 'ins') {
    after.deletedAt = null;
    op = 'revived';
  }
  if (op !== 'none') clocks[DELETED] = advance(DELETED);

  const lostSomething = Object.keys(lost).length > 0 || overruled !== null;
  const changes = columns.length > 0 || op !== 'none';
  const verdict = op === 'revived' ? 'revived' : lostSomething ? (changes ? 'merged' : 'lost') : ('applied' as const);
  if (!changes && !lostSomething) return { verdict, reason: null, seq: null, exact: false };

  const intent: Intent = { table: definition.name, op: change.op as Intent['op'], before, after, lookup: store };
  await check(setting, definition, intent, columns);
  const logged = op === 'none' ? 'upd' : op === 'revived' ? 'revive' : intent.op;
  const kept = Object.keys(lost).length > 0 || overruled !== null ? lost : null;
  const seq = await ledger.record({ definition, intent, op: logged, columns, clocks, lost: kept, overrode, origin });
  return { verdict, reason: overruled, seq, exact: !lostSomething && op === 'none' };
}

/** @param refused the column that would place the row inside itself; null when none would */
function decideColumns(
  { definition, change, clock }: Edit,
  before: StoredRow,
  clocks: Clocks,
  values: Columns,
  refused: string | null,
): { won: Columns; lost: Columns; overrode: Columns | null; reason: string | null } {
  checkFixed(
    definition,
    Object.keys(values).filter((column) => values[column] !== before[column]),
  );
  const won: Columns = {};
  const lost: Columns = {};
  const overrode: Columns = {};
  let reason: string | null = null;
  for (const [column, value] of Object.entries(values)) {
    const key = clockKey(definition, column);
    const base = change.base[key] ?? null;
    const current = clockOf(clocks, key);
    const effective = wins(clock, base, current, clock[2]);
    const loops = effective && column === refused;
    if (loops) reason = 'wouldLoop';
    if (effective && !loops) won[column] = value;
    else if (value !== before[column]) lost[column] = value;
    const unseen =
      current !== undefined && current[2] !== clock[2] && (base === null || compareClocks(base, current) !== 0);
    if (column in won && unseen && value !== before[column]) overrode[column] = before[column] ?? null;
  }
  return { won, lost, overrode: Object.keys(overrode).length > 0 ? overrode : null, reason };
}

async function check(
  { store, registry }: ArbiterSetting,
  definition: TableDefinition,
  intent: Intent,
  columns: readonly string[],
): Promise<void> {
  if (columns.some((column) => column in definition.references))
    await checkReferences(registry, definition, intent.after, columns, store, false);
  for (const invariant of definition.invariants ?? []) {
    const checked = invariant(intent);
    if (checked !== undefined) await checked;
  }
}
