import { Problem } from '@holdfast/contract';
import { columnRight, type Columns, rowRight, type StoredRow } from '@holdfast/sync';
import type { WriteCtx } from './ctx.ts';
import { registry } from '../db/registry.ts';
import type { Database, SyncedTable } from '../db/schema.ts';
import { storedColumns } from '../storedJson.ts';

type UndoneChange = Pick<Database['loggedChange'], 'tableName' | 'rowId' | 'op' | 'setJson' | 'oldJson'>;

/**
 * Undoes the changes of one action in reverse order. Rows that were changed since, and rows that inspectors may not change, keep their
 * current values.
 * @param userId author of the changes to undo; null: all authors. A desktop chooses the id of its actions, so that changes of others can be under
 * the id of an action.
 * @returns how many rows are as they were before
 * @throws {Problem} `notFound` when the scope of this call knows no such action
 */
export async function undoGroup(ctx: WriteCtx, groupId: string, userId: string | null): Promise<number> {
  const logged = await ctx.local
    .selectFrom('loggedChange')
    .select(['tableName', 'rowId', 'op', 'setJson', 'oldJson', 'userId'])
    .where('scopeId', '=', ctx.scopeId)
    .where('groupId', '=', groupId)
    .orderBy('seq', 'desc')
    .execute();
  const changes = logged.filter((change) => isWork(change) && (userId === null || change.userId === userId));
  if (changes.length === 0) throw new Problem('notFound');
  let undone = 0;
  for (const change of changes) if (await undoOne(ctx, change)) undone += 1;
  return undone;
}

/** Returns true when the right to inspect is enough to undo a change. */
function isWork({ tableName, op, setJson }: UndoneChange): boolean {
  const definition = registry.get(tableName);
  if (definition === undefined) return false;
  if (op !== 'upd') return rowRight(definition, op === 'del' ? 'restore' : 'del') === 'inspect';
  return Object.keys(storedColumns(setJson)).some((column) => columnRight(definition, column) === 'inspect');
}

async function undoOne(ctx: WriteCtx, { tableName, rowId, op, setJson, oldJson }: UndoneChange): Promise<boolean> {
  const table = tableName as SyncedTable;
  const row: StoredRow | undefined = await ctx.lookup.row(table, rowId);
  if (row === undefined) return false;
  if (op === 'del') {
    if (row.deletedAt === null) return false;
    const item = table === 'item' ? await ctx.lookup.row(table, rowId) : undefined;
    const set = item === undefined ? {} : await whereItCanReturn(ctx, item);
    await ctx.replay({ table, op: 'restore', id: rowId, set });
    return true;
  }
  if (row.deletedAt !== null) return false;
  if (op !== 'upd') {
    await ctx.replay({ table, op: 'del', id: rowId });
    return true;
  }
  const became = storedColumns(setJson);
  const was = storedColumns(oldJson);
  const set: Columns = {};
  const definition = registry.get(table)!;
  for (const [column, value] of Object.entries(became)) {
    if (row[column] === value && columnRight(definition, column) === 'inspect') set[column] = was[column] ?? null;
  }
  if (Object.keys(set).length === 0) return false;
  await ctx.replay({ table, op: 'upd', id: rowId, set });
  return true;
}

/** Restores an item below its nearest living ancestor, and without a tag that another item has taken since. */
async function whereItCanReturn({ lookup }: WriteCtx, item: Database['item']): Promise<Columns> {
  const set: Columns = {};
  let { parentItemId: parentId } = item;
  while (parentId !== null) {
    const parent = await lookup.row('item', parentId);
    if (parent?.deletedAt === null) break;
    parentId = parent?.parentItemId ?? null;
    set['parentItemId'] = parentId;
  }
  const { tag, tagKind } = item;
  if (tag !== null && (await lookup.find('item', { scopeId: item.scopeId, tag, tagKind })).length > 0) {
    set['tag'] = null;
    set['tagKind'] = null;
  }
  return set;
}
