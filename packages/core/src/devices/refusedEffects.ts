/** Descriptions and rights of refused changes. Both are computed from columns and rows: descriptions sent by the device are not trusted. */
import { type HistoryEntry, type Lookup, mayChange, sha256Hex, describeChange } from '@holdfast/sync';
import { Problem, type RefusedChange } from '@holdfast/contract';
import type { ScopedChange } from '../calls/ctx.ts';
import { registry } from '../db/registry.ts';
import type { Database, SyncedTable } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { placeOf } from '../history/index.ts';
import { storedColumns } from '../storedJson.ts';

type Reported = Database['refusedChange'];

/** A refused change, ready to be made. */
type Proposed = ScopedChange & { id: string; scopeId: string };

/**
 * Identifies the contents of a refused change. A decision names it, so that what is accepted is what was shown, although a device may report
 * something else under the same number meanwhile.
 */
export function contentsId({ id, scopeId, userId, tableName, rowId, op, setJson }: Reported): string {
  return sha256Hex(JSON.stringify([id, scopeId, userId, tableName, rowId, op, setJson]));
}

/** Returns the change that a report describes. @throws {Problem} `forbidden` when its table is not synced */
export function proposedChange({ tableName, rowId, op, scopeId, setJson }: Reported): Proposed {
  if (!registry.has(tableName)) throw new Problem('forbidden');
  return { table: tableName as SyncedTable, op, id: rowId, scopeId, set: storedColumns(setJson) };
}

/** Returns true when the right to inspect is enough for a change: administrators accept nothing else in the place of inspectors. */
export async function isInspection(lookup: Lookup, { table, op, id, scopeId, set = {} }: Proposed): Promise<boolean> {
  const before = (await lookup.row(table, id)) ?? null;
  if (before !== null && before.scopeId !== scopeId) return false;
  const columns = Object.keys(set).filter((column) => before === null || set[column] !== before[column]);
  return mayChange(registry.get(table)!, { op, before, columns }, (right) => right === 'inspect');
}

/** Reads rows of the scopes of a call for the rules of a change, deleted ones included. */
export function rowLookup(db: ScopedDb): Lookup {
  return {
    row: (table, id) =>
      db
        .fromWithDeleted(table as SyncedTable)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst(),
    find: (table, where) => db.rows(table as SyncedTable, where),
  };
}

/**
 * Describes refused changes of a device as history would show them. Each is described on top of the earlier ones: a note that was added and
 * edited is an addition and an edit. One that cannot be made is described by its columns alone.
 */
export async function describeRefused(
  db: ScopedDb,
  changes: readonly Reported[],
): Promise<Map<Reported, Pick<RefusedChange, 'place' | 'what' | 'lines'>>> {
  const stored = rowLookup(db);
  const proposed = new Map<string, Awaited<ReturnType<Lookup['row']>>>();
  const lookup: Lookup = {
    row: async (table, id) => proposed.get(`${table} ${id}`) ?? (await stored.row(table, id)),
    find: stored.find,
  };
  const described = new Map<Reported, Pick<RefusedChange, 'place' | 'what' | 'lines'>>();
  for (const change of changes.toSorted((a, b) => a.at - b.at)) {
    let entry: HistoryEntry | null = null;
    try {
      const asked = proposedChange(change);
      const effect = await describeChange(registry, lookup, asked, { now: change.at, userId: change.userId });
      proposed.set(`${asked.table} ${effect.after.id}`, effect.after);
      entry = effect.entry;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    described.set(change, await shownOf(db, change, entry));
  }
  return described;
}

async function shownOf(
  db: ScopedDb,
  { tableName, rowId, setJson }: Reported,
  entry: HistoryEntry | null,
): Promise<Pick<RefusedChange, 'place' | 'what' | 'lines'>> {
  if (entry === null) {
    const columns = Object.entries(storedColumns(setJson));
    return {
      place: '',
      what: tableName,
      lines: columns.map(([field, value]) => ({ field, from: '', to: String(value ?? '') })),
    };
  }
  const { itemId = null, installationInspectionId = null, what, lines } = entry;
  return {
    place: await placeOf(db, { tableName, rowId, itemId, installationInspectionId }),
    what,
    lines: lines.map(({ field, from, to }) => ({ field, from, to })),
  };
}
