/** Rows on the wire of a pull: values alone, after their columns were told once. It halves what both sides write and read. */
import { z } from 'zod';
import type { StoredRow, Value } from './registry.ts';

/** A row: its table, then a value for each of the columns that were told of it. */
export type RowLine = readonly [table: string, ...values: Value[]];

const STAMPS = [
  'id',
  'scopeId',
  '_seq',
  '_clk',
  'createdAt',
  'updatedAt',
  'createdByUserId',
  'updatedByUserId',
  'deletedAt',
] as const satisfies readonly (keyof StoredRow)[];

const Name = z.string().regex(/^(_seq|_clk|[a-zA-Z]\w{0,60})$/);

/** Tells the columns of the rows of a table that follow. */
export const ColumnsLine = z.strictObject({
  kind: z.literal('columns'),
  table: Name,
  columns: z
    .array(Name)
    .max(200)
    .refine((all) => new Set(all).size === all.length && STAMPS.every((stamp) => all.includes(stamp))),
});
export type ColumnsLine = z.infer<typeof ColumnsLine>;

/** A row as it travels. */
export function rowLine(table: string, columns: readonly string[], row: StoredRow): RowLine {
  const line: [string, ...Value[]] = [table];
  for (const column of columns) line.push(row[column]!);
  return line;
}

/** The columns of each table, as a stream has told them. */
export type ToldColumns = Map<string, readonly string[]>;

/** The row of a line; null when it is none, or one of columns that were not told. */
export function rowOfLine(line: readonly unknown[], told: ToldColumns): StoredRow | null {
  const table = line[0];
  const columns = typeof table === 'string' ? told.get(table) : undefined;
  if (columns === undefined || line.length !== columns.length + 1) return null;
  const row: Record<string, unknown> = {};
  for (let i = 0; i < columns.length; i++) {
    const value = line[i + 1];
    if (!isValue(value)) return null;
    row[columns[i]!] = value;
  }
  return isStamped(row) ? row : null;
}

function isValue(value: unknown): value is Value {
  return (
    value === null ||
    (typeof value === 'string' ? value.length <= 1_000_000 : typeof value === 'number' && Number.isFinite(value))
  );
}

function isStamped(row: Record<string, unknown>): row is StoredRow {
  return (
    isId(row['id']) &&
    isId(row['scopeId']) &&
    Number.isSafeInteger(row['_seq']) &&
    (row['_seq'] as number) >= 0 &&
    typeof row['_clk'] === 'string' &&
    typeof row['createdAt'] === 'number' &&
    typeof row['updatedAt'] === 'number' &&
    typeof row['createdByUserId'] === 'string' &&
    typeof row['updatedByUserId'] === 'string' &&
    (row['deletedAt'] === null || typeof row['deletedAt'] === 'number')
  );
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 80;
}
