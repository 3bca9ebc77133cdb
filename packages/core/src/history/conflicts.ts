/** Reads conflicts from the change log (docs/sync.md, What is promised). */
import type { LocalDb } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { slicesOf } from '../lists/slices.ts';
import { storedColumns } from '../storedJson.ts';

type Change = Database['change'];

/** Time for which a conflict is listed, in ms: as long as the log is kept on every device. */
const LISTED_MS = 90 * 24 * 60 * 60 * 1000;
/** Maximum number of conflicts that are examined, including those of other users. */
const LOOKED_AT = 2_000;
/** Rows per query. */
const SLICE = 500;

/** Two changes whose authors had not seen the other one. */
export interface Conflict {
  /** `value`: both set the same field; `deleted`: `change` was made on what `other` had deleted. */
  kind: 'value' | 'deleted';
  change: Change;
  /** null: the log does not record whose change won, as of a move that would have made a loop. */
  other: Change | null;
  /** True when the value of `change` is the overridden one. */
  isLost: boolean;
  /** True while no user has decided since. */
  isOpen: boolean;
}

/**
 * The conflicts of some scopes, newest first. Their age is counted from the newest change the server stored, independent of the clock of
 * this machine.
 */
export async function conflictsOf(db: LocalDb, scopes: readonly string[]): Promise<Conflict[]> {
  const newest = await db
    .selectFrom('change')
    .select(({ fn }) => fn.max('storedAt').as('at'))
    .where('scopeId', 'in', scopes as string[])
    .executeTakeFirst();
  const since = (newest?.at ?? 0) - LISTED_MS;
  const found = [...(await overridden(db, scopes, since)), ...(await onDeleted(db, scopes, since))];
  return found.toSorted((a, b) => b.change.storedAt - a.change.storedAt || b.change.seq - a.change.seq);
}

/** Columns in which a change lost, or won although its author had not seen the replaced value, with their values on the overridden side. */
export function overriddenColumns({
  lostJson,
  overrodeJson,
}: Pick<Change, 'lostJson' | 'overrodeJson'>): Record<string, string | number | null> {
  return storedColumns(lostJson ?? overrodeJson ?? '{}');
}

async function overridden(db: LocalDb, scopes: readonly string[], since: number): Promise<Conflict[]> {
  const changes = await db
    .selectFrom('change')
    .selectAll()
    .where('scopeId', 'in', scopes as string[])
    .where((eb) => eb.or([eb('lostJson', 'is not', null), eb('overrodeJson', 'is not', null)]))
    .where('historyJson', 'is not', null)
    .where('storedAt', '>=', since)
    .orderBy('seq', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const conflicts: Conflict[] = [];
  const byRow = await changesBy(db, 'rowId', new Set(changes.map(({ rowId }) => rowId)));
  const indices = new Map([...byRow].map(([rowId, ofRow]) => [rowId, indexByColumn(ofRow)]));
  for (const change of changes) {
    const columns = Object.keys(overriddenColumns(change));
    const index = indices.get(change.rowId)!;
    const lists = (columns.length === 0 ? [ALL] : columns).map((column) => index.get(column) ?? []);
    const earlier = lists.flatMap((list) => list[placeAfter(list, change.seq - 1) - 1] ?? []);
    const other = earlier.reduce<Change | null>(
      (last, one) => (last === null || one.seq > last.seq ? one : last),
      null,
    );
    const isLast = (list: readonly Change[]): boolean => placeAfter(list, change.seq) === list.length;
    const isOpen = columns.length > 0 && [...lists, index.get(DELETIONS) ?? []].every(isLast);
    conflicts.push({ kind: 'value', change, other, isLost: change.lostJson !== null, isOpen });
  }
  return conflicts;
}

/** Keys in an index by column for all changes, and for deletions. No column has such a name. */
const [ALL, DELETIONS] = ['', ' '];

/** Changes of one row by the columns they set, ascending: a device may have made any number of them. */
function indexByColumn(changes: readonly Change[]): ReadonlyMap<string, Change[]> {
  const index = new Map<string, Change[]>();
  const add = (key: string, change: Change): void => {
    const list = index.get(key);
    if (list === undefined) index.set(key, [change]);
    else list.push(change);
  };
  for (const change of changes) {
    add(ALL, change);
    if (change.op === 'del') add(DELETIONS, change);
    for (const column of Object.keys(storedColumns(change.setJson))) add(column, change);
  }
  return index;
}

/** Index of the first change after a number in an ascending list. */
function placeAfter(list: readonly Pick<Change, 'seq'>[], seq: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]!.seq > seq) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Returns edits by devices of items that another user had deleted before the edits arrived. */
async function onDeleted(db: LocalDb, scopes: readonly string[], since: number): Promise<Conflict[]> {
  const deletions = await db
    .selectFrom('change')
    .selectAll()
    .where('scopeId', 'in', scopes as string[])
    .where('op', '=', 'del')
    .where('tableName', 'in', ['item', 'installationInspectionItem'])
    .orderBy('seq', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const itemOf = (one: Change): string | null => (one.tableName === 'item' ? one.rowId : one.itemId);
  const byItem = Map.groupBy(
    deletions.filter((one) => itemOf(one) !== null),
    (one) => itemOf(one)!,
  );
  const conflicts: Conflict[] = [];
  const changesOf = await changesBy(db, 'itemId', new Set(byItem.keys()));
  for (const [itemId, ofItem] of byItem) {
    const changes = changesOf.get(itemId) ?? [];
    const returns = Map.groupBy(
      changes.filter(({ op }) => op !== 'del' && op !== 'upd'),
      ({ rowId }) => rowId,
    );
    const back = ({ rowId, seq }: Change, until: number): boolean => {
      const ofRow = returns.get(rowId) ?? [];
      return (ofRow[placeAfter(ofRow, seq)]?.seq ?? until) < until;
    };
    for (const change of changes) {
      if (change.storedAt < since || change.n === null || change.historyJson === null) continue;
      if (change.op !== 'upd' && change.op !== 'ins') continue;
      const other = ofItem.find(
        (one) =>
          one.scopeId === change.scopeId &&
          one.seq < change.seq &&
          one.deviceId !== change.deviceId &&
          (one.tableName === 'item' || one.installationInspectionId === change.installationInspectionId),
      );
      if (other === undefined || back(other, change.seq)) continue;
      const isOpen = !back(other, Number.MAX_SAFE_INTEGER);
      conflicts.push({ kind: 'deleted', change, other, isLost: true, isOpen });
    }
  }
  return conflicts;
}

/** The changes of rows or items, in their order. */
async function changesBy(
  db: LocalDb,
  column: 'rowId' | 'itemId',
  ids: ReadonlySet<string>,
): Promise<Map<string | null, Change[]>> {
  const changes: Change[] = [];
  for (const slice of slicesOf([...ids], SLICE)) {
    const query = db.selectFrom('change').selectAll().where(column, 'in', slice);
    changes.push(...(await query.orderBy('seq').execute()));
  }
  return Map.groupBy(changes, (one) => one[column]);
}
