/** Outcomes of a sweep. Pure. */
import type { IdentifiedTag, SweepLine, SweepTarget, TagKind } from '@holdfast/contract';
import type { z } from 'zod';

/** A tag that was read, milliseconds UTC. */
export interface TagRead {
  tag: string;
  tagKind: z.infer<typeof TagKind>;
  seenAt: number;
}

/** A line of a sweep with the time in milliseconds. */
export type Outcome = Omit<SweepLine, 'seenAt'> & { seenAt: number | null };

/** Returns the key of a tag. */
export const keyOfTag = ({ tag, tagKind }: Pick<TagRead, 'tag' | 'tagKind'>): string => `${tagKind} ${tag}`;

/** Reads with each tag once, by its first read. */
export function firstReads(reads: readonly TagRead[]): TagRead[] {
  const first = new Map<string, TagRead>();
  for (const read of reads) {
    const known = first.get(keyOfTag(read));
    if (known === undefined || read.seenAt < known.seenAt) first.set(keyOfTag(read), read);
  }
  return [...first.values()];
}

/**
 * Compares what was expected with what was read: missing items first, then unexpected tags, then found items.
 * @param others items beyond the targets that carry some of the tags
 */
export function outcomesOf(
  targets: readonly SweepTarget[],
  reads: readonly TagRead[],
  others: readonly IdentifiedTag[],
): Outcome[] {
  const read = new Map(firstReads(reads).map((each) => [keyOfTag(each), each]));
  const expected = new Set(targets.map(keyOfTag));
  const known = new Map(others.map((each) => [keyOfTag(each), each]));
  const lines = targets.map((target): Outcome => {
    const seenAt = read.get(keyOfTag(target))?.seenAt ?? null;
    return { ...target, outcome: seenAt === null ? 'missing' : 'found', seenAt };
  });
  const unexpected = [...read.values()]
    .filter((each) => !expected.has(keyOfTag(each)))
    .map((each): Outcome => {
      const item = known.get(keyOfTag(each));
      const about = { itemId: item?.itemId ?? null, name: item?.name ?? '', place: item?.place ?? '' };
      return { ...each, ...about, outcome: 'unexpected' };
    });
  return [
    ...lines.filter(({ outcome }) => outcome === 'missing'),
    ...unexpected,
    ...lines.filter(({ outcome }) => outcome === 'found'),
  ];
}
