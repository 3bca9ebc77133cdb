import type { LogEntry, StreamScope } from '@holdfast/contract/sync';
import type { Lines } from './lines.ts';
import type { Part } from './stage.ts';
import type { DeviceSetting } from './state.ts';

/** Characters of rows and entries, and time in ms, after which received rows are stored at the next mark. */
const STORED_AFTER = { characters: 2_000_000, ms: 1_000 };
/** Approximate length of an entry without its texts. */
const ENTRY_LENGTH = 400;

/**
 * Rows and log entries of a stream between two stores. On a fast connection a stream is complete before the first store would be due, so that its
 * rows are written once, into their tables.
 */
interface Arrivals {
  /** Adds an entry of the log. */
  change(entry: LogEntry): void;
  /** Returns the number of rows since the last mark or proof. */
  arrived(): number;
  /** Notes that everything of a scope up to a number has arrived, and stores it when that is due. */
  mark(scope: StreamScope, cursor: number): Promise<void>;
  /** Returns everything that arrived and is not stored. */
  take(): Part;
  /** Stores what arrived up to the last mark. */
  store(): Promise<void>;
}

/** Opens the arrivals of a stream. @param stage stores a part of a scope with the number up to which it is complete */
export function openArrivals(
  { now, storeEach }: DeviceSetting,
  lines: Lines,
  stage: (scope: StreamScope, part: Part, mark: number) => Promise<void>,
): Arrivals {
  let rows: string[] = [];
  let entries: LogEntry[] = [];
  let changes: LogEntry[] = [];
  let characters = 0;
  let marked: { scope: StreamScope; cursor: number } | null = null;
  let storedAt = now();

  const arrivals: Arrivals = {
    change(entry) {
      const { setJson, oldJson, historyJson } = entry;
      characters += ENTRY_LENGTH + setJson.length + oldJson.length + (historyJson?.length ?? 0);
      changes.push(entry);
    },
    arrived: () => lines.waiting().rows,
    async mark(scope, cursor) {
      characters += lines.waiting().characters;
      rows = joined(rows, lines.takeRows());
      entries = joined(entries, changes);
      changes = [];
      marked = { scope, cursor };
      const isDue = characters >= STORED_AFTER.characters || Math.abs(now() - storedAt) >= STORED_AFTER.ms;
      if (storeEach === true || isDue) await arrivals.store();
    },
    take() {
      const part = {
        columns: lines.columns,
        rows: joined(rows, lines.takeRows()),
        changes: joined(entries, changes),
      };
      forget();
      changes = [];
      return part;
    },
    async store() {
      if (marked === null) return;
      const { scope, cursor } = marked;
      const part = { columns: lines.columns, rows, changes: entries };
      forget();
      storedAt = now();
      await stage(scope, part, cursor);
    },
  };

  function forget(): void {
    rows = [];
    entries = [];
    characters = 0;
    marked = null;
  }

  return arrivals;
}

/** Returns the values of two lists in one of them. */
function joined<T>(first: T[], second: T[]): T[] {
  if (first.length === 0) return second;
  for (const one of second) first.push(one);
  return first;
}
