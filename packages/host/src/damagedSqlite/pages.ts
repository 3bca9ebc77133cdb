/** Reads the records of a SQLite file page by page, without its header, schema and trees, to find what is left of a damaged file. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** A value of a record. */
export type PageValue = string | number | null | Uint8Array;

const MAGIC = 'SQLite format 3\0';
/** Size of pages where neither header nor write-ahead log state it: the default of SQLite. */
const DEFAULT_PAGE = 4096;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
/** First byte of a page with records of a table. */
const TABLE_LEAF = 0x0d;
/** Longest record that is read, in bytes. */
const LONGEST_RECORD = 16 * 1024 * 1024;

/** A page of the file, or of the write-ahead log where that holds a newer one. Numbers begin at 1. */
interface Pages {
  size: number;
  /** Bytes of a page that hold records; an encrypted file uses the rest of each. */
  usable: number;
  /** Numbers of all pages. */
  numbers(): Iterable<number>;
  read(page: number): Buffer | null;
  close(): void;
}

/**
 * Returns the records of all pages that hold rows of tables and can be decoded, in no order. Rows that were deleted may be among them.
 * @param isWanted returns true for a number of columns that is of interest
 */
export function recordsOf(file: string, isWanted: (columns: number) => boolean): Generator<PageValue[]> {
  return recordsInPages(openPages(file), isWanted);
}

/** Returns the records of a file in memory, without a write-ahead log. */
export function recordsOfImage(image: Buffer, isWanted: (columns: number) => boolean): Generator<PageValue[]> {
  const size = pageSize(image, null);
  const read = (page: number): Buffer | null => {
    const bytes = image.subarray((page - 1) * size, page * size);
    return bytes.length === size ? bytes : null;
  };
  const count = Math.floor(image.length / size);
  const numbers = (): Iterable<number> => Array.from({ length: count }, (_, index) => index + 1);
  return recordsInPages({ size, usable: size - (image[20] ?? 0), numbers, read, close: () => undefined }, isWanted);
}

function* recordsInPages(pages: Pages, isWanted: (columns: number) => boolean): Generator<PageValue[]> {
  try {
    for (const number of pages.numbers()) {
      const page = pages.read(number);
      if (page !== null) yield* recordsIn(page, number === 1 ? 100 : 0, pages, isWanted);
    }
  } finally {
    pages.close();
  }
}

function openPages(file: string): Pages {
  const main = openSync(file, 'r');
  const wal = existsSync(`${file}-wal`) ? openSync(`${file}-wal`, 'r') : null;
  const header = readAt(main, 0, 100);
  const log = wal === null ? null : readAt(wal, 0, WAL_HEADER);
  const size = pageSize(header, log);
  const newer = wal === null || log === null ? new Map<number, number>() : framesOf(wal, log, size);
  const own = Math.floor(fstatSync(main).size / size);
  return {
    size,
    usable: size,
    *numbers() {
      for (let number = 1; number <= own; number += 1) yield number;
      // A damaged log may contain any page number, so only the numbers in the log are used, not those between.
      for (const number of newer.keys()) if (number > own) yield number;
    },
    read(page) {
      const frame = newer.get(page);
      return frame === undefined ? readAt(main, (page - 1) * size, size) : readAt(wal!, frame, size);
    },
    close() {
      closeSync(main);
      if (wal !== null) closeSync(wal);
    },
  };
}

function pageSize(header: Buffer | null, log: Buffer | null): number {
  const stated = header?.toString('latin1', 0, 16) === MAGIC ? header.readUInt16BE(16) : 0;
  const size = stated === 1 ? 65_536 : stated || (log?.readUInt32BE(8) ?? 0);
  const isPossible = size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
  return isPossible ? size : DEFAULT_PAGE;
}

/** Returns the position of the newest committed image of each page in a write-ahead log. */
function framesOf(wal: number, log: Buffer, size: number): Map<number, number> {
  const salts = log.toString('hex', 16, 24);
  const committed = new Map<number, number>();
  const open = new Map<number, number>();
  for (let at = WAL_HEADER; ; at += FRAME_HEADER + size) {
    const frame = readAt(wal, at, FRAME_HEADER);
    // Frames of an earlier use of the log have other salts.
    if (frame === null || frame.toString('hex', 8, 16) !== salts) return committed;
    open.set(frame.readUInt32BE(0), at + FRAME_HEADER);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, position] of open) committed.set(page, position);
    open.clear();
  }
}

/** @returns null when the file ends before */
function readAt(descriptor: number, position: number, length: number): Buffer | null {
  const bytes = Buffer.alloc(length);
  return readSync(descriptor, bytes, 0, length, position) === length ? bytes : null;
}

function* recordsIn(
  page: Buffer,
  start: number,
  pages: Pages,
  isWanted: (columns: number) => boolean,
): Generator<PageValue[]> {
  if (page[start] !== TABLE_LEAF) return;
  const cells = page.readUInt16BE(start + 3);
  for (let cell = 0; cell < cells; cell += 1) {
    const pointer = start + 8 + 2 * cell;
    if (pointer + 2 > page.length) return;
    const record = recordAt(page, page.readUInt16BE(pointer), pages, isWanted);
    if (record !== null) yield record;
  }
}

/** @returns null when there is no record that can be decoded */
function recordAt(page: Buffer, at: number, pages: Pages, isWanted: (columns: number) => boolean): PageValue[] | null {
  try {
    const [length, afterLength] = varint(page, at);
    const [, start] = varint(page, afterLength);
    if (length > LONGEST_RECORD) return null;
    const local = localLength(length, pages.usable);
    const types = serialTypes(page.subarray(start, start + local));
    if (types === null || !isWanted(types.length)) return null;
    const payload = local === length ? page.subarray(start, start + length) : wholePayload(page, start, length, pages);
    return payload === null ? null : valuesOf(payload);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Bytes of a record that its own page holds; the rest is in overflow pages. */
function localLength(length: number, usable: number): number {
  if (length <= usable - 35) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const kept = least + ((length - least) % (usable - 4));
  return kept <= usable - 35 ? kept : least;
}

function wholePayload(page: Buffer, start: number, length: number, pages: Pages): Buffer | null {
  const local = localLength(length, pages.usable);
  const parts = [page.subarray(start, start + local)];
  let next = page.readUInt32BE(start + local);
  for (let left = length - local; left > 0;) {
    const more = next === 0 ? null : pages.read(next);
    if (more === null) return null;
    const part = more.subarray(4, 4 + Math.min(left, pages.usable - 4));
    parts.push(part);
    left -= part.length;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

/** Returns the types of the columns of a record; null when its header does not fit the bytes that are given. */
function serialTypes(payload: Buffer): number[] | null {
  const [headerLength, first] = varint(payload, 0);
  if (headerLength > payload.length) return null;
  const types: number[] = [];
  for (let at = first; at < headerLength;) {
    const [type, next] = varint(payload, at);
    types.push(type);
    at = next;
  }
  return types;
}

function valuesOf(payload: Buffer): PageValue[] | null {
  const types = serialTypes(payload);
  if (types === null) return null;
  let [at] = varint(payload, 0);
  const values: PageValue[] = [];
  for (const type of types) {
    const length = lengthOf(type);
    if (at + length > payload.length) return null;
    values.push(valueOf(payload.subarray(at, at + length), type));
    at += length;
  }
  return values;
}

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type]!;
}

/** @throws {TypeError} for a text that is not UTF-8 */
function valueOf(bytes: Buffer, type: number): PageValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 12) return bytes.readIntBE(0, bytes.length);
  return type % 2 === 0 ? new Uint8Array(bytes) : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** @returns the number at a position, and the position after it */
function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes.readUInt8(at + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + index + 1];
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9];
}
