/** Messages between the host and the thread or process that checks and prints. */
import type { Finding } from '../check.ts';
import type { DataTable, Row } from '../data/types.ts';
import type { DialogAnswers, DialogForm } from '../dialogs.ts';
import type { Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import type { FontSubstitution } from '../text/index.ts';
import type { Format } from './exportReport.ts';
import type { FontChoice } from './fonts.ts';

/** Bytes of a cell that the renderer reads itself. A missing file makes the cell empty. */
export interface FileCell {
  readonly file: string;
}

/** Rows in batches, as they are gathered. */
type GatheredRows = AsyncIterable<readonly Row[]>;

/**
 * A table of a request: its rows, batches of them as they are gathered, or a function that gathers them when the report needs them. The function
 * receives a test for whether a column is needed; the bytes of others may be left out as null. Rows must survive being copied to another thread or
 * process: arrays, plain objects, strings, numbers, dates, bytes; and `FileCell`s.
 */
export interface TableToPrint extends Omit<DataTable, 'rows'> {
  readonly rows: Iterable<Row> | GatheredRows | ((needs: (column: string) => boolean) => GatheredRows);
}

/** Tables under one name, as `DataSet`. */
export interface DataSetToPrint {
  readonly name: string;
  readonly tables: readonly TableToPrint[];
}

/** A table of a request without its rows. */
export interface TableShape extends Omit<DataTable, 'rows'> {
  /** Its rows are gathered when the report needs them; otherwise they are always sent. */
  readonly onDemand?: boolean | undefined;
}

/** Tables of a request without their rows. */
export interface DataSetShape {
  readonly name: string;
  readonly tables: readonly TableShape[];
}

/** A report to print. */
export interface RenderRequest {
  readonly template: Uint8Array;
  readonly dataSets: readonly DataSetToPrint[];
  readonly format: Format;
  /** The current time, as milliseconds since 1970-01-01 00:00 of the report's own calendar. */
  readonly now: number;
  readonly culture?: string | undefined;
  readonly title?: string | undefined;
  /** Name of the program that a PDF states as its creator; default frx. */
  readonly creator?: string | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly fonts?: FontChoice | undefined;
  readonly archival?: boolean | undefined;
  /** As in `prepare`: the run fails at the first failing expression or script. */
  readonly stopOnError?: boolean | undefined;
  /** As in `prepare`: with it, the run ends with `asked` at the first dialog without an answer. */
  readonly answers?: DialogAnswers | undefined;
}

/** A report to print; the rows of its tables follow. */
export interface RenderOrder {
  readonly kind: 'print';
  readonly request: Omit<RenderRequest, 'dataSets'> & { readonly dataSets: readonly DataSetShape[] };
  /** Path of the first file; undefined: its bytes are sent to the host. */
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
interface RowsOfTable {
  readonly kind: 'rows';
  readonly table: number;
  readonly rows: readonly Row[];
}

/**
 * Messages of a host: an order, then for a print the rows that are needed, `complete` after the last of them, and `taken` for each piece of
 * the file it has read.
 */
export type ToRenderer =
  | RenderOrder
  | CheckOrder
  | RowsOfTable
  | { readonly kind: 'complete' }
  | { readonly kind: 'taken' };

/** Events of a run. */
export type RenderEvent =
  /** The bytes that follow belong to this file. */
  | { readonly kind: 'file'; readonly ending: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly pages: number; readonly pass: 1 | 2 }
  /** The report was not printed: this dialog waits for an answer. */
  | { readonly kind: 'asked'; readonly form: DialogForm }
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
  /** 1-based line of the template, where the template is the cause. */
  readonly line?: number | undefined;
  /** Name of the object that was being printed when a limit was reached. */
  readonly object?: string | undefined;
}

/**
 * Rows that a report needs: by the index of the table among all tables of the order, the columns whose bytes are needed. First those that the
 * template names; then those that the running report reads in addition, for example by a name that a script composed. The answer is rows, which
 * replace earlier ones of the same table, and `complete`.
 */
interface NeededRows {
  readonly kind: 'needs';
  readonly tables: ReadonlyMap<number, ReadonlySet<string>>;
}

/** Messages of a renderer. After `done`, `asked`, `checked` or `failed` it is ready for the next order. */
export type FromRenderer =
  | RenderEvent
  | RenderFailure
  | NeededRows
  | { readonly kind: 'checked'; readonly findings: readonly Finding[] };
