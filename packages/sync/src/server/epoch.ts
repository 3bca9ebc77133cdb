/** The identity of a server's history of changes, as stored in its database. */
export interface EpochFacts {
  /** Null until the first request of a device. */
  epoch: string | null;
  /** Timeline of PostgreSQL that was stored last; null: none was stored. */
  timeline: string | null;
}

/** A PostgreSQL on the timeline that it writes. */
interface Continued {
  /** Null: the database has none, or it cannot be read. */
  timeline: string | null;
  /** The operator announced a change of the primary that loses nothing. */
  isPlanned: boolean;
}

/**
 * Returns the facts to store in place of the current ones; null when they are right. PostgreSQL continues on another timeline when a replica is
 * promoted and when a backup is recovered. Both may lack acknowledged changes, so the history needs a new epoch, unless the change of the
 * timeline was announced in the history itself.
 */
export function epochToNote(
  noted: EpochFacts,
  { timeline, isPlanned }: Continued,
  newId: () => string,
): EpochFacts | null {
  if (noted.epoch === null) return { epoch: newId(), timeline };
  if (timeline === null || noted.timeline === timeline) return null;
  return { epoch: noted.timeline === null || isPlanned ? noted.epoch : newId(), timeline };
}
