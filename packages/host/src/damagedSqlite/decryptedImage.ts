import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isDamaged } from '@holdfast/core';
import Sqlite from 'better-sqlite3';
import { openDatabase, useKey } from '../encryptedSqlite.ts';

/** Size of the pages of an encrypted file. */
const PAGE = 4096;
const BESIDE = ['', '-wal', '-shm', '-journal'];

/**
 * Decrypts the pages of a damaged encrypted file, in memory. Damaged pages contain arbitrary bytes. An unreadable first page is replaced by that of
 * an empty file, because SQLite cannot open a file without it.
 * @returns null when nothing could be read
 */
export function decryptedImage(file: string, key: Uint8Array): Buffer | null {
  const copy = `${file}.reading`;
  const remove = (): void => {
    for (const end of BESIDE) rmSync(copy + end, { force: true });
  };
  remove();
  try {
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
    const image = imageOf(copy, key);
    if (image !== null) return image;
    remove();
    replaceFirstPage(file, copy, key);
    return imageOf(copy, key);
  } finally {
    remove();
  }
}

/** @returns null when SQLite does not open the file */
function imageOf(file: string, key: Uint8Array): Buffer | null {
  const database = new Sqlite(file);
  try {
    useKey(database, key, { unchecked: true });
    return database.serialize();
  } catch (error) {
    if (isDamaged(error) || /out of memory/i.test(String(error))) return null;
    throw error;
  } finally {
    database.close();
  }
}

/** Makes a file of the pages of another, with the first page of an empty file of at least as many pages. */
function replaceFirstPage(file: string, copy: string, key: Uint8Array): void {
  const { size } = statSync(file);
  const empty = openDatabase(copy, key);
  empty.pragma('journal_mode = MEMORY');
  empty.pragma(`page_size = ${PAGE}`);
  empty.exec(`create table filling (bytes blob); insert into filling values (zeroblob(${size}))`);
  empty.close();
  const pages = readFileSync(copy);
  readFileSync(file).copy(pages, PAGE, PAGE);
  writeFileSync(copy, pages);
}
