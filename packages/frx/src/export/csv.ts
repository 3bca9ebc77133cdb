/** Pages as comma-separated values (RFC 4180): the cells of the workbook without their looks, numbers and dates in a form that programs read. */
import type { Page } from '../page.ts';
import { type GridCell, textOfCell } from './grid/grid.ts';
import { type Sheet, sheetCollector } from './grid/sheets.ts';

/** The file in pieces. Page headers stand in it once, page footers not at all; blank rows and columns are left out. */
export async function* exportCsv(pages: AsyncIterable<Page> | Iterable<Page>): AsyncGenerator<string> {
  const collector = sheetCollector({ inCells: true, draw: undefined });
  for await (const page of pages) await collector.add(page);
  // Excel takes the file for UTF-8 only when it begins so.
  yield '\uFEFF';
  for (const [index, sheet] of collector.sheets().entries()) {
    if (index > 0) yield '\r\n';
    yield* rowsOf(sheet);
  }
}

function* rowsOf({ cells }: Sheet): Generator<string> {
  const filled = cells.flatMap((cell) => {
    const text = valueOf(cell);
    return text === '' ? [] : [{ ...cell, text }];
  });
  const columns = [...new Set(filled.map(({ column }) => column))].toSorted((a, b) => a - b);
  const places = new Map(columns.map((column, place) => [column, place]));
  const rows = Map.groupBy(filled, ({ row }) => row);
  for (const row of [...rows.keys()].toSorted((a, b) => a - b)) {
    const values = columns.map(() => '');
    for (const { column, text } of rows.get(row) ?? []) values[places.get(column) ?? 0] = text;
    yield `${values.map(quoted).join(',')}\r\n`;
  }
}

/** The value of a cell: numbers with a point, dates as ISO 8601, whatever the culture of the report. */
function valueOf(cell: GridCell): string {
  if (cell.also !== undefined) return guarded(textOfCell(cell));
  const { text, value } = cell;
  const known = value?.value;
  if (typeof known === 'boolean') return known ? 'true' : 'false';
  // A value that the report does not show is not exported either.
  if (text === '') return '';
  if (typeof known === 'number' && Number.isFinite(known)) return String(known);
  if (known instanceof Date)
    return known.toISOString().slice(0, known.getTime() % MILLISECONDS_PER_DAY === 0 ? 10 : 19);
  return guarded(text);
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** Spreadsheets take a text with such a beginning for a formula; an apostrophe before it keeps it a text. */
function guarded(text: string): string {
  return /^[=+@\t\r]|^-(?!\s|\d+(?:[.,]\d+)*$)/.test(text) ? `'${text}` : text;
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
