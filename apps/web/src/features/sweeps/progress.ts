/** Progress of a running sweep, as pure functions. */
import type { IdentifiedTag, SweepOutcome, SweepTargets, TagSeen } from '@holdfast/contract';

/** A tag that was read, with the time of its first read in milliseconds UTC. */
export type SweepRead = Pick<TagSeen, 'tag' | 'tagKind'> & { seenAt: number };

/** One row of a sweep. */
export interface SweepRow {
  /** Unique within the sweep. */
  key: string;
  outcome: SweepOutcome | 'untagged';
  /** null: no known item has the tag. */
  itemId: string | null;
  name: string;
  place: string;
  /** null: the item has no tag. */
  tag: string | null;
}

/** Rows of a sweep by outcome: found and unexpected ones newest first, the others in list order. */
export type SweepProgress = Readonly<Record<SweepRow['outcome'], readonly SweepRow[]>>;

/** Returns the key of a tag. */
function keyOfTag({ tag, tagKind }: Pick<TagSeen, 'tag' | 'tagKind'>): string {
  return `${tagKind} ${tag}`;
}

/**
 * Tally of a sweep. The cost of a read does not grow with the number of reads: readers deliver 1,000 per second, and sweeps have thousands
 * of tags.
 */
export interface Tally {
  /** Adds a read. @returns its outcome; null when the tag was read before */
  add(read: SweepRead): 'found' | 'unexpected' | null;
  /** Adds the names of items outside the sweep to their unexpected tags. */
  identify(items: readonly IdentifiedTag[]): void;
  /** Number of expected tags that are not read yet. */
  left(): number;
  progress(): SweepProgress;
  /** Every read so far, in order. */
  reads(): SweepRead[];
  /** Unexpected tags from a position in the order of reading. */
  unexpectedFrom(position: number): SweepRead[];
}

/** Opens a tally. @param kept reads of an earlier session of the same sweep */
export function openTally({ targets, untagged }: SweepTargets, kept: readonly SweepRead[]): Tally {
  const row = (outcome: SweepRow['outcome'], key: string, tag: string, item: Partial<IdentifiedTag> = {}): SweepRow => {
    const { itemId = null, name = '', place = '' } = item;
    return { key, outcome, itemId, name, place, tag };
  };
  const missing = targets.map((target) => row('missing', keyOfTag(target), target.tag, target));
  const expected = new Map(targets.map((target) => [keyOfTag(target), target]));
  const reads = new Map<string, SweepRead>();
  const found: SweepRow[] = [];
  const unexpected: SweepRow[] = [];
  const withoutTag = untagged.map((item): SweepRow => ({ key: item.itemId, outcome: 'untagged', tag: null, ...item }));
  const tally: Tally = {
    add(read) {
      const key = keyOfTag(read);
      if (reads.has(key)) return null;
      reads.set(key, read);
      const target = expected.get(key);
      if (target === undefined) unexpected.push(row('unexpected', key, read.tag));
      else found.push(row('found', key, read.tag, target));
      return target === undefined ? 'unexpected' : 'found';
    },
    identify(items) {
      const known = new Map(items.map((item) => [keyOfTag(item), item]));
      for (const [at, { key, tag }] of unexpected.entries()) {
        const item = known.get(key);
        if (item !== undefined && tag !== null) unexpected[at] = row('unexpected', key, tag, item);
      }
    },
    left: () => expected.size - found.length,
    progress: () => ({
      missing: missing.filter(({ key }) => !reads.has(key)),
      unexpected: unexpected.toReversed(),
      found: found.toReversed(),
      untagged: withoutTag,
    }),
    reads: () => [...reads.values()],
    unexpectedFrom: (position) => unexpected.slice(position).flatMap(({ key }) => reads.get(key) ?? []),
  };
  for (const read of kept) tally.add(read);
  return tally;
}
