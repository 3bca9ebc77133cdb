/** Sweeps of an inspection: expected items, saving, reading and deleting them. */
import * as contract from '@holdfast/contract';
import { Problem, TEXT_LIMIT } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { installationInspectionById } from '../inspections/index.ts';
import { idForNew } from '../calls/newRow.ts';
import { itemsByTags, linesDeletedAt, linesOf, sweepsOf, targetsOf } from './queries.ts';
import { firstReads, keyOfTag, outcomesOf } from './rules.ts';

/** Items that a sweep looks for. */
export const getSweepTargets = handler(contract.getSweepTargets, async ({ db }, limits) => {
  const { targets, untagged } = await targetsOf(db, limits);
  return { targets, untagged };
});

/** Items of the company with some tags. */
export const identifyTags = handler(contract.identifyTags, async ({ db }, { installationInspectionId, tags }) => {
  await installationInspectionById(db, installationInspectionId);
  return itemsByTags(db, tags);
});

/** Saved sweeps of an inspection. */
export const getSweeps = handler(contract.getSweeps, async ({ db }, { installationInspectionId }) => {
  await installationInspectionById(db, installationInspectionId);
  return sweepsOf(db, installationInspectionId);
});

/** A saved sweep with its lines. */
export const getSweep = handler(contract.getSweep, async ({ db }, { sweepId }) => resultOf(db, sweepId));

/** Stores a sweep of an inspection. */
export const saveSweep = handler(contract.saveSweep, async (ctx, { id, startedAt, endedAt, reads, ...limits }) => {
  const { targets, untagged, locationName } = await targetsOf(ctx.db, limits);
  const expected = new Set(targets.map(keyOfTag));
  const others = firstReads(reads).filter((read) => !expected.has(keyOfTag(read)));
  const sweepId = await idForNew(ctx, 'sweep', id);
  await ctx.mutate('sweep', {
    op: 'ins',
    id: sweepId,
    set: { ...limits, locationName, startedAt, endedAt: Math.max(startedAt, endedAt), untagged: untagged.length },
  });
  for (const { name, place, ...line } of outcomesOf(targets, reads, await itemsByTags(ctx.db, others))) {
    const set = { ...line, sweepId, itemName: name, place: place.slice(0, TEXT_LIMIT) };
    await ctx.mutate('sweepLine', { op: 'ins', id: ctx.newId(), set });
  }
  return resultOf(ctx.db, sweepId);
});

/** Deletes a saved sweep with its lines; `undoChanges` restores it. */
export const deleteSweep = handler(contract.deleteSweep, async (ctx, { sweepId }) => {
  if ((await ctx.db.row('sweep', sweepId)) === undefined) throw new Problem('notFound');
  const lines = await ctx.db.rows('sweepLine', { sweepId });
  for (const { id } of lines) await ctx.mutate('sweepLine', { op: 'del', id });
  await ctx.mutate('sweep', { op: 'del', id: sweepId });
  return { changed: 1, undo: ctx.groupId };
});

/** Restores a deleted sweep with the lines that were deleted with it. */
export const restoreSweep = handler(contract.restoreSweep, async (ctx, { sweepId }) => {
  const sweep = await ctx.lookup.row('sweep', sweepId);
  if (sweep === undefined || !ctx.scopes.includes(sweep.scopeId)) throw new Problem('notFound');
  await installationInspectionById(ctx.db, sweep.installationInspectionId);
  if (sweep.deletedAt !== null) {
    await ctx.mutate('sweep', { op: 'restore', id: sweepId });
    for (const id of await linesDeletedAt(ctx.db, sweepId, sweep.deletedAt))
      await ctx.mutate('sweepLine', { op: 'restore', id });
  }
  const { lines: _lines, ...restored } = await resultOf(ctx.db, sweepId);
  return restored;
});

/** @throws {Problem} `notFound` */
async function resultOf(db: Parameters<typeof linesOf>[0], sweepId: string): Promise<contract.SweepResult> {
  const row = await db.row('sweep', sweepId);
  const sweeps = row === undefined ? [] : await sweepsOf(db, row.installationInspectionId);
  const sweep = sweeps.find((each) => each.id === sweepId);
  if (sweep === undefined) throw new Problem('notFound');
  return { ...sweep, lines: await linesOf(db, sweepId) };
}
