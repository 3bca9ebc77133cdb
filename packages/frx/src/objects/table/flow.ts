/** How a finished grid is spread over pages (format notes, section 17). The engine does what `TableFlow` says; this decides when. */
import {
  cellAt,
  cellHeight,
  cellWidth,
  setHeight,
  setWidth,
  spansOf,
  type CellTools,
  type Grid,
  type Span,
} from './grid.ts';

export type TableLayout = 'AcrossThenDown' | 'DownThenAcross' | 'Wrapped';

export interface TableFlowOptions {
  readonly layout: TableLayout;
  readonly repeatHeaders: boolean;
  readonly repeatRowHeaders: boolean;
  readonly repeatColumnHeaders: boolean;
  readonly canBreak: boolean;
  readonly wrappedGap: number;
  readonly adjustSpannedCellsWidth: boolean;
  /** Height of the whole table, px. */
  readonly height: number;
}

/** What is placed on one page: indices of the grid's columns and rows, and the size of the band that holds them. */
export interface TablePart {
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly left: number;
  readonly bandWidth: number;
  readonly bandHeight: number;
}

/** What the layout needs of the engine while it prints. Lengths in px. */
export interface TableFlow {
  readonly freeSpace: () => number;
  readonly pageWidth: () => number;
  /** The place and page being printed at. */
  curY: number;
  curPage: number;
  readonly startNewPage: () => void;
  /** Ends a page that was printed over, without beginning another. */
  readonly endPage: () => void;
  readonly endColumn: () => void;
  /** A new page may be one that is there already, to be printed over. */
  readonly writeOver: (on: boolean) => void;
  /** Kept rows stand above the table, and its band is the first of them: rather than cut it, take all to the next page. */
  readonly mayMoveKept: () => boolean;
  readonly unlimitedWidth: boolean;
  readonly unlimitedHeight: boolean;
  /** Called at the current place; the grid is as this part needs it only during the call. */
  readonly place: (part: TablePart) => void;
  /** True when the run has to end. */
  readonly aborted: () => boolean;
}

const TOLERANCE = 0.1;

/** Where one of several tables side by side ended, for the next one. */
export interface TableEnd {
  readonly startPage: number;
  readonly pagesAcross: number;
  readonly pagesDown: number;
  /** Right end of the last part, px. */
  readonly endX: number;
}

interface Layout<Content> {
  readonly grid: Grid<Content>;
  readonly tools: CellTools<Content>;
  readonly options: TableFlowOptions;
  readonly flow: TableFlow;
  readonly spans: readonly Span[];
}

/**
 * Lays out tables that stand side by side on a band: each goes down first, and the next one begins where it ends, on the last of the pages
 * it has spread to. `gaps` are the distances between them in the template.
 */
export function flowTablesSideBySide<Content>(
  tables: readonly {
    readonly grid: Grid<Content>;
    readonly options: TableFlowOptions;
    readonly flow: TableFlow;
    readonly gap: number;
  }[],
  tools: CellTools<Content>,
  left: number,
): void {
  const [first] = tables;
  if (first === undefined) return;
  const top = first.flow.curY;
  let end: TableEnd = { startPage: first.flow.curPage, pagesAcross: 1, pagesDown: 1, endX: left };
  let last = { page: 0, y: 0 };
  for (const { grid, options, flow, gap } of tables) {
    flow.curPage = end.startPage + (end.pagesAcross - 1) * end.pagesDown;
    flow.curY = top;
    flow.writeOver(true);
    end = downThenAcross({ grid, tools, options, flow, spans: spansOf(grid) }, end.endX + gap);
    if (flow.curPage > last.page || (flow.curPage === last.page && flow.curY > last.y))
      last = { page: flow.curPage, y: flow.curY };
  }
  first.flow.writeOver(false);
  first.flow.curPage = last.page;
  first.flow.curY = last.y;
}

/** Lays a table out from the current place on; `left` is its left edge on the first page. */
export function flowTable<Content>(
  grid: Grid<Content>,
  tools: CellTools<Content>,
  options: TableFlowOptions,
  flow: TableFlow,
  left: number,
): TableEnd | undefined {
  const layout: Layout<Content> = { grid, tools, options, flow, spans: spansOf(grid) };
  switch (layoutOf(options, flow)) {
    case 'AcrossThenDown':
      acrossThenDown(layout, left);
      return undefined;
    case 'DownThenAcross':
      return downThenAcross(layout, left);
    default:
      wrapped(layout, left);
      return undefined;
  }
}

/** On a page that grows in one direction only, the other one decides. */
function layoutOf(options: TableFlowOptions, flow: TableFlow): TableLayout {
  if (flow.unlimitedWidth) return flow.unlimitedHeight ? 'AcrossThenDown' : 'DownThenAcross';
  return flow.unlimitedHeight ? 'Wrapped' : options.layout;
}

function rowsHeight<Content>({ grid, options }: Layout<Content>, start: number, count: number): number {
  const headers =
    start !== 0 && (options.repeatHeaders || options.repeatColumnHeaders) ? cellHeight(grid, 0, grid.fixedRows) : 0;
  return headers + cellHeight(grid, start, count);
}

function columnsWidth<Content>({ grid, options }: Layout<Content>, start: number, count: number): number {
  const headers =
    start !== 0 && (options.repeatHeaders || options.repeatRowHeaders) ? cellWidth(grid, 0, grid.fixedColumns) : 0;
  if (count === 0) return headers;
  const last = grid.columns[start + count - 1]!;
  return headers + cellWidth(grid, start, count - 1) + Math.max(last.width, last.minimumBreakWidth);
}

/** How many lines from `start` on fit, where kept ones stay together. */
function linesFit(
  lines: readonly { readonly pageBreak: boolean }[],
  keep: (line: number) => number,
  start: number,
  fits: (count: number) => boolean,
): number {
  let count = 0;
  let keptUntil = 0;
  let keptFrom = 0;
  while (start + count < lines.length && (count === 0 || !lines[start + count]!.pageBreak) && fits(count + 1)) {
    if (count >= keptUntil && keep(start + count) > 1) {
      keptFrom = count;
      keptUntil = count + keep(start + count);
    }
    count++;
  }
  return count < keptUntil ? keptFrom : count;
}

function rowsFit<Content>(layout: Layout<Content>, start: number, space: number): number {
  const { grid, options } = layout;
  const count = linesFit(
    grid.rows,
    (row) => grid.rows[row]!.keepRows,
    start,
    (rows) => !options.canBreak || rowsHeight(layout, start, rows) <= space + TOLERANCE,
  );
  return start === 0 && count < grid.fixedRows ? 0 : count;
}

function columnsFit<Content>(layout: Layout<Content>, start: number, space: number): number {
  const { grid } = layout;
  return linesFit(
    grid.columns,
    (column) => grid.columns[column]!.keepColumns,
    start,
    (columns) => columnsWidth(layout, start, columns) <= space + TOLERANCE,
  );
}

/** Pages to the right first, then down. */
function acrossThenDown<Content>(layout: Layout<Content>, left: number): void {
  const { grid, options, flow } = layout;
  flow.writeOver(true);
  let startRow = 0;
  let space = flow.freeSpace();
  while (startRow < grid.rows.length) {
    if (startRow > 0) {
      flow.startNewPage();
      space = flow.freeSpace();
    }
    let rows = rowsFit(layout, startRow, space);
    if (startRow === 0 && rows < grid.rows.length && flow.mayMoveKept()) {
      flow.endColumn();
      space = flow.freeSpace();
      rows = rowsFit(layout, startRow, space);
    }
    rows = Math.max(1, rows);
    const page = flow.curPage;
    const top = flow.curY;
    let end = top;
    let x = left;
    let startColumn = 0;
    while (startColumn < grid.columns.length) {
      let columns = columnsFit(layout, startColumn, flow.pageWidth() - x);
      // Beside the left edge nothing need fit: the first column then begins on the next page.
      if (startColumn > 0 || x <= 0) columns = Math.max(1, columns);
      flow.curY = top;
      const bandHeight = options.canBreak ? space : options.height;
      end =
        top +
        placePart(layout, startColumn, startRow, columns, rows, {
          left: x,
          width: flow.pageWidth(),
          height: bandHeight,
        });
      x = 0;
      startColumn += columns;
      if (startColumn < grid.columns.length) flow.startNewPage();
      else if (flow.curPage > page) flow.endPage();
      if (flow.aborted()) return;
    }
    startRow += rows;
    flow.curPage = page;
    flow.curY = end;
    flow.writeOver(false);
  }
}

/** Pages down first, then to the right. */
function downThenAcross<Content>(layout: Layout<Content>, left: number): TableEnd {
  const { grid, flow } = layout;
  const startPage = flow.curPage;
  const top = flow.curY;
  let last: { readonly page: number; readonly y: number } | undefined;
  let pagesAcross = 0;
  let pagesDown = 0;
  let endX = left;
  let x = left;
  let startColumn = 0;
  while (startColumn < grid.columns.length) {
    if (startColumn > 0) flow.startNewPage();
    const columns = Math.max(1, columnsFit(layout, startColumn, flow.pageWidth() - x));
    flow.curY = top;
    pagesAcross++;
    pagesDown = 0;
    let startRow = 0;
    while (startRow < grid.rows.length) {
      let rows = rowsFit(layout, startRow, flow.freeSpace());
      if (startRow === 0 && rows < grid.rows.length && flow.mayMoveKept()) {
        flow.endColumn();
        rows = rowsFit(layout, startRow, flow.freeSpace());
      }
      if (startRow > 0 || rows === 0) rows = Math.max(1, rows);
      flow.curY += placePart(layout, startColumn, startRow, columns, rows, {
        left: x,
        width: flow.pageWidth(),
        height: flow.freeSpace(),
      });
      pagesDown++;
      startRow += rows;
      if (startRow < grid.rows.length) flow.startNewPage();
      else if (startColumn > 0) flow.endPage();
      if (flow.aborted()) break;
    }
    endX = x + columnsWidth(layout, startColumn, columns);
    startColumn += columns;
    x = 0;
    flow.writeOver(false);
    last ??= { page: flow.curPage, y: flow.curY };
    if (flow.aborted()) break;
  }
  if (last !== undefined) {
    flow.curPage = last.page;
    flow.curY = last.y;
  }
  return { startPage, pagesAcross, pagesDown, endX };
}

/** What does not fit beside is printed below. */
function wrapped<Content>(layout: Layout<Content>, left: number): void {
  const { grid, options, flow } = layout;
  let startColumn = 0;
  while (startColumn < grid.columns.length) {
    const columns = Math.max(1, columnsFit(layout, startColumn, flow.pageWidth() - left));
    let startRow = 0;
    while (startRow < grid.rows.length) {
      let rows = rowsFit(layout, startRow, flow.freeSpace());
      if (startRow === 0 && rows < grid.rows.length && flow.mayMoveKept()) {
        flow.endColumn();
        rows = rowsFit(layout, startRow, flow.freeSpace());
      }
      if (rows === 0) {
        flow.startNewPage();
        rows = Math.max(1, rowsFit(layout, startRow, flow.freeSpace()));
      }
      flow.curY += placePart(layout, startColumn, startRow, columns, rows, {
        left,
        width: flow.pageWidth(),
        height: flow.freeSpace(),
      });
      startRow += rows;
      if (flow.aborted()) return;
    }
    startColumn += columns;
    if (startColumn < grid.columns.length) flow.curY += options.wrappedGap;
  }
}

/** Cuts the spans that cross an edge of this part, hands it over, and tells its height. */
function placePart<Content>(
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
    bandWidth: flow.unlimitedWidth ? sum(columnIndices.map((index) => grid.columns[index]!.width)) : band.width,
    bandHeight: flow.unlimitedHeight ? sum(rowIndices.map((index) => grid.rows[index]!.height)) : band.height,
  });
  return rowsHeight(layout, startRow, rows);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Indices of the repeated headers and of the lines behind them. */
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
      follower.content = cell.content;
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
    rest.content = cell.content;
    rest.columnSpan = cell.columnSpan;
    rest.rowSpan = bottom - endRow;
    if (cell.content === undefined) return;
    const width = cellWidth(grid, span.column, cell.columnSpan);
    const parts = tools.split(cell.content, width, cellHeight(grid, span.row, cell.rowSpan));
    if (parts !== undefined && tools.canBreak(cell.content)) rest.content = parts.rest;
    cell.content = parts?.head ?? tools.emptied(cell.content);
    const needed =
      rest.content === undefined ? 0 : tools.height(rest.content, cellWidth(grid, span.column, rest.columnSpan));
    const height = cellHeight(grid, endRow, rest.rowSpan);
    const last = grid.rows[endRow + rest.rowSpan - 1];
    if (height < needed && last !== undefined) setHeight(last, last.height + needed - height);
  }
}

function widenForText<Content>({ grid, options, tools }: Layout<Content>, column: number, row: number): void {
  const { content, columnSpan } = cellAt(grid, column, row);
  if (!options.adjustSpannedCellsWidth || content === undefined) return;
  const needed = tools.width(content);
  const width = cellWidth(grid, column, columnSpan);
  const last = grid.columns[column + columnSpan - 1];
  if (width < needed && last !== undefined) setWidth(last, last.width + needed - width);
}
