/** Messages between the host and the thread or process that checks and prints. */
import type { Finding } from '../check.ts';
import type { DataTable, Row } from '../data/types.ts';
import type { Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import type { FontSubstitution } from '../text/index.ts';
import type { Format } from './exportReport.ts';
import type { FontChoice } from './fonts.ts';

/** Bytes of a cell that the renderer reads itself. A file that is not there makes the cell empty. */
export interface FileCell {
  readonly file: string;
}

/** Rows in pieces as they are gathered. */
export type GatheredRows = AsyncIterable<readonly Row[]>;

/**
 * A table of a request: its rows, pieces of them as they are gathered, or a function that gathers them once the template has been read. It is
 * given a test for whether the template mentions a word. Rows must survive being copied to another thread or process: arrays, plain objects,
 * strings, numbers, dates, bytes; and `FileCell`s.
 */
export interface TableToPrint extends Omit<DataTable, 'rows'> {
  readonly rows: Iterable<Row> | GatheredRows | ((mentions: (word: string) => boolean) => GatheredRows);
}

/** Tables under one name, as `DataSet`. */
export interface DataSetToPrint {
  readonly name: string;
  readonly tables: readonly TableToPrint[];
}

/** Tables of a request without their rows. */
export interface DataSetShape {
  readonly name: string;
  readonly tables: readonly Omit<DataTable, 'rows'>[];
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

/** A report to print; the rows of its tables follow. */
export interface RenderOrder {
  readonly kind: 'print';
  readonly request: Omit<RenderRequest, 'dataSets'> & { readonly dataSets: readonly DataSetShape[] };
  /** Runs with less priority than the rest of the machine. */
  readonly background: boolean;
  /** Where the first file is written; undefined: its bytes are handed back. */
  readonly into: string | undefined;
}

/** A template to check against tables, without printing it. */
export interface CheckOrder {
  readonly kind: 'check';
  readonly template: Uint8Array;
  readonly dataSets: readonly DataSetShape[];
  readonly limits?: Partial<Limits> | undefined;
  readonly fonts?: FontChoice | undefined;
}

/** Rows of the table at an index among all tables of the order. */
export interface RowsOfTable {
  readonly kind: 'rows';
  readonly table: number;
  readonly rows: readonly Row[];
}

/** What a host sends: an order, then for a print its rows, `complete` after the last of them, and `taken` for each piece of the file it has read. */
export type ToRenderer =
  | RenderOrder
  | CheckOrder
  | RowsOfTable
  | { readonly kind: 'complete' }
  | { readonly kind: 'taken' };

/** Events of a run. */
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

/** Which tables, and which columns as `Table.Column`, a template mentions: the host gathers no others. */
export interface MentionedWords {
  readonly kind: 'mentions';
  readonly words: ReadonlySet<string>;
}

/** What a renderer sends. After `done`, `checked` or `failed` it is ready for the next order. */
export type FromRenderer =
  | RenderEvent
  | RenderFailure
  | MentionedWords
  | { readonly kind: 'checked'; readonly findings: readonly Finding[] };
