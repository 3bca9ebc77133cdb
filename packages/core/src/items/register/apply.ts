/** Applies a plan: creates new items, parents first, then changes existing ones. */
import type { WriteCtx } from '../../calls/ctx.ts';
import { flagOf } from '../../db/columns.ts';
import { saveAnswer } from '../../fields/index.ts';
import type { Plan, PlannedRow, RowChange } from './plan.ts';
import type { Register } from './register.ts';

/** Number of rows after which the event loop handles other calls. */
const ROWS_AT_A_TIME = 50;

/** A row with a change to write. */
type Work = PlannedRow & { change: RowChange };

/** Applies a plan. @returns the number of new and changed items */
export async function carryOut(ctx: WriteCtx, register: Register, plan: Plan): Promise<number> {
  const work = plan.rows.filter((row): row is Work => row.change !== null);
  await freeTags(ctx, register, work);
  const made = new Map<number, string>();
  for (const [done, row] of inOrder(work, register).entries()) {
    if (done % ROWS_AT_A_TIME === 0) await ctx.ports.clock.rest();
    const { change } = row;
    const id = change.itemId ?? ctx.newId();
    const parentItemId = parentOf(change, made);
    if (change.itemId === null) {
      made.set(row.row, id);
      await ctx.mutate('item', {
        op: 'ins',
        id,
        set: {
          installationId: register.installationId,
          itemTypeId: change.type!.id,
          parentItemId: parentItemId ?? null,
          name: change.name!,
          isLocation: flagOf(change.type!.isLocation),
          tagKind: change.tag === undefined ? null : 'epc',
          tag: change.tag ?? null,
          defaultItemId: null,
        },
      });
    } else {
      const { name, tag } = change;
      const tagKind = tag === undefined ? undefined : 'epc';
      if (name !== undefined || parentItemId !== undefined || tag !== undefined)
        await ctx.mutate('item', { op: 'upd', id, set: { name, parentItemId, tag, tagKind } });
    }
    for (const answer of change.answers)
      await saveAnswer(ctx, { ownerTable: 'item', ownerId: id }, { ...answer, parentFieldOptionId: null });
  }
  return work.length;
}

/** Tags may be swapped between items in any order, so all tags to remove are removed before any is set. */
async function freeTags(ctx: WriteCtx, { items }: Register, work: readonly Work[]): Promise<void> {
  const wanted = new Set(work.map(({ change }) => change.tag));
  const changing = new Map(work.map(({ change }) => [change.itemId, change.tag]));
  for (const { id, tag } of items) {
    if (tag === null || changing.get(id) === undefined || !wanted.has(tag)) continue;
    await ctx.mutate('item', { op: 'upd', id, set: { tag: null, tagKind: null } });
  }
}

/** The id of the new parent of an item, null for the top level; undefined when the parent stays. */
function parentOf({ parent }: RowChange, made: ReadonlyMap<number, string>): string | null | undefined {
  if (parent === undefined || parent === null) return parent;
  return 'row' in parent ? made.get(parent.row)! : parent.itemId;
}

/** Orders rows so that parents come before their children: no intermediate state then contains a cycle. */
function inOrder(work: readonly Work[], { items }: Register): Work[] {
  const byRow = new Map(work.map((row) => [row.row, row]));
  const byItem = new Map(work.map((row) => [row.change.itemId, row]));
  const standing = new Map(items.map((item) => [item.id, item.parentItemId]));
  const depths = new Map<string, number>();
  const depthOfItem = (id: string | null): number => {
    if (id === null) return 0;
    const known = depths.get(id);
    if (known !== undefined) return known;
    const moved = byItem.get(id)?.change.parent;
    const depth = 1 + (moved === undefined ? depthOfItem(standing.get(id) ?? null) : depthBelow(moved));
    depths.set(id, depth);
    return depth;
  };
  const depthBelow = (parent: NonNullable<RowChange['parent']> | null): number => {
    if (parent === null) return 0;
    if ('itemId' in parent) return depthOfItem(parent.itemId);
    return 1 + depthBelow(byRow.get(parent.row)!.change.parent ?? null);
  };
  const depthOf = ({ change }: Work): number =>
    change.itemId === null ? 1 + depthBelow(change.parent ?? null) : depthOfItem(change.itemId);
  return work
    .map((row) => ({ row, depth: depthOf(row) }))
    .toSorted((a, b) => a.depth - b.depth || a.row.row - b.row.row)
    .map(({ row }) => row);
}
