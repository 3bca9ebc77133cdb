/** Pages as comma-separated values (RFC 4180): the cells of the workbook without formatting, numbers and dates in a machine-readable form. */
import type { Page } from '../page.ts';
import { type GridCell, textOfCell } from './grid/grid.ts';
import { type Sheet, sheetCollector } from './grid/sheets.ts';

/** The file in pieces. Page headers are written once, page footers not at all; blank rows and columns are left out. */
export async function* exportCsv(pages: AsyncIterable<Page> | Iterable<Page>): AsyncGenerator<string> {
  const collector = sheetCollector({ inCells: true, draw: undefined });
  for await (const page of pages) await collector.add(page);
  // Excel reads the file as UTF-8 only with a byte order mark.
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

/** The value of a cell: numbers with a decimal point, dates as ISO 8601, regardless of the culture of the report. */
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

/** Places at which a spreadsheet splits a cell again that expects another separator than the comma, as Excel does in most of Europe. */
const SEPARATORS = /(?<=[;\t])/;
/** Start of a formula, also with the wide characters of East Asian keyboards. */
const FORMULA = /^[=+@\t\r\n＝＋－＠]|^-(?!\s[^(|!]*$|\d+(?:[.,]\d+)*$)/;

/**
 * Prefixes each part of a text that spreadsheets would read as a formula with an apostrophe, so that it remains a text. An entry of a list remains as
 * it is, unless it could call a function or another program.
 */
function guarded(text: string): string {
  const parts = text.split(SEPARATORS);
  return parts.map((part) => (FORMULA.test(part) ? `'${part}` : part)).join('');
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
