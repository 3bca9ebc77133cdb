/**
 * Reads and writes spreadsheet files. Workbooks and all received files are processed in a separate process. It loads only the library it needs,
 * because each takes megabytes.
 */
import type { ReadSheet, SheetCell } from '@holdfast/core';
import { Unzip, UnzipInflate, zipSync } from 'fflate';
import Papa from 'papaparse';
import { textCell, unguarded } from './csv.ts';
import { escapedText } from './escapes.ts';

/** Maximum numbers of rows and columns to read. */
export interface SheetLimits {
  rows: number;
  columns: number;
}

/** Maximum total size in bytes of the decompressed parts of a workbook. */
export const UNPACKED_BYTES = 64 * 1024 * 1024;
/** Maximum number of parts of a workbook. */
const PART_LIMIT = 1_000;
/** Number of bytes unpacked at a time, so that the growth of one step stays small. */
const STEP_BYTES = 8 * 1024;
/** The parts of a workbook that contain cells; pictures, charts and macros are discarded. */
const NEEDED =
  /^(?:\[Content_Types\]\.xml|_rels\/.*|xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/_rels\/.*|xl\/worksheets\/[^/]+\.xml)$/i;
/** Workbooks cannot represent days before 1900. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** A file that cannot be read, with a message that names the remedy. */
class Refused extends Error {}

const TOO_LARGE = 'This spreadsheet is too large once unpacked. Save only the sheet with the items, without pictures.';
const NO_WORKBOOK = 'This is not an Excel workbook. Save it as .xlsx or .csv.';
const DAMAGED = 'This file is damaged. Open it where it comes from and save it again.';

/** Reads the first sheet of a workbook, or a CSV, recognised by content. */
export async function readSheetFile(bytes: Uint8Array, limits: SheetLimits): Promise<ReadSheet> {
  try {
    const rows = startsWith(bytes, [0x50, 0x4b]) ? await rowsOfWorkbook(bytes) : rowsOfText(bytes, limits);
    return within(rows, limits);
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.message };
    return { kind: 'refused', reason: DAMAGED };
  }
}

/** Writes rows as a workbook. */
export async function writeWorkbookFile(rows: readonly (readonly SheetCell[])[]): Promise<Uint8Array> {
  const [headings = [], ...below] = rows;
  const sheet = [
    headings.map((cell) => ({ value: escapedText(String(cell ?? '')), fontWeight: 'bold' as const })),
    ...below.map((row) => row.map(workbookCell)),
  ];
  const columns = headings.map((_, i) => ({ width: widthOf(rows, i) }));
  const { default: writeWorkbook } = await import('write-excel-file/node');
  return writeWorkbook(sheet, { columns, stickyRowsCount: 1, sheet: 'Items' }).toBuffer();
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, i) => bytes[i] === byte);
}

/** Decompresses the needed parts within limits, and passes the parser an archive with exactly these checked parts. */
async function rowsOfWorkbook(bytes: Uint8Array): Promise<SheetCell[][]> {
  const parts = unpack(bytes);
  if (parts['xl/workbook.xml'] === undefined) throw new Refused(NO_WORKBOOK);
  if (Object.values(parts).some(declaresType)) throw new Refused(NO_WORKBOOK);
  // Not compressed: the parser would use Node's zlib, and terminating a thread while it creates a zlib object ends the process.
  const archive = Buffer.from(zipSync(parts, { level: 0 }));
  const { readSheet } = await import('read-excel-file/node');
  const rows: unknown[][] = await readSheet(archive, { trim: false });
  // The library types a date as the class of dates.
  return rows as SheetCell[][];
}

/**
 * Returns true when a part declares a document type or an entity, also behind a comment of any length. Workbooks never do; one that does may
 * try to expand entities.
 */
function declaresType(part: Uint8Array): boolean {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (let at = bytes.indexOf('<!'); at !== -1; at = bytes.indexOf('<!', at + 2))
    if (/^<!(?:DOCTYPE|ENTITY)/i.test(bytes.toString('latin1', at, at + 9))) return true;
  return false;
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  const kept: Record<string, Uint8Array[]> = {};
  let size = 0;
  let count = 0;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > PART_LIMIT) throw new Refused(TOO_LARGE);
    if (!NEEDED.test(file.name)) return;
    const pieces: Uint8Array[] = (kept[file.name] = []);
    file.ondata = (error, piece) => {
      // The library passes an error thrown here to this function again.
      if (error !== null) throw error instanceof Refused ? error : new Refused(DAMAGED);
      size += piece.length;
      if (size > UNPACKED_BYTES) throw new Refused(TOO_LARGE);
      pieces.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += STEP_BYTES)
    unzip.push(bytes.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= bytes.length);
  return Object.fromEntries(Object.entries(kept).map(([name, pieces]) => [name, Buffer.concat(pieces)]));
}

/** Heads of other file types, with the advice to give. */
const OTHERS: readonly (readonly [head: readonly number[], reason: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old or protected Excel file. Save it as .xlsx without a password.'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Items come from .xlsx or .csv.'],
  [[0xff, 0xd8, 0xff], 'This is a picture. Items come from .xlsx or .csv.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture. Items come from .xlsx or .csv.'],
];

function rowsOfText(bytes: Uint8Array, limits: SheetLimits): SheetCell[][] {
  for (const [head, reason] of OTHERS) if (startsWith(bytes, head)) throw new Refused(reason);
  const text = decoded(bytes);
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text))
    throw new Refused('This is a web page. Items come from .xlsx or .csv.');
  const { data, errors } = Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    skipEmptyLines: false,
    // One row more than the limit, so that an excess is detected.
    preview: limits.rows + 2,
  });
  if (errors.some(({ type }) => type === 'Quotes')) throw new Refused('A quotation mark in this CSV is never closed.');
  return data.map((row) => row.map((cell) => (cell === '' ? null : unguarded(cell))));
}

/** CSV comes as UTF-8, as UTF-16 from Excel's "Unicode text", or in Windows' western encoding. */
function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0))
    throw new Refused('This is not a spreadsheet. Items come from .xlsx or .csv.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function within(rows: readonly (readonly unknown[])[], limits: SheetLimits): ReadSheet {
  const read = rows.map((row) => row.map(cellOf));
  while (read.length > 0 && read.at(-1)!.every((cell) => cell === null || cell === '')) read.pop();
  if (read.length > limits.rows)
    return { kind: 'refused', reason: `At most ${limits.rows - 1} rows are read at once. Split this sheet.` };
  const widest = read.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell !== null && cell !== '') + 1),
    0,
  );
  if (widest > limits.columns) return { kind: 'refused', reason: `At most ${limits.columns} columns are read.` };
  return { kind: 'read', rows: read.map((row) => row.slice(0, widest)) };
}

function cellOf(value: unknown): SheetCell {
  if (value instanceof Date || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? value : null;
}

function workbookCell(cell: SheetCell) {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  if (cell instanceof Date && cell.getTime() >= FIRST_DAY) {
    const isDay = cell.getTime() % 86_400_000 === 0;
    return { value: cell, type: Date, format: isDay ? 'dd/mm/yyyy' : 'dd/mm/yyyy hh:mm:ss' };
  }
  // As text, never as a formula, so that no program evaluates it.
  return { value: escapedText(textCell(cell)), type: String };
}

function widthOf(rows: readonly (readonly SheetCell[])[], column: number): number {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, textCell(row[column] ?? null).length), 0);
  return Math.min(Math.max(longest + 2, 10), 50);
}
