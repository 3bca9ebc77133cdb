import { Problem } from '@holdfast/contract';
import { type Change, idOfChange, planChange } from './change.ts';
import { definitionOf } from './mutate.ts';
import type { HistoryEntry, Lookup, StoredRow, TableRegistry } from './registry.ts';

/** Effect of a change that is only described. */
export interface Described {
  /** The row after the change. */
  after: StoredRow;
  /** Description of the change as history would show it; null: its table has no history, or nothing differs. */
  entry: HistoryEntry | null;
}

/**
 * Describes the effect that a change would have on the current rows, without making it.
 * @throws {Problem} when its table, id, scope or columns are invalid, or its row does not exist
 */
export async function describeChange(
  registry: TableRegistry,
  lookup: Lookup,
  change: Change & { scopeId: string },
  author: { now: number; userId: string },
): Promise<Described> {
  const definition = definitionOf(registry, change.table);
  const id = idOfChange(definition, change);
  const before = (await lookup.row(change.table, id)) ?? null;
  if (before !== null && before.scopeId !== change.scopeId) throw new Problem('notFound');
  const step = planChange(definition, change, id, before, author);
  if (step === null) return { after: before!, entry: null };
  const intent = { table: change.table, op: change.op, before, after: step.after, lookup };
  return { after: step.after, entry: (await definition.history?.(intent)) ?? null };
}
