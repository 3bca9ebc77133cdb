/** CSV files: writing them, and the texts of their cells. */
import type { SheetCell } from '@holdfast/core';
import Papa from 'papaparse';

/** Rows of a CSV that are written at a time. */
const PIECE_ROWS = 200;

/** Writes rows as a CSV, several rows per piece. It begins with a byte order mark, by which Excel recognises UTF-8. */
export async function* csvOf(
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const piece = (cells: readonly string[][]) => encoder.encode(`${Papa.unparse([...cells], { newline: '\r\n' })}\r\n`);
  yield encoder.encode('\uFEFF');
  let waiting: string[][] = [];
  for await (const row of rows) {
    waiting.push(row.map((cell) => (typeof cell === 'number' ? String(cell) : guarded(textCell(cell)))));
    if (waiting.length < PIECE_ROWS) continue;
    yield piece(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield piece(waiting);
}

/** Returns a cell as text. */
export function textCell(cell: SheetCell): string {
  if (cell instanceof Date) {
    const [year, month, day, hour, minute, second] = cell.toISOString().split(/\D/) as [string, ...string[]];
    const time = cell.getTime() % 86_400_000 === 0 ? '' : ` ${hour}:${minute}:${second}`;
    return `${day}/${month}/${year}${time}`;
  }
  return typeof cell === 'boolean' ? (cell ? 'Yes' : 'No') : String(cell ?? '');
}

/**
 * Start of a text that a spreadsheet program would evaluate as a formula, also with the wide characters of East Asian keyboards. A quotation mark in
 * front does not prevent that where it opens a cell. Texts with leading apostrophes match too, so that removing one apostrophe restores the exact text.
 */
const FORMULA = /^['"]*[=+\-@\t\r\n＝＋－＠]/;
/**
 * Places at which a program starts another cell or row within a text when it expects another separator than the comma, as Excel does in most of
 * Europe: quotation marks then protect nothing, because they are no longer at the start of a cell.
 */
const STARTS = /(?<=[;\t\r\n])(?![;\t\r\n])/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Puts an apostrophe in front of each part of a text that a spreadsheet program would evaluate as a formula; a number is not one. */
function guarded(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  const parts = text.split(STARTS);
  return parts.map((part) => (FORMULA.test(part) ? `'${part}` : part)).join('');
}

/** Returns a text without these apostrophes. */
export function unguarded(text: string): string {
  const parts = text.split(STARTS);
  return parts.map((part) => (part.startsWith("'") && FORMULA.test(part) ? part.slice(1) : part)).join('');
}
