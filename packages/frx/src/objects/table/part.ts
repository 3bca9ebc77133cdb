/** The part of a grid that is printed on one page: its size, its repeated headers, and the spans cut by its edges. */
import { cellAt, cellHeight, cellWidth, setHeight, setWidth, type CellTools, type Grid, type Span } from './grid.ts';

/** Order of the parts of a table that does not fit on one page (property `Layout`). */
export type TableLayout = 'AcrossThenDown' | 'DownThenAcross' | 'Wrapped';

/** Properties of a table that determine how it is distributed over pages. */
export interface TableFlowOptions {
  readonly layout: TableLayout;
  readonly repeatHeaders: boolean;
  readonly repeatRowHeaders: boolean;
  readonly repeatColumnHeaders: boolean;
  readonly canBreak: boolean;
  readonly wrappedGap: number;
  readonly adjustSpannedCellsWidth: boolean;
  /** Height of the complete table, px. */
  readonly height: number;
}

/** Part of a grid on one page: indexes of its columns and rows, and the size of the band that contains them. */
interface TablePart {
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly left: number;
  readonly bandWidth: number;
  readonly bandHeight: number;
}

/** Functions of the engine that the layout uses while it prints. Lengths in px. */
export interface TableFlow {
  readonly freeSpace: () => number;
  readonly pageWidth: () => number;
  /** The current position and page. */
  curY: number;
  curPage: number;
  readonly startNewPage: () => void;
  /** Ends a page that was printed over, without starting another. */
  readonly endPage: () => void;
  readonly endColumn: () => void;
  /** Lets the next new page be an existing one, which is printed over. */
  readonly writeOver: (on: boolean) => void;
  /**
   * Returns true when bands below the top of the page are kept together and the table's band prints the first row of its list: instead of breaking
   * the table, all kept bands then move to the next page.
   */
  readonly mayMoveKept: () => boolean;
  readonly unlimitedWidth: boolean;
  readonly unlimitedHeight: boolean;
  /** Prints a part at the current position, which moves to the end of the band; the grid has the state of this part only during the call. */
  readonly place: (part: TablePart) => void;
  /** True when the run must end. */
  readonly aborted: () => boolean;
}

/** A grid being distributed over pages. */
export interface Layout<Content> {
  readonly grid: Grid<Content>;
  readonly tools: CellTools<Content>;
  readonly options: TableFlowOptions;
  readonly flow: TableFlow;
  readonly spans: readonly Span[];
}

/** Height of rows including the headers repeated above them, px. */
export function rowsHeight<Content>({ grid, options }: Layout<Content>, start: number, count: number): number {
  const headers =
    start !== 0 && (options.repeatHeaders || options.repeatColumnHeaders) ? cellHeight(grid, 0, grid.fixedRows) : 0;
  return headers + cellHeight(grid, start, count);
}

/** Width of columns including the headers repeated beside them, px; the last may be reduced to its minimum width. */
export function columnsWidth<Content>({ grid, options }: Layout<Content>, start: number, count: number): number {
  const headers =
    start !== 0 && (options.repeatHeaders || options.repeatRowHeaders) ? cellWidth(grid, 0, grid.fixedColumns) : 0;
  if (count === 0) return headers;
  const last = grid.columns[start + count - 1]!;
  return headers + cellWidth(grid, start, count - 1) + Math.max(last.width, last.minimumBreakWidth);
}

/** Cuts the spans that cross an edge of this part, prints it, and returns its height. */
export function placePart<Content>(
  layout: Layout<Content>,
  startColumn: number,
  startRow: number,
  columns: number,
  rows: number,
  band: { readonly left: number; readonly width: number; readonly height: number },
): number {
  const { grid, options, flow } = layout;
  for (const span of layout.spans) cutSpan(layout, span, startColumn, startRow, columns, rows);
  const withColumns = options.repeatHeaders || options.repeatRowHeaders;
  const withRows = options.repeatHeaders || options.repeatColumnHeaders;
  const columnIndices = lines(grid.fixedColumns, startColumn, columns, withColumns).filter(
    (index) => grid.columns[index]?.visible === true,
  );
  const rowIndices = lines(grid.fixedRows, startRow, rows, withRows).filter(
    (index) => grid.rows[index]?.visible === true,
  );
  flow.place({
    columns: columnIndices,
    rows: rowIndices,
    left: band.left,
    bandWidth: flow.unlimitedWidth ? unlimitedWidth(grid, columnIndices, withColumns) : band.width,
    bandHeight: flow.unlimitedHeight ? sum(rowIndices.map((index) => grid.rows[index]!.height)) : band.height,
  });
  // Repeated headers count completely, even where the part begins or ends inside them.
  const header = withRows ? grid.fixedRows : 0;
  if (startRow >= header) return rowsHeight(layout, startRow, rows);
  return rowsHeight(layout, header, Math.max(0, startRow + rows - header));
}

/**
 * Width of the band on a page of unlimited width, px: the very first column and all after the repeated headers, so that the first one
 * counts twice where it is not a header.
 */
function unlimitedWidth<Content>(
  { columns, fixedColumns }: Grid<Content>,
  indices: readonly number[],
  repeats: boolean,
): number {
  const headers = repeats ? fixedColumns : 0;
  const behind = indices.filter((index) => index >= headers).map((index) => columns[index]!.width);
  return (columns[0]?.width ?? 0) + sum(behind);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Indexes of the repeated headers and of the lines after them. */
function lines(fixed: number, start: number, count: number, repeat: boolean): number[] {
  const headers = repeat ? fixed : 0;
  const from = Math.max(start, headers);
  return [...range(0, headers), ...range(from, start + count)];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function cutSpan<Content>(
  layout: Layout<Content>,
  span: Span,
  startColumn: number,
  startRow: number,
  columns: number,
  rows: number,
): void {
  const { grid, options, tools } = layout;
  const cell = cellAt(grid, span.column, span.row);
  const right = span.column + span.columns;
  const bottom = span.row + span.rows;
  const endColumn = startColumn + columns;
  const endRow = startRow + rows;
  if (span.column < startColumn && right > startColumn) {
    if ((options.repeatHeaders || options.repeatRowHeaders) && span.column < grid.fixedColumns) {
      cell.columnSpan = Math.min(right, endColumn) - startColumn + grid.fixedColumns;
    } else {
      const follower = cellAt(grid, startColumn, span.row);
      follower.content = cell.content === undefined ? undefined : tools.beyondCut(cell.content);
      follower.columnSpan = Math.min(right, endColumn) - startColumn;
      follower.rowSpan = cell.rowSpan;
      widenForText(layout, startColumn, span.row);
    }
  }
  if (span.column < endColumn && right > endColumn) {
    cell.columnSpan = endColumn - span.column;
    widenForText(layout, span.column, span.row);
  }
  if (
    span.row < startRow &&
    bottom > startRow &&
    (options.repeatHeaders || options.repeatColumnHeaders) &&
    span.row < grid.fixedRows
  ) {
    cell.rowSpan = Math.min(bottom, endRow) - startRow + grid.fixedRows;
  }
  if (span.row < endRow && bottom > endRow) {
    cell.rowSpan = endRow - span.row;
    const rest = cellAt(grid, span.column, endRow);
    rest.content = cell.content === undefined ? undefined : tools.beyondCut(cell.content);
    rest.columnSpan = cell.columnSpan;
    rest.rowSpan = bottom - endRow;
    if (cell.content === undefined) return;
    const width = cellWidth(grid, span.column, cell.columnSpan);
    const parts = tools.split(cell.content, width, cellHeight(grid, span.row, cell.rowSpan));
    // A text that does not fit above the cut at all is lost, unless its cell may not break.
    if (tools.canBreak(cell.content)) rest.content = tools.beyondCut(parts?.rest ?? tools.lost(cell.content));
    cell.content = parts?.head ?? tools.emptied(cell.content);
    const needed =
      rest.content === undefined ? 0 : tools.height(rest.content, cellWidth(grid, span.column, rest.columnSpan));
    const height = cellHeight(grid, endRow, rest.rowSpan);
    const last = grid.rows[endRow + rest.rowSpan - 1];
    if (height < needed && last !== undefined) setHeight(last, last.height + needed - height);
  }
}

function widenForText<Content>({ grid, options, tools }: Layout<Content>, column: number, row: number): void {
  const { content, columnSpan, rowSpan } = cellAt(grid, column, row);
  if (!options.adjustSpannedCellsWidth || content === undefined) return;
  const needed = tools.width(content, cellHeight(grid, row, rowSpan));
  const width = cellWidth(grid, column, columnSpan);
  const last = grid.columns[column + columnSpan - 1];
  if (width < needed && last !== undefined) setWidth(last, last.width + needed - width);
}
