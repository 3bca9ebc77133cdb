/** Order in which photos and files are downloaded to a device. */

/** A place where a content is shown. */
export interface ContentPlace {
  scopeId: string;
  sha256: string;
  installationId: string;
  /** The inspection a photo belongs to; null for a file of an item. */
  inspectionId: string | null;
  /** Expected end of that inspection, seconds UTC; null for a file of an item. */
  endsAt: number | null;
}

/** Inputs that decide the order. */
export interface OrderSetting {
  /** The inspection that was opened last; null: none. */
  viewed: string | null;
  /** Milliseconds UTC. */
  now: number;
}

/** Classes of contents, in the order of download. */
const CLASS = { needed: 0, current: 1, file: 2, older: 3 } as const;

const DAY_S = 24 * 60 * 60;

/** A content's position: its class, and within older ones the age of its inspection in days. */
export interface Position {
  group: number;
  age: number;
}

/**
 * Returns the position of a content: first the configuration that every screen needs and photos of the inspection on screen, then photos of
 * inspections that have not ended, then files, then photos of older inspections, newest first.
 * @param places where it is shown; none: it belongs to the configuration
 */
export function positionOf(places: readonly ContentPlace[], { viewed, now }: OrderSetting): Position {
  if (places.length === 0) return { group: CLASS.needed, age: 0 };
  const positions = places.map(({ inspectionId, endsAt }) => {
    if (inspectionId === null || endsAt === null) return { group: CLASS.file, age: 0 };
    if (inspectionId === viewed) return { group: CLASS.needed, age: 0 };
    // The last day still belongs to the inspection.
    const age = Math.floor((now / 1000 - endsAt) / DAY_S);
    return age <= 0 ? { group: CLASS.current, age: 0 } : { group: CLASS.older, age };
  });
  return positions.toSorted(comparePositions)[0]!;
}

/** Compares positions: negative when the first comes first. */
export function comparePositions(a: Position, b: Position): number {
  return a.group - b.group || a.age - b.age;
}

/** Returns true when a content is shown only at installations whose photos and files were not chosen for this device. */
export function isLeftOut(places: readonly ContentPlace[], without: ReadonlySet<string>): boolean {
  return places.length > 0 && places.every(({ installationId }) => without.has(installationId));
}
