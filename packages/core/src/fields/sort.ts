/** The order of questions and choices: a whole list in one call. */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { fieldById, templateById } from './templates/templates.ts';
import { keepVersion } from './templates/versions.ts';

/** Sorts the questions of a template. */
export const sortFields = handler(contract.sortFields, {
  reach: 'everywhere',
  async commit(ctx, { id, fieldIds }) {
    await mustExist(ctx.db, 'fieldsTemplate', id);
    await keepVersion(ctx, id);
    await sort(ctx, 'field', { fieldsTemplateId: id }, fieldIds);
    return templateById(ctx.db, id);
  },
});

/** Sorts the choices of a question. */
export const sortFieldOptions = handler(contract.sortFieldOptions, {
  reach: 'everywhere',
  async commit(ctx, { id, optionIds }) {
    await keepVersion(ctx, (await fieldById(ctx.db, id)).fieldsTemplateId);
    await sort(ctx, 'fieldOption', { fieldId: id }, optionIds);
    return fieldById(ctx.db, id);
  },
});

/**
 * Numbers rows from 0 in the order of their ids. Rows without a name in `ids` keep their order, after the others: another user may have
 * added them meanwhile.
 * @throws {Problem} `notFound` for an id that names none of the rows
 */
async function sort(
  ctx: WriteCtx,
  table: 'field' | 'fieldOption',
  where: Record<string, string>,
  ids: readonly string[],
): Promise<void> {
  const rows = await ctx.lookup.find(table, where);
  const known = new Map(rows.map((row) => [row.id, row]));
  const named = new Set(ids);
  if ([...named].some((id) => !known.has(id))) throw new Problem('notFound');
  const rest = rows
    .filter((row) => !named.has(row.id))
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
    .map((row) => row.id);
  for (const [order, id] of [...named, ...rest].entries()) {
    if (known.get(id)!.order !== order) await ctx.mutate(table, { op: 'upd', id, set: { order } });
  }
}
