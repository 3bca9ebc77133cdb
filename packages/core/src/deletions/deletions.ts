/** Deletion of records by administrators. A record can be deleted only when no living record refers to it, so that it can be restored completely. */
import * as contract from '@holdfast/contract';
import type { DeletableKind } from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import { deletedRecords, usesOf } from './queries.ts';

/** Returns what uses a record. */
export const getRecordUses = handler(contract.getRecordUses, {
  reach: 'everywhere',
  async commit(ctx, { kind, id }) {
    if ((await ctx.db.row(kind, id)) === undefined) throw new Problem('notFound');
    return usesOf(ctx, kind, id);
  },
});

/** Returns the recycle bin. */
export const getDeletedRecords = handler(contract.getDeletedRecords, {
  reach: 'everywhere',
  commit: ({ db }) => deletedRecords(db),
});

/** Moves a company to the recycle bin. */
export const deleteCompany = handler(contract.deleteCompany, {
  reach: 'either',
  commit: (ctx, { id }) => deleteUnused(ctx, 'company', id),
});

/** Restores a company. */
export const restoreCompany = handler(contract.restoreCompany, {
  reach: 'either',
  commit: (ctx, { id }) => restore(ctx, 'company', id),
});

/** Moves an installation to the recycle bin. */
export const deleteInstallation = handler(contract.deleteInstallation, {
  reach: 'either',
  commit: (ctx, { id }) => deleteUnused(ctx, 'installation', id),
});

/** Restores an installation. */
export const restoreInstallation = handler(contract.restoreInstallation, {
  reach: 'either',
  commit: (ctx, { id }) => restore(ctx, 'installation', id),
});

/** Moves a type of inspection to the recycle bin. */
export const deleteInspection = handler(contract.deleteInspection, {
  reach: 'everywhere',
  commit: (ctx, { id }) => deleteUnused(ctx, 'inspection', id),
});

/** Restores a type of inspection. */
export const restoreInspection = handler(contract.restoreInspection, {
  reach: 'everywhere',
  commit: (ctx, { id }) => restore(ctx, 'inspection', id),
});

/** Moves an item type to the recycle bin. */
export const deleteItemType = handler(contract.deleteItemType, {
  reach: 'everywhere',
  commit: (ctx, { id }) => deleteUnused(ctx, 'itemType', id),
});

/** Restores an item type. */
export const restoreItemType = handler(contract.restoreItemType, {
  reach: 'everywhere',
  commit: (ctx, { id }) => restore(ctx, 'itemType', id),
});

/** Moves a template to the recycle bin. */
export const deleteFieldsTemplate = handler(contract.deleteFieldsTemplate, {
  reach: 'everywhere',
  commit: (ctx, { id }) => deleteUnused(ctx, 'fieldsTemplate', id),
});

/** Restores a template. */
export const restoreFieldsTemplate = handler(contract.restoreFieldsTemplate, {
  reach: 'everywhere',
  commit: (ctx, { id }) => restore(ctx, 'fieldsTemplate', id),
});

/** Restores a report. */
export const restoreReport = handler(contract.restoreReport, {
  reach: 'either',
  commit: (ctx, { id }) => restore(ctx, 'report', id),
});

async function deleteUnused(ctx: WriteCtx, kind: DeletableKind, id: string): Promise<null> {
  if ((await ctx.db.row(kind, id)) === undefined) throw new Problem('notFound');
  const uses = await usesOf(ctx, kind, id);
  if (uses.length > 0) throw new Problem('inUse', { uses: uses.map(({ kind: what, count }) => ({ what, count })) });
  await ctx.replay({ table: kind, op: 'del', id });
  return null;
}

async function restore(ctx: WriteCtx, kind: DeletableKind, id: string): Promise<null> {
  const row = await ctx.lookup.row(kind, id);
  if (row === undefined || !ctx.scopes.includes(row.scopeId)) throw new Problem('notFound');
  if (row.deletedAt !== null) await ctx.replay({ table: kind, op: 'restore', id });
  return null;
}
