import { Problem } from '@holdfast/contract';
import type { WriteCtx } from './ctx.ts';
import type { SyncedTable } from '../db/schema.ts';

/**
 * The id of a row to be created: the caller's, or a new one.
 * @throws {Problem} `alreadyExists` when the caller's id was ever used, because creating a row must not change an existing one
 */
export async function idForNew(ctx: WriteCtx, table: SyncedTable, id: string | undefined): Promise<string> {
  if (id === undefined) return ctx.newId();
  const row = await ctx.lookup.row(table, id);
  if (row === undefined) return id;
  throw new Problem('alreadyExists', { name: row.scopeId === ctx.scopeId && 'name' in row ? row.name : '' });
}
