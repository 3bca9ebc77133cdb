import { readPullLine } from '@holdfast/contract/sync';
import type { PullLine, Refusal } from '@holdfast/contract/sync';
import { rowOfLine, type DescribedColumns } from '../rowLines.ts';

/** The run cannot continue; its message gives the reason for users. */
export class Stopped extends Error {
  /** The refusal sent by the server instead of an answer; null: the message itself was invalid. */
  readonly refusal: Refusal | null;
  constructor(message: string, refusal: Refusal | null = null) {
    super(message);
    this.refusal = refusal;
  }
}

/** The lines of a pull as they are read. */
export interface Lines {
  columns: DescribedColumns;
  /** Returns the next line that is not a row, parsed; null when the stream was cut. @throws {Stopped} when the line is invalid */
  next(): Promise<PullLine | null>;
  /** Returns the rows that were read since the last call, as text. */
  takeRows(): string[];
}

/**
 * Reads a stream. Rows are checked but kept as text, because most of them are stored as text until the stream is complete. A line that is not JSON
 * was truncated.
 */
export function readLines(stream: AsyncIterable<readonly string[]>): Lines {
  const batches = stream[Symbol.asyncIterator]();
  const columns: DescribedColumns = new Map();
  let batch: readonly string[] = [];
  let at = 0;
  let rows: string[] = [];

  async function next(): Promise<PullLine | null> {
    for (;;) {
      while (at < batch.length) {
        const text = batch[at++]!;
        const value = valueOf(text);
        if (value === undefined) return null;
        if (Array.isArray(value)) {
          if (rowOfLine(value, columns) === null) throw new Stopped('The server answered something else.');
          rows.push(text);
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

  function takeRows(): string[] {
    const taken = rows;
    rows = [];
    return taken;
  }

  return { columns, next, takeRows };
}

/** Returns the JSON value of a line; undefined when it is not JSON. */
function valueOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
