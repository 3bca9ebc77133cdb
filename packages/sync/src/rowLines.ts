/** Rows on the wire of a pull: values alone, after their columns were told once. It halves what both sides write and read. */
import { isPlainValue, isStamped } from '@holdfast/contract/sync';
import type { Columns, StoredRow, Value } from './registry.ts';

/** A row: its table, then a value for each of the columns that were told of it. */
export type RowLine = readonly [table: string, ...values: Value[]];

/** A row as it travels. */
export function rowLine(table: string, columns: readonly string[], row: StoredRow): RowLine {
  const line: [string, ...Value[]] = [table];
  for (const column of columns) line.push(row[column]!);
  return line;
}

/** The columns of each table, as a stream has told them. */
export type DescribedColumns = Map<string, readonly string[]>;

/** The row of a line; null when it is none, or one of columns that were not told. */
export function rowOfLine(line: readonly unknown[], told: DescribedColumns): StoredRow | null {
  const table = line[0];
  const columns = typeof table === 'string' ? told.get(table) : undefined;
  if (columns === undefined || line.length !== columns.length + 1) return null;
  const row: Columns = {};
  for (let i = 0; i < columns.length; i++) {
    const value = line[i + 1];
    if (!isPlainValue(value)) return null;
    row[columns[i]!] = value;
  }
  return isStamped(row) ? row : null;
}
