/** The items that an inspection contains. */
import { LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import type { WriteCtx } from '../calls/ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';

/** An item's row in one inspection. */
export type Member = Database['installationInspectionItem'];

/** Order of items without a set order: after the default items, among themselves by name. */
export const LAST_PLACE = 1_000_000;

/** The rows of an inspection whose items are not deleted. */
function livingMembers(db: ScopedDb, installationInspectionId: string) {
  return db
    .from('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .innerJoin(
      'installationInspection',
      'installationInspection.id',
      'installationInspectionItem.installationInspectionId',
    )
    .selectAll('installationInspectionItem')
    .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
    .where('item.deletedAt', 'is', null)
    .where('installationInspection.deletedAt', 'is', null);
}

/** Every item of an inspection, including questions and locations on which something was recorded. */
export async function membersOf(db: ScopedDb, installationInspectionId: string): Promise<Map<string, Member>> {
  const members = await livingMembers(db, installationInspectionId).execute();
  return new Map(members.map((member) => [member.itemId, member]));
}

async function findMember(db: ScopedDb, installationInspectionId: string, itemId: string): Promise<Member | undefined> {
  const [member, item, inspection] = await Promise.all([
    db.row('installationInspectionItem', derivedId(installationInspectionId, itemId)),
    db.row('item', itemId),
    db.row('installationInspection', installationInspectionId),
  ]);
  return item === undefined || inspection === undefined ? undefined : member;
}

/** The location of an inspection's installation, or `notFound`: locations can be opened in an inspection without being members of it. */
async function mustBeLocation(db: ScopedDb, installationInspectionId: string, itemId: string): Promise<void> {
  const location = await db
    .from('installationInspection')
    .innerJoin('item', 'item.installationId', 'installationInspection.installationId')
    .select('item.id')
    .where('installationInspection.id', '=', installationInspectionId)
    .where('item.id', '=', itemId)
    .where('item.isLocation', '=', 1)
    .where('item.deletedAt', 'is', null)
    .executeTakeFirst();
  if (location === undefined) throw new Problem('notFound');
}

/**
 * An item within one inspection. A location of the installation that is not a member yet is read like one without records
 * (data decision 18).
 * @throws {Problem} `notFound` when the inspection does not contain the item, or the caller may not see either
 */
export async function memberOf(db: ScopedDb, installationInspectionId: string, itemId: string): Promise<Member> {
  const member = await findMember(db, installationInspectionId, itemId);
  if (member !== undefined) return member;
  await mustBeLocation(db, installationInspectionId, itemId);
  return {
    id: derivedId(installationInspectionId, itemId),
    installationInspectionId,
    itemId,
    conditionId: null,
    order: LAST_PLACE,
    scopeId: LIBRARY_SCOPE,
    _seq: 0,
    _clk: JSON.stringify({ '*': [0, 0, 'none'] }),
    createdAt: 0,
    updatedAt: 0,
    createdByUserId: '',
    updatedByUserId: '',
    deletedAt: null,
  };
}

/**
 * The same for a call that records something on it: a location becomes a member with its first record.
 * @throws {Problem} `notFound` as `memberOf`
 */
export async function memberToWrite(ctx: WriteCtx, installationInspectionId: string, itemId: string): Promise<Member> {
  const member = await findMember(ctx.db, installationInspectionId, itemId);
  if (member !== undefined) return member;
  await mustBeLocation(ctx.db, installationInspectionId, itemId);
  return addMember(ctx, installationInspectionId, itemId);
}

/** The same for many items, each once. @throws {Problem} `notFound` as `memberOf`, for the first that is not there */
export async function membersToWrite(
  ctx: WriteCtx,
  installationInspectionId: string,
  itemIds: readonly string[],
): Promise<Member[]> {
  const members = await membersOf(ctx.db, installationInspectionId);
  const found: Member[] = [];
  for (const itemId of new Set(itemIds))
    found.push(members.get(itemId) ?? (await memberToWrite(ctx, installationInspectionId, itemId)));
  return found;
}

/** Adds an item to an inspection; an item that was removed earlier is restored with all its records except its condition. */
export async function addMember(
  ctx: WriteCtx,
  installationInspectionId: string,
  itemId: string,
  order: number = LAST_PLACE,
): Promise<Member> {
  const id = derivedId(installationInspectionId, itemId);
  const stored = await ctx.lookup.row('installationInspectionItem', id);
  if (stored?.deletedAt === null) return stored;
  return ctx.mutate('installationInspectionItem', {
    op: 'ins',
    set: { installationInspectionId, itemId, conditionId: null, order },
  });
}
