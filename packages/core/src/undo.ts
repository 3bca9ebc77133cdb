import { Problem } from '@holdfast/contract';
import type { Columns, StoredRow } from '@holdfast/sync';
import type { WriteCtx } from './ctx.ts';
import { registry } from './db/registry.ts';
import type { Database, SyncedTable } from './db/schema.ts';

type UndoneChange = Pick<Database['loggedChange'], 'tableName' | 'rowId' | 'op' | 'setJson' | 'oldJson'>;

/**
 * Takes the changes of one action back, last first. What somebody changed since stays as it is now, and so does what shapes the product.
 * @param userId whose action it must have been; null: anybody's
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
  const changes = logged.filter((change) => registry.get(change.tableName)?.writers === 'inspect');
  if (changes.length === 0 || changes.some((change) => userId !== null && change.userId !== userId))
    throw new Problem('notFound');
  let undone = 0;
  for (const change of changes) if (await undoOne(ctx, change)) undone += 1;
  return undone;
}

async function undoOne(ctx: WriteCtx, { tableName, rowId, op, setJson, oldJson }: UndoneChange): Promise<boolean> {
  const table = tableName as SyncedTable;
  const row = await ctx.look.row(table, rowId);
  if (row === undefined) return false;
  if (op === 'del') {
    if (row.deletedAt === null) return false;
    const set = table === 'item' ? await whereItCanReturn(ctx, row) : {};
    await ctx.mutate({ table, op: 'restore', id: rowId, set });
    return true;
  }
  if (row.deletedAt !== null) return false;
  if (op !== 'upd') {
    await ctx.mutate({ table, op: 'del', id: rowId });
    return true;
  }
  const became = JSON.parse(setJson) as Columns;
  const was = JSON.parse(oldJson) as Columns;
  const set: Columns = {};
  for (const [column, value] of Object.entries(became)) if (row[column] === value) set[column] = was[column] ?? null;
  if (Object.keys(set).length === 0) return false;
  await ctx.mutate({ table, op: 'upd', id: rowId, set });
  return true;
}

/** An item comes back below the nearest ancestor that lives, and without a tag that another item took meanwhile. */
async function whereItCanReturn({ look }: WriteCtx, item: StoredRow): Promise<Columns> {
  const set: Columns = {};
  let parentId = item['parentItemId'] ?? null;
  while (parentId !== null) {
    const parent = await look.row('item', String(parentId));
    if (parent?.deletedAt === null) break;
    parentId = parent?.['parentItemId'] ?? null;
    set['parentItemId'] = parentId;
  }
  const { tag = null, tagKind = null } = item;
  if (tag !== null && (await look.find('item', { scopeId: item.scopeId, tag, tagKind })).length > 0) {
    set['tag'] = null;
    set['tagKind'] = null;
  }
  return set;
}
