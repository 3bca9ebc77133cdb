import type { IdentifiedTag, Sweep, SweepLine, SweepTargets } from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { installationInspectionById, itemsBelow } from '../inspections/index.ts';
import { inTreeOrder, pathsOf } from '../items/index.ts';
import { isoTime } from '../present.ts';
import { keyOfTag, type TagRead } from './rules.ts';
import { slicesOf } from '../lists/slices.ts';

/** Limits of a sweep. */
export interface SweepLimits {
  installationInspectionId: string;
  locationId: string | null;
}

/**
 * Returns the items within the limits of a sweep, in list order, and the name of its location. Their ancestors are included.
 * @throws {Problem} `notFound` for another installation's location
 */
export async function targetsOf(
  db: ScopedDb,
  { installationInspectionId, locationId }: SweepLimits,
): Promise<SweepTargets & { locationName: string }> {
  const { installationId } = await installationInspectionById(db, installationInspectionId);
  const items = await itemsWithMembers(db, installationId, installationInspectionId);
  const known = new Map(items.map((item) => [item.id, item]));
  const location = locationId === null ? undefined : known.get(locationId);
  if (locationId !== null && location === undefined) throw new Problem('notFound');
  const inside = location === undefined ? null : itemsBelow(items, [location.id]);
  const concerned = new Set<string>();
  for (const { id, memberId } of items) {
    if (memberId === null) continue;
    for (let at = known.get(id); at !== undefined && !concerned.has(at.id); at = known.get(at.parentItemId ?? ''))
      concerned.add(at.id);
  }
  const paths = pathsOf(items);
  const listed = inTreeOrder(items, (a, b) => (a.order ?? 0) - (b.order ?? 0) || byName(a, b));
  const within = listed.filter(({ id }) => concerned.has(id) && (inside === null || inside.has(id)));
  const targets: SweepTargets['targets'] = [];
  const untagged: SweepTargets['untagged'] = [];
  for (const { id: itemId, name, parentItemId, tag, tagKind, isLocation } of within) {
    const about = { itemId, name, place: paths.get(parentItemId ?? '') ?? '' };
    if (tag !== null && tagKind !== null) targets.push({ ...about, tag, tagKind });
    else if (isLocation === 0) untagged.push(about);
  }
  return { targets, untagged, locationName: location?.name ?? '' };
}

/** Items of an installation, and which of them an inspection holds. Questions are not among them. */
function itemsWithMembers(db: ScopedDb, installationId: string, installationInspectionId: string) {
  return db
    .from('item')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .leftJoin('installationInspectionItem as member', (join) =>
      join
        .onRef('member.itemId', '=', 'item.id')
        .on('member.installationInspectionId', '=', installationInspectionId)
        .on('member.deletedAt', 'is', null),
    )
    .select(['item.id', 'item.name', 'item.parentItemId', 'item.isLocation', 'item.tag', 'item.tagKind'])
    .select(['member.id as memberId', 'member.order'])
    .where('item.installationId', '=', installationId)
    .where('itemType.isQuestion', '=', 0)
    .execute();
}

/** Tags in one statement: both engines limit its parameters. */
const TAGS_PER_STATEMENT = 500;

/** Items of the scopes with some tags, and their locations. */
export async function itemsByTags(
  db: ScopedDb,
  tags: readonly Pick<TagRead, 'tag' | 'tagKind'>[],
): Promise<IdentifiedTag[]> {
  const asked = new Set(tags.map(keyOfTag));
  const found: IdentifiedTag[] = [];
  for (const slice of slicesOf(tags, TAGS_PER_STATEMENT)) {
    const part = slice.map(({ tag }) => tag);
    const items = await db
      .from('item')
      .innerJoin('installation', 'installation.id', 'item.installationId')
      .select(['item.id', 'item.name', 'item.parentItemId', 'item.tag', 'item.tagKind'])
      .select('installation.name as installationName')
      .where('item.tag', 'in', part)
      .execute();
    for (const { id: itemId, name, parentItemId, tag, tagKind, installationName } of items) {
      if (tag === null || tagKind === null || !asked.has(keyOfTag({ tag, tagKind }))) continue;
      const place = [installationName, ...(await namesAbove(db, parentItemId))].join(' / ');
      found.push({ tag, tagKind, itemId, name, place });
    }
  }
  return found;
}

async function namesAbove(db: ScopedDb, parentItemId: string | null): Promise<string[]> {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let next = parentItemId; next !== null && !seen.has(next);) {
    seen.add(next);
    const row = await db.row('item', next);
    if (row === undefined) break;
    names.unshift(row.name);
    next = row.parentItemId;
  }
  return names;
}

/** Saved sweeps of an inspection, newest first. */
export async function sweepsOf(db: ScopedDb, installationInspectionId: string): Promise<Sweep[]> {
  const rows = await db.rows('sweep', { installationInspectionId });
  const counted = await db
    .from('sweepLine')
    .innerJoin('sweep', 'sweep.id', 'sweepLine.sweepId')
    .select(({ fn }) => ['sweepLine.sweepId', 'sweepLine.outcome', fn.countAll<number>().as('count')])
    .where('sweep.installationInspectionId', '=', installationInspectionId)
    .groupBy(['sweepLine.sweepId', 'sweepLine.outcome'])
    .execute();
  const counts = new Map(counted.map(({ sweepId, outcome, count }) => [`${sweepId} ${outcome}`, count]));
  const people = await db.rows('person', {});
  const names = new Map(people.map(({ userId, name }) => [userId, name]));
  return rows
    .toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1))
    .map((row) => ({
      id: row.id,
      installationInspectionId,
      locationId: row.locationId,
      locationName: row.locationName,
      startedAt: isoTime(row.startedAt),
      endedAt: isoTime(row.endedAt),
      userName: names.get(row.createdByUserId) ?? '',
      found: counts.get(`${row.id} found`) ?? 0,
      missing: counts.get(`${row.id} missing`) ?? 0,
      unexpected: counts.get(`${row.id} unexpected`) ?? 0,
      untagged: row.untagged,
    }));
}

const SHOWN_FIRST = ['missing', 'unexpected', 'found'];

/** Lines of a sweep: missing items first, then unexpected tags, then found items, each by place and name. */
export async function linesOf(db: ScopedDb, sweepId: string): Promise<SweepLine[]> {
  const rows = await db.rows('sweepLine', { sweepId });
  const title = ({ id, place, itemName }: Database['sweepLine']) => ({ id, name: `${place} / ${itemName}` });
  return rows
    .toSorted((a, b) => SHOWN_FIRST.indexOf(a.outcome) - SHOWN_FIRST.indexOf(b.outcome) || byName(title(a), title(b)))
    .map(({ outcome, itemId, itemName, place, tag, tagKind, seenAt }) => ({
      outcome,
      itemId,
      name: itemName,
      place,
      tag,
      tagKind,
      seenAt: seenAt === null ? null : isoTime(seenAt),
    }));
}

/** Ids of the lines of a sweep that were deleted at a moment. */
export async function linesDeletedAt(db: ScopedDb, sweepId: string, deletedAt: number): Promise<string[]> {
  const rows = await db
    .fromWithDeleted('sweepLine')
    .select('sweepLine.id')
    .where('sweepLine.sweepId', '=', sweepId)
    .where('sweepLine.deletedAt', '=', deletedAt)
    .execute();
  return rows.map(({ id }) => id);
}
