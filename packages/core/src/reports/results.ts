import type { Database } from '../db/schema.ts';
import type { Source } from './source.ts';

/** The results of one inspection that belong to the scope, in the order of their items. */
export async function resultsOf(
  { ctx, scope, items }: Pick<Source, 'ctx' | 'scope' | 'items'>,
  installationInspectionId: string,
): Promise<Database['installationInspectionItem'][]> {
  const rows = await ctx.db.rows('installationInspectionItem', { installationInspectionId });
  return rows
    .filter(({ id, itemId }) => items.has(itemId) && (scope.resultId === null || id === scope.resultId))
    .toSorted((a, b) => items.get(a.itemId)!.order - items.get(b.itemId)!.order || a.order - b.order);
}
