/** A sheet as XML. */
import { type GridCell, textOfCell } from '../grid/grid.ts';
import type { Sheet } from '../grid/sheets.ts';
import type { StyleBook } from './styles.ts';
import { PX_PER_MM } from '../paint.ts';
import { xmlText } from '../xmlText.ts';

/** px of one character of the standard font, Excel's unit of column widths. */
const PX_PER_CHARACTER = 7;
const POINTS_PER_PX = 0.75;
const MAX_ROW_HEIGHT = 409;
const MAX_TEXT_LENGTH = 32_767;

/** The sheet in pieces of some rows; `drawing` is the relation id of its pictures. */
export function* sheetXml(sheet: Sheet, styles: StyleBook, drawing: string | undefined): Generator<string> {
  const columns = sheet.columnWidths.map((width, index) => {
    const characters = Math.min(255, Math.round((width / PX_PER_CHARACTER) * 100) / 100);
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`;
  });
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">';
  yield `<sheetPr><pageSetUpPr fitToPage="${sheet.paper.unlimited ? 1 : 0}"/></sheetPr>`;
  yield `<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>`;
  const rows = Map.groupBy(
    sheet.cells.flatMap((cell) => withFrame(cell)),
    (cell) => cell.row,
  );
  for (const [index, height] of sheet.rowHeights.entries()) {
    const cells = (rows.get(index) ?? []).toSorted((a, b) => a.column - b.column);
    const points = Math.min(MAX_ROW_HEIGHT, Math.round(height * POINTS_PER_PX * 100) / 100);
    yield `<row r="${index + 1}" ht="${points}" customHeight="1">${cells.map((cell) => cellXml(cell, styles)).join('')}</row>`;
  }
  const merged = sheet.cells.filter((cell) => cell.rows > 1 || cell.columns > 1);
  const merges = merged.map(
    (cell) =>
      `<mergeCell ref="${reference(cell.row, cell.column)}:${reference(cell.row + cell.rows - 1, cell.column + cell.columns - 1)}"/>`,
  );
  yield `</sheetData>${merges.length === 0 ? '' : `<mergeCells count="${merges.length}">${merges.join('')}</mergeCells>`}`;
  yield `${paperXml(sheet)}${drawing === undefined ? '' : `<drawing r:id="${drawing}"/>`}</worksheet>`;
}

const MM_PER_INCH = 25.4;
/** Numbers of paper sizes in Office, by their sides in mm, the shorter first. */
const PAPERS: readonly (readonly [number, number, number])[] = [
  [216, 279, 1],
  [279, 432, 3],
  [216, 356, 5],
  [184, 267, 7],
  [297, 420, 8],
  [210, 297, 9],
  [148, 210, 11],
  [250, 354, 12],
  [176, 250, 13],
];
/** Maximum difference between a side and that of a standard paper, mm. */
const SAME_SIDE = 1;
/** Tolerance for column widths in print: a program measures them in the widest digit of its own font. */
const ROUNDED_UP = 1.07;
/** Maximum number of page breaks of a sheet. */
const MAX_BREAKS = 1026;

/** Margins, paper, footer and page breaks: printed, the sheet has the pages of the report. */
function paperXml({ paper, columnWidths, breaks, hasFooter }: Sheet): string {
  const inches = (mm: number): string => String(Math.round((mm / MM_PER_INCH) * 10_000) / 10_000);
  const { left, top, right, bottom } = paper.margins;
  const margins = `<pageMargins left="${inches(left)}" right="${inches(right)}" top="${inches(top)}" bottom="${inches(bottom)}" header="${inches(top / 2)}" footer="${inches(bottom / 2)}"/>`;
  const printable = (paper.width - left - right) * PX_PER_MM;
  const used = columnWidths.reduce((sum, width) => sum + width, 0) * ROUNDED_UP;
  const scale = Math.max(10, Math.min(100, Math.floor((printable / Math.max(1, used)) * 100)));
  const fitted = paper.unlimited ? ' fitToWidth="1" fitToHeight="0"' : ` scale="${scale}"`;
  const setup = `<pageSetup${sizeOf(paper)} orientation="${paper.landscape ? 'landscape' : 'portrait'}"${fitted}/>`;
  const footer = hasFooter ? '<headerFooter><oddFooter>&amp;R&amp;8&amp;P / &amp;N</oddFooter></headerFooter>' : '';
  const kept = breaks.slice(0, MAX_BREAKS);
  const rows = kept.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join('');
  const broken =
    kept.length === 0 ? '' : `<rowBreaks count="${kept.length}" manualBreakCount="${kept.length}">${rows}</rowBreaks>`;
  return margins + setup + footer + broken;
}

function sizeOf({ width, height }: Sheet['paper']): string {
  const [shorter, longer] = width < height ? [width, height] : [height, width];
  const known = PAPERS.find(
    ([one, other]) => Math.abs(one - shorter) <= SAME_SIDE && Math.abs(other - longer) <= SAME_SIDE,
  );
  return known === undefined
    ? ` paperHeight="${Math.round(longer)}mm" paperWidth="${Math.round(shorter)}mm"`
    : ` paperSize="${known[2]}"`;
}

/** A cell and the empty cells it spans: the border of merged cells is drawn cell by cell. */
function withFrame(cell: GridCell): GridCell[] {
  if (cell.border === undefined && cell.fill === undefined) return [cell];
  const all: GridCell[] = [];
  for (let row = 0; row < cell.rows; row++) {
    for (let column = 0; column < cell.columns; column++) {
      const first = row === 0 && column === 0;
      const place = { row: cell.row + row, column: cell.column + column, rows: 1, columns: 1 };
      all.push(first ? cell : { ...cell, ...place, text: '', value: undefined, also: undefined });
    }
  }
  return all;
}

/** `A1` for row 0, column 0. */
function reference(row: number, column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

/** A moment as a serial number of Excel: days since the end of 1899. */
function serial(moment: Date): number {
  return moment.getTime() / 86_400_000 + 25_569;
}

/** First serial number whose date is correct: Excel counts a 29 February 1900. */
const FIRST_DAY = 61;

function cellXml(shown: GridCell, styles: StyleBook): string {
  const cell = shown.also === undefined ? shown : { ...shown, text: textOfCell(shown), value: undefined };
  const start = `<c r="${reference(cell.row, cell.column)}" s="${styles.of(cell)}"`;
  if (cell.text === '' && typeof cell.value?.value !== 'boolean') return `${start}/>`;
  const value = cell.value?.value;
  if (typeof value === 'number' && Number.isFinite(value)) return `${start}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `${start} t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date && serial(value) >= FIRST_DAY) return `${start}><v>${serial(value)}</v></c>`;
  const text = cell.text.replace(/\r\n?/g, '\n').slice(0, MAX_TEXT_LENGTH);
  return `${start} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}
