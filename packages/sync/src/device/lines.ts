import { readPullLine } from '../messages.ts';
import type { PullLine, Refusal } from '../protocol.ts';
import { type RowLine, rowOfLine, type ToldColumns } from '../rowLines.ts';

/** The run cannot go on; its message says why to people. */
export class Stopped extends Error {
  /** What the server said instead of taking part. */
  readonly refusal: Refusal | null;
  constructor(message: string, refusal: Refusal | null = null) {
    super(message);
    this.refusal = refusal;
  }
}

/** The lines of a pull as they are read. */
export interface Lines {
  columns: ToldColumns;
  /** The next line that is no row, parsed; null when the stream was cut. @throws {Stopped} when it is none */
  next(): Promise<PullLine | null>;
  /** The rows that were passed since the last time. */
  takeRows(): RowLine[];
}

/** Reads a stream. Rows are gathered on the way: there are many of them, and each only waits for the mark behind it. */
export function readLines(stream: AsyncIterable<readonly unknown[]>): Lines {
  const batches = stream[Symbol.asyncIterator]();
  const columns: ToldColumns = new Map();
  let batch: readonly unknown[] = [];
  let at = 0;
  let rows: RowLine[] = [];

  async function next(): Promise<PullLine | null> {
    for (;;) {
      while (at < batch.length) {
        const value = batch[at++];
        if (Array.isArray(value)) {
          if (rowOfLine(value, columns) === null) throw new Stopped('The server answered something else.');
          rows.push(value as unknown as RowLine);
          continue;
        }
        const line = readPullLine(value);
        if (line === null) throw new Stopped('The server answered something else.');
        if (line.kind !== 'columns') return line;
        columns.set(line.table, line.columns);
      }
      const more = await batches.next().catch(() => null);
      if (more === null || more.done === true) return null;
      batch = more.value;
      at = 0;
    }
  }

  function takeRows(): RowLine[] {
    const taken = rows;
    rows = [];
    return taken;
  }

  return { columns, next, takeRows };
}
