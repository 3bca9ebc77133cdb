import type { TypeName } from '../expression/values/values.ts';

/** One row: an array in the order of the table's columns, or an object with the columns' names as keys. */
export type Row = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A column of a given table. */
export interface TableColumn {
  readonly name: string;
  /** C# name of the type: `int`, `decimal`, `string`, `DateTime`, `byte[]` … Absent: the type that the template declares. */
  readonly type?: TypeName | undefined;
}

/**
 * A table passed to a report. Rows are read on demand: an iterable that generates its rows is never held in memory completely unless the report
 * sorts, groups or looks rows up. Cells may be JavaScript values (string, number, boolean, Date, Uint8Array, null) or
 * the engine's own `Value`s; they are converted to the column's declared type.
 */
export interface DataTable {
  readonly name: string;
  /** Needed when rows are arrays; otherwise the template's columns are looked up by name in the rows. */
  readonly columns?: readonly TableColumn[] | undefined;
  readonly rows: Iterable<Row>;
}

/** Tables registered under one name; a template refers to them as `Name.Table`. */
export interface DataSet {
  readonly name: string;
  readonly tables: readonly DataTable[];
}

/** Data that cannot be read. */
export class DataError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DataError';
  }
}
