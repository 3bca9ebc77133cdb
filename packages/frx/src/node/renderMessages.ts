/** What the host and the thread that prints say to each other. */
import type { DataTable, Row } from '../data/types.ts';
import type { Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import type { FontSubstitution } from '../text/index.ts';
import type { Format } from './exportReport.ts';
import type { FontChoice } from './fonts.ts';

/** Bytes of a cell that the thread reads itself. A file that is not there makes the cell empty. */
export interface FileCell {
  readonly file: string;
}

/**
 * A table of a request: its rows, or pieces of them as they are gathered. Rows must survive being copied to another thread: arrays, plain
 * objects, strings, numbers, dates, bytes; and `FileCell`s.
 */
export interface TableToPrint extends Omit<DataTable, 'rows'> {
  readonly rows: Iterable<Row> | AsyncIterable<readonly Row[]>;
}

/** Tables under one name, as `DataSet`. */
export interface DataSetToPrint {
  readonly name: string;
  readonly tables: readonly TableToPrint[];
}

/** A report to print. */
export interface RenderRequest {
  readonly template: Uint8Array;
  readonly dataSets: readonly DataSetToPrint[];
  readonly format: Format;
  /** The clock, as milliseconds since 1970-01-01 00:00 of the report's own calendar. */
  readonly now: number;
  readonly culture?: string | undefined;
  readonly title?: string | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly fonts?: FontChoice | undefined;
  readonly archival?: boolean | undefined;
}

/** What a thread is told to do. */
export interface RenderOrder {
  /** Its tables are empty: their rows follow. */
  readonly request: RenderRequest;
  /** Gives way to whatever else runs on this machine. */
  readonly background: boolean;
  /** Where the first file is written; undefined: its bytes are handed back. */
  readonly into: string | undefined;
}

/** Rows of the table at a place among all tables of the order. */
export interface RowsOfTable {
  readonly table: number;
  readonly rows: readonly Row[];
}

/** What the host says to the thread: `complete` after the last rows, `taken` for each piece of the file that it has read. */
export type ToThread = RenderOrder | RowsOfTable | 'complete' | 'taken';

/** What a run tells while it goes on. */
export type RenderEvent =
  /** Bytes that follow belong to this file. */
  | { readonly kind: 'file'; readonly ending: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly pages: number; readonly pass: 1 | 2 }
  | {
      readonly kind: 'done';
      readonly warnings: readonly Warning[];
      readonly substitutions: readonly FontSubstitution[];
    };

/** A run that ended early. */
export interface RenderFailure {
  readonly kind: 'failed';
  readonly name: string;
  readonly message: string;
  /** 1-based line of the template, where the template is at fault. */
  readonly line?: number | undefined;
  /** Name of the object that was being printed when a limit was reached. */
  readonly object?: string | undefined;
}
