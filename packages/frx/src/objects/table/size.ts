import {
  cellAt,
  cellHeight,
  cellWidth,
  setHeight,
  setWidth,
  type CellTools,
  type Grid,
  type GridCell,
} from './grid.ts';

/**
 * Sets columns and rows with AutoSize to the size of their contents: first the columns by texts without wrapping, then the rows at the
 * final widths. A cell that spans several enlarges the last of them.
 */
export function sizeGrid<Content>(
  grid: Grid<Content>,
  tools: CellTools<Content>,
  adjustSpannedCellsWidth: boolean,
): void {
  const before = grid.columns.map(({ width }) => width);
  sizeColumns(grid, tools, adjustSpannedCellsWidth);
  reportColumnChanges(grid, tools, before);
  sizeRows(grid, tools);
  reportRowHeights(grid, tools);
}

function sizeColumns<Content>(grid: Grid<Content>, tools: CellTools<Content>, adjustSpannedCellsWidth: boolean): void {
  for (const [x, column] of grid.columns.entries()) {
    if (!column.autoSize || grid.rows.length === 0) continue;
    let widest = -1;
    for (let y = 0; y < grid.rows.length; y++) {
      const { columnSpan, rowSpan, content } = cellAt(grid, x, y);
      if (columnSpan === 1)
        widest = Math.max(widest, content === undefined ? 0 : tools.width(content, cellHeight(grid, y, rowSpan)));
    }
    if (widest >= 0) setWidth(column, widest);
  }
  for (const [x, column] of grid.columns.entries()) {
    column.minimumBreakWidth = 0;
    for (let y = 0; y < grid.rows.length; y++) {
      const { columnSpan, rowSpan, content } = cellAt(grid, x, y);
      if (columnSpan === 1 || content === undefined) continue;
      const needed = tools.width(content, cellHeight(grid, y, rowSpan));
      if (adjustSpannedCellsWidth) column.minimumBreakWidth = Math.max(column.minimumBreakWidth, needed);
      const width = cellWidth(grid, x, columnSpan);
      const last = grid.columns[x + columnSpan - 1];
      if (width < needed && last?.autoSize === true) setWidth(last, last.width + needed - width);
    }
  }
}

function reportColumnChanges<Content>(grid: Grid<Content>, tools: CellTools<Content>, before: readonly number[]): void {
  const changes = grid.columns.map(({ width }, x) => width - before[x]!);
  if (changes.every((change) => change === 0)) return;
  for (let y = 0; y < grid.rows.length; y++) {
    for (let x = 0; x < grid.columns.length; x++) {
      const { content, columnSpan, rowSpan } = cellAt(grid, x, y);
      if (!grid.rows[y]!.autoSize && rowSpan === 1) continue;
      const change = changes.slice(x, x + columnSpan).reduce((sum, one) => sum + one, 0);
      if (content !== undefined && change !== 0) tools.columnsChanged(content, change);
    }
  }
}

/** Sets rows with AutoSize to the height of their contents at the current widths. */
function sizeRows<Content>(grid: Grid<Content>, tools: CellTools<Content>): void {
  for (const [y, row] of grid.rows.entries()) {
    if (!row.autoSize || grid.columns.length === 0) continue;
    let highest = -1;
    for (let x = 0; x < grid.columns.length; x++) {
      const { columnSpan, rowSpan, content } = cellAt(grid, x, y);
      if (rowSpan === 1)
        highest = Math.max(highest, content === undefined ? 0 : tools.height(content, cellWidth(grid, x, columnSpan)));
    }
    if (highest >= 0) setHeight(row, highest);
  }
  for (let y = 0; y < grid.rows.length; y++) {
    for (let x = 0; x < grid.columns.length; x++) {
      const cell = cellAt(grid, x, y);
      if (cell.rowSpan === 1) continue;
      const height = spannedHeight(grid, cell, y);
      if (cell.content === undefined) continue;
      const needed = tools.height(cell.content, cellWidth(grid, x, cell.columnSpan));
      const last = grid.rows[y + cell.rowSpan - 1];
      if (height < needed && last?.autoSize) setHeight(last, last.height + needed - height);
    }
  }
}

function reportRowHeights<Content>(grid: Grid<Content>, tools: CellTools<Content>): void {
  grid.cells.forEach((cells, y) => {
    cells.forEach(({ content, rowSpan }) => {
      if (content !== undefined) tools.rowsMeasured(content, cellHeight(grid, y, rowSpan));
    });
  });
}

/**
 * Height of the rows that a cell spans, px. As in the reference, a span beyond the last row is shortened while its rows are counted: of three or more
 * missing rows, half remain in the span, and such a cell enlarges no row.
 */
function spannedHeight<Content>({ rows }: Grid<Content>, cell: GridCell<Content>, row: number): number {
  let height = 0;
  for (let i = 0; i < cell.rowSpan; i++) {
    const spanned = rows[row + i];
    if (spanned) height += spanned.height;
    else cell.rowSpan -= 1;
  }
  return height;
}

/** Width in px. */
export function gridWidth<Content>(grid: Grid<Content>): number {
  return grid.columns.reduce((sum, column) => sum + column.width, 0);
}

/** Height of the visible rows, px. */
export function gridHeight<Content>(grid: Grid<Content>): number {
  return grid.rows.reduce((sum, row) => sum + (row.visible ? row.height : 0), 0);
}
