import { existsSync } from 'node:fs';
import { isDamaged } from '@holdfast/core';
import type Sqlite from 'better-sqlite3';
import { isPlainDatabase, openDatabase } from '../encryptedSqlite.ts';
import { decryptedImage } from './decryptedImage.ts';
import { type PageValue, recordsOf, recordsOfImage } from './pages.ts';

/**
 * Checks a SQLite file.
 * @param thorough also compares indexes with their tables, which takes several times as long
 * @param key of the file, when it is encrypted
 * @returns the first problem; null when the file is undamaged or does not exist
 */
export function problemOf(file: string, thorough: boolean, key: Uint8Array | null = null): string | null {
  if (!existsSync(file)) return null;
  let database: Sqlite.Database | undefined;
  try {
    database = openDatabase(file, key);
    const found: unknown = database.pragma(thorough ? 'integrity_check(1)' : 'quick_check(1)', { simple: true });
    return found === 'ok' ? null : String(found);
  } catch (error) {
    if (isDamaged(error)) return (error as Error).message;
    throw error;
  } finally {
    database?.close();
  }
}

/** Rows of a damaged file. */
export interface RescuedRows {
  rows: Record<string, PageValue>[];
  /** False when SQLite could not read some rows and pages were read one by one. The rows may include deleted ones then. */
  complete: boolean;
}

/**
 * Returns the rows of a table of a damaged file: the rows that SQLite can read from both ends of the table and, if some are missing, all rows found
 * in any page.
 * @param columns the columns of the table in their order
 * @param isRow returns true for values that may be a row of this table
 * @param key of the file, when it is encrypted
 */
export function rescueRows(
  file: string,
  table: string,
  columns: readonly string[],
  isRow: (row: Record<string, PageValue>) => boolean,
  key: Uint8Array | null = null,
): RescuedRows {
  const rows: Record<string, PageValue>[] = [];
  if (readBySql(file, table, rows, key)) return { rows: rows.filter(isRow), complete: true };
  const isWanted = (count: number): boolean => count === columns.length;
  const image = key === null || isPlainDatabase(file) ? null : decryptedImage(file, key);
  // A file whose first page is damaged does not show whether it is encrypted.
  for (const records of [recordsOf(file, isWanted), ...(image === null ? [] : [recordsOfImage(image, isWanted)])])
    for (const values of records)
      rows.push(Object.fromEntries(columns.map((column, index) => [column, values[index]!])));
  return { rows: rows.filter(isRow), complete: false };
}

/** @returns true when every row was read */
function readBySql(file: string, table: string, rows: Record<string, PageValue>[], key: Uint8Array | null): boolean {
  let database: Sqlite.Database | undefined;
  try {
    database = openDatabase(file, key);
    for (const order of ['asc', 'desc']) {
      try {
        const all = database.prepare<[], Record<string, PageValue>>(`select * from "${table}" order by rowid ${order}`);
        for (const row of all.iterate()) rows.push(row);
        return true;
      } catch (error) {
        if (!isDamaged(error)) throw error;
      }
    }
    return false;
  } catch (error) {
    // A file without its schema has no such table.
    if (isDamaged(error) || /no such table/.test(String(error))) return false;
    throw error;
  } finally {
    database?.close();
  }
}
