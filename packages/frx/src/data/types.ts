import type { TypeName } from '../expression/values.ts';

/** One row: an array in the order of the table's columns, or an object with the columns' names as keys. */
export type Row = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A column of a table as it is given. */
export interface TableColumn {
  readonly name: string;
  /** C# name of the type: `int`, `decimal`, `string`, `DateTime`, `byte[]` … Absent: as the template declares it. */
  readonly type?: TypeName | undefined;
}

/**
 * A table handed to a report. Rows are read as the report needs them: an iterable that makes its rows while it is read is never held as a
 * whole unless the report sorts, groups or looks rows up. Cells may be JavaScript values (string, number, boolean, Date, Uint8Array, null) or
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
