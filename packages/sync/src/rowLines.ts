/** Encoding of rows in a pull: only values, after their columns were sent once. It halves the bytes that both sides write and read. */
import { isPlainValue, isStamped } from '@holdfast/contract/sync';
import type { Columns, StoredRow, Value } from './registry.ts';

/** A row: its table, then a value for each of its columns, which were sent before. */
export type RowLine = readonly [table: string, ...values: Value[]];

/** Encodes a row. */
export function rowLine(table: string, columns: readonly string[], row: StoredRow): RowLine {
  const line: [string, ...Value[]] = [table];
  for (const column of columns) line.push(row[column]!);
  return line;
}

/** The columns of each table, as sent in a stream. */
export type DescribedColumns = Map<string, readonly string[]>;

/** Decodes a line; null when it is not a row, or its columns were not sent. */
export function rowOfLine(line: readonly unknown[], described: DescribedColumns): StoredRow | null {
  const table = line[0];
  const columns = typeof table === 'string' ? described.get(table) : undefined;
  if (columns === undefined || line.length !== columns.length + 1) return null;
  const row: Columns = {};
  for (let i = 0; i < columns.length; i++) {
    const value = line[i + 1];
    if (!isPlainValue(value)) return null;
    row[columns[i]!] = value;
  }
  return isStamped(row) ? row : null;
}
