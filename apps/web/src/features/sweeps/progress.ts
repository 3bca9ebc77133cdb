/** Progress of a sweep that is under way. Pure. */
import type { IdentifiedTag, SweepOutcome, SweepTargets, TagSeen } from '@holdfast/contract';

/** A tag that was read, with the time of its first read in milliseconds UTC. */
export type SweepRead = Pick<TagSeen, 'tag' | 'tagKind'> & { seenAt: number };

/** One row of a sweep. */
export interface SweepRow {
  /** Unique within the sweep. */
  key: string;
  outcome: SweepOutcome | 'untagged';
  /** null: no item that is known carries the tag. */
  itemId: string | null;
  name: string;
  place: string;
  /** null: the item has none. */
  tag: string | null;
}

/** Rows of a sweep by their outcome: found and unexpected ones newest first, the others in list order. */
export type SweepProgress = Readonly<Record<SweepRow['outcome'], readonly SweepRow[]>>;

/** Returns the key of a tag. */
export function keyOfTag({ tag, tagKind }: Pick<TagSeen, 'tag' | 'tagKind'>): string {
  return `${tagKind} ${tag}`;
}

/**
 * Compares what is expected with what was read so far.
 * @param reads by the key of their tag, in order of their first read
 * @param identified items elsewhere that carry tags, by the key of the tag
 */
export function progressOf(
  { targets, untagged }: SweepTargets,
  reads: ReadonlyMap<string, SweepRead>,
  identified: ReadonlyMap<string, IdentifiedTag>,
): SweepProgress {
  const expected = new Map(targets.map((target) => [keyOfTag(target), target]));
  const found: SweepRow[] = [];
  const unexpected: SweepRow[] = [];
  for (const [key, { tag }] of reads) {
    const target = expected.get(key);
    const item = target ?? identified.get(key);
    const about = { itemId: item?.itemId ?? null, name: item?.name ?? '', place: item?.place ?? '' };
    if (target === undefined) unexpected.push({ key, outcome: 'unexpected', tag, ...about });
    else found.push({ key, outcome: 'found', tag, ...about });
  }
  const missing = targets
    .filter((target) => !reads.has(keyOfTag(target)))
    .map(({ itemId, name, place, tag, tagKind }): SweepRow => ({
      key: keyOfTag({ tag, tagKind }),
      outcome: 'missing',
      itemId,
      name,
      place,
      tag,
    }));
  return {
    missing,
    unexpected: unexpected.toReversed(),
    found: found.toReversed(),
    untagged: untagged.map((item) => ({ key: item.itemId, outcome: 'untagged', tag: null, ...item })),
  };
}
