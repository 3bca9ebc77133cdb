/** Rows of sweeps and of the tags they read or missed. */
import { linesOf, sweepsOf } from '../sweeps/index.ts';
import type { Row } from './dataSet.ts';
import { momentAt, type Source } from './source.ts';

/** The rows of Sweep. */
export async function* sweepRows(source: Source): AsyncGenerator<Row<'Sweep'>> {
  for (const { id: inspectionId, installationId } of source.scope.inspections)
    for (const sweep of await sweepsOf(source.ctx.db, inspectionId))
      yield [
        sweep.id,
        inspectionId,
        sweep.locationName,
        momentAt(source, installationId, Date.parse(sweep.startedAt)),
        momentAt(source, installationId, Date.parse(sweep.endedAt)),
        sweep.userName,
        sweep.found,
        sweep.missing,
        sweep.unexpected,
        sweep.untagged,
      ];
}

/** The rows of SweepLine. A report over one item has its lines alone. */
export async function* sweepLineRows(source: Source): AsyncGenerator<Row<'SweepLine'>> {
  const { ctx, scope, items } = source;
  for (const { id: inspectionId, installationId } of scope.inspections)
    for (const { id } of await sweepsOf(ctx.db, inspectionId))
      for (const { itemId, outcome, name, place, tag, seenAt } of await linesOf(ctx.db, id)) {
        if (scope.resultId !== null && (itemId === null || !items.has(itemId))) continue;
        const seen = seenAt === null ? null : momentAt(source, installationId, Date.parse(seenAt));
        yield [id, outcome, itemId, name, place, tag, seen];
      }
}
