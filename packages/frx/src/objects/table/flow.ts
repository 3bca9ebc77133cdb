/** Distributes a finished grid over pages (docs/frx/layout.md, "Tables and matrices"). `TableFlow` is the engine's interface for it. */
import { spansOf, type CellTools, type Grid } from './grid.ts';
import {
  columnsWidth,
  placePart,
  rowsHeight,
  type Layout,
  type TableFlow,
  type TableFlowOptions,
  type TableLayout,
} from './part.ts';

const TOLERANCE = 0.1;

/** End of one of several tables side by side, used for the next one. */
export interface TableEnd {
  readonly startPage: number;
  readonly pagesAcross: number;
  readonly pagesDown: number;
  /** Right end of the last part, px. */
  readonly endX: number;
}

/**
 * Lays out tables that are side by side on a band: each is printed completely, and the next one begins where it ends, on the last of its
 * pages. `gaps` are the distances between them in the template.
 */
export function flowTablesSideBySide<Content>(
  tables: readonly {
    readonly grid: Grid<Content>;
    readonly tools: CellTools<Content>;
    readonly options: TableFlowOptions;
    readonly flow: TableFlow;
    readonly gap: number;
  }[],
  left: number,
): void {
  const [first] = tables;
  if (first === undefined) return;
  const top = first.flow.curY;
  let end: TableEnd = { startPage: first.flow.curPage, pagesAcross: 1, pagesDown: 1, endX: left };
  let last = { page: 0, y: 0 };
  for (const { grid, tools, options, flow, gap } of tables) {
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

/** Lays a table out from the current position; `left` is its left edge on the first page. */
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

/** Returns the layout; on a page that is unlimited in one direction, the other direction decides. */
function layoutOf(options: TableFlowOptions, flow: TableFlow): TableLayout {
  if (flow.unlimitedWidth) return flow.unlimitedHeight ? 'AcrossThenDown' : 'DownThenAcross';
  return flow.unlimitedHeight ? 'Wrapped' : options.layout;
}

/** Returns the number of lines from `start` that fit, with kept lines together. */
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

/** Prints pages to the right first, then down. */
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
      // Away from the left edge nothing may fit: the first column then begins on the next page.
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
      if (flow.aborted()) break;
    }
    startRow += rows;
    flow.curPage = page;
    flow.curY = end;
    flow.writeOver(false);
    if (flow.aborted()) return;
  }
}

/** Prints pages down first, then to the right. */
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
  let addsPage = false;
  while (startColumn < grid.columns.length) {
    if (addsPage) flow.startNewPage();
    addsPage = true;
    let columns = columnsFit(layout, startColumn, flow.pageWidth() - x);
    // Away from the left edge nothing may fit: the first column then begins on the next page.
    if (columns === 0 && startColumn === 0 && x > 0) {
      pagesAcross++;
      flow.curY = top;
      if (last === undefined || last.page === 0) last = { page: flow.curPage, y: top };
      endX = x;
      x = 0;
      flow.writeOver(false);
      continue;
    }
    columns = Math.max(1, columns);
    flow.curY = top;
    pagesAcross++;
    pagesDown = 0;
    let startRow = 0;
    let mayBeEmpty = true;
    while (startRow < grid.rows.length) {
      let rows = rowsFit(layout, startRow, flow.freeSpace());
      if (startRow === 0 && rows < grid.rows.length && flow.mayMoveKept()) {
        flow.endColumn();
        rows = rowsFit(layout, startRow, flow.freeSpace());
      }
      // Where the first row does not fit, a part without rows is printed at the end of the page.
      if (startRow > 0 || !mayBeEmpty) rows = Math.max(1, rows);
      mayBeEmpty = false;
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
    // The next content goes below the first columns, but below the second ones where the first end on the very first page.
    if (last === undefined || last.page === 0) last = { page: flow.curPage, y: flow.curY };
    if (flow.aborted()) break;
  }
  if (last !== undefined) {
    flow.curPage = last.page;
    flow.curY = last.y;
  }
  return { startPage, pagesAcross, pagesDown, endX };
}

/** Prints columns that do not fit below the others. */
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
