/** Spreadsheets for tests of core: rows as JSON. Hosts test the real ones. */
import type { SheetCell, Spreadsheets } from '../ports.ts';

/** A sheet is a list of rows as JSON, in any format; a moment is `{"$at": milliseconds}`. */
export const plainSpreadsheets: Spreadsheets = {
  read(_userId, bytes, limits) {
    const text = new TextDecoder().decode(bytes);
    if (!text.startsWith('[')) return Promise.resolve({ kind: 'refused', reason: 'This is no spreadsheet.' });
    const rows = (JSON.parse(text) as (SheetCell | { $at: number })[][]).map((cells) =>
      cells.map((cell) => (cell !== null && typeof cell === 'object' && '$at' in cell ? new Date(cell.$at) : cell)),
    );
    if (rows.length > limits.rows) return Promise.resolve({ kind: 'refused', reason: 'This has too many rows.' });
    return Promise.resolve({ kind: 'read', rows });
  },
  workbook: (_userId, rows) => Promise.resolve(sheetBytes(rows)),
  async *csv(rows) {
    const read: (readonly SheetCell[])[] = [];
    for await (const row of rows) read.push(row);
    yield sheetBytes(read);
  },
};

/** Encodes rows in the form that `plainSpreadsheets` reads. */
export function sheetBytes(rows: readonly (readonly SheetCell[])[]): Uint8Array {
  const cells = rows.map((row) => row.map((cell) => (cell instanceof Date ? { $at: cell.getTime() } : cell)));
  return new TextEncoder().encode(JSON.stringify(cells));
}
