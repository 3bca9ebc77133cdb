/** Templates as they were before a change, in a table of their own. */
import type { FieldsTemplate } from '@holdfast/contract';
import type { WriteCtx } from '../../calls/ctx.ts';
import * as c from '../../db/columns.ts';
import { pastContentOf } from '../pastContent.ts';

/**
 * Stores a template as it is before a change. One of some thousand questions does not fit in a row: finished inspections are then judged by
 * the changed one.
 * @param version last version by which answers were recorded to it
 */
export async function keepPast(ctx: WriteCtx, template: FieldsTemplate, version: number): Promise<void> {
  const content = JSON.stringify(pastContentOf(template));
  if (!c.json.safeParse(content).success) return;
  const set = { fieldsTemplateId: template.id, version, until: ctx.now, content };
  await ctx.follow('pastTemplate', { op: 'ins', id: ctx.newId(), set });
}
