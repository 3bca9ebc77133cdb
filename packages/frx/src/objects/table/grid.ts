/**
 * The grid of a table or matrix while it is built, sized and laid out. `Content` is the engine's data of a calculated cell: its
 * text and style, and the objects inside.
 */

/** Lengths in px. Widths and heights are rounded to two decimals and limited: set them with `setWidth` and `setHeight`. */
export interface GridColumn {
  /** Index of the column in the template from which it was made. */
  readonly template: number;
  width: number;
  readonly minWidth: number;
  readonly maxWidth: number;
  readonly autoSize: boolean;
  pageBreak: boolean;
  /** Number of columns from this one that stay on one page; 0 or 1: none. */
  keepColumns: number;
  visible: boolean;
  /** Width of the widest text that spans columns from this one, where the layout has to reserve space for it. */
  minimumBreakWidth: number;
}

/** Lengths in px, as of `GridColumn`. */
export interface GridRow {
  readonly template: number;
  height: number;
  readonly minHeight: number;
  readonly maxHeight: number;
  readonly autoSize: boolean;
  readonly canBreak: boolean;
  pageBreak: boolean;
  keepRows: number;
  visible: boolean;
}

/** A cell and the columns and rows it spans, 1 without a span. */
export interface GridCell<Content> {
  columnSpan: number;
  rowSpan: number;
  /** Undefined where nothing was calculated: inside a span. */
  content: Content | undefined;
}

/** The table: columns, rows and cells, and the number of header rows and columns at its start. */
export interface Grid<Content> {
  readonly columns: GridColumn[];
  readonly rows: GridRow[];
  /** By row, then column. */
  readonly cells: GridCell<Content>[][];
  fixedRows: number;
  fixedColumns: number;
}

/** Functions of the engine for cells. */
export interface CellTools<Content> {
  /** Width of the text without wrapping, including padding; 0 for an empty one. A vertical text wraps at this height. */
  readonly width: (content: Content, height: number) => number;
  /** Height of the text and the objects inside at this width. */
  readonly height: (content: Content, width: number) => number;
  /** Called when measuring has made the columns of a cell wider by `change` px. */
  readonly columnsChanged: (content: Content, change: number) => void;
  /** Called with the height of the rows of a cell once they are measured, px. */
  readonly rowsMeasured: (content: Content, height: number) => void;
  /** Splits a content into the part that fits this height, and the rest; undefined when nothing fits. Leaves the given content unchanged. */
  readonly split: (
    content: Content,
    width: number,
    height: number,
  ) => { readonly head: Content; readonly rest: Content } | undefined;
  /** Returns true when the cell continues with the rest of its text, rather than repeating the complete text. */
  readonly canBreak: (content: Content) => boolean;
  /** The content of the part of a cell after a page edge that cuts it. */
  readonly beyondCut: (content: Content) => Content;
  /** A copy of the cell with an empty text. */
  readonly emptied: (content: Content) => Content;
  /** As `emptied`, for a text that is then not printed at all. */
  readonly lost: (content: Content) => Content;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** Sets the width of a column, rounded to two decimals and limited. */
export function setWidth(column: GridColumn, width: number): void {
  column.width = Math.max(column.minWidth, Math.min(column.maxWidth, round2(width)));
}

/** Sets the height of a row, rounded and limited; MaxHeight does not apply to rows that may break. */
export function setHeight(row: GridRow, height: number): void {
  const rounded = round2(height);
  row.height = Math.max(row.minHeight, row.canBreak ? rounded : Math.min(row.maxHeight, rounded));
}

/** Creates a grid without columns and rows. */
export function emptyGrid<Content>(): Grid<Content> {
  return { columns: [], rows: [], cells: [], fixedRows: 0, fixedColumns: 0 };
}

/** The cell at a position; creates an empty one if it is missing. */
export function cellAt<Content>(grid: Grid<Content>, column: number, row: number): GridCell<Content> {
  const cells = (grid.cells[row] ??= []);
  return (cells[column] ??= { columnSpan: 1, rowSpan: 1, content: undefined });
}

/** Width of a cell, including the columns it spans. */
export function cellWidth<Content>(grid: Grid<Content>, column: number, span: number): number {
  let width = 0;
  for (let index = column; index < Math.min(column + span, grid.columns.length); index++)
    width += grid.columns[index]!.width;
  return width;
}

/** Height of a cell, including the rows it spans. */
export function cellHeight<Content>(grid: Grid<Content>, row: number, span: number): number {
  let height = 0;
  for (let index = row; index < Math.min(row + span, grid.rows.length); index++) height += grid.rows[index]!.height;
  return height;
}

/** A cell that covers others: the position of its top left corner and its extent. */
export interface Span {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** Lists the cells of a grid that cover others, row by row. */
export function spansOf<Content>(grid: Grid<Content>): readonly Span[] {
  const spans: Span[] = [];
  for (let row = 0; row < grid.rows.length; row++) {
    for (let column = 0; column < grid.columns.length; column++) {
      const cell = grid.cells[row]?.[column];
      if (cell !== undefined && (cell.columnSpan > 1 || cell.rowSpan > 1)) {
        spans.push({ column, row, columns: cell.columnSpan, rows: cell.rowSpan });
      }
    }
  }
  return spans;
}

/** A cell of a part of the grid as printed: indexes and spans relative to the part, lengths in px from the part's top left corner. */
export interface PlacedGridCell<Content> {
  readonly content: Content | undefined;
  readonly column: number;
  readonly row: number;
  readonly columnSpan: number;
  readonly rowSpan: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The cells of some columns and rows that no span covers, row by row. */
export function* placedCells<Content>(
  grid: Grid<Content>,
  columns: readonly number[],
  rows: readonly number[],
): Generator<PlacedGridCell<Content>> {
  const lefts = offsets(columns.map((index) => grid.columns[index]!.width));
  const tops = offsets(rows.map((index) => grid.rows[index]!.height));
  const covered = coveredPlaces(grid, columns, rows);
  for (const [row, gridRow] of rows.entries()) {
    for (const [column, gridColumn] of columns.entries()) {
      if (covered.has(row * columns.length + column)) continue;
      const { columnSpan, rowSpan, content } = cellAt(grid, gridColumn, gridRow);
      const endColumn = Math.min(column + columnSpan, columns.length);
      const endRow = Math.min(row + rowSpan, rows.length);
      yield {
        content,
        column,
        row,
        columnSpan,
        rowSpan,
        left: lefts[column]!,
        top: tops[row]!,
        width: lefts[endColumn]! - lefts[column]!,
        height: tops[endRow]! - tops[row]!,
      };
    }
  }
}

/** Positions covered by spans, numbered row by row. Spans of covered cells cover others too. */
function coveredPlaces<Content>(
  grid: Grid<Content>,
  columns: readonly number[],
  rows: readonly number[],
): ReadonlySet<number> {
  const covered = new Set<number>();
  for (const [row, gridRow] of rows.entries()) {
    for (const [column, gridColumn] of columns.entries()) {
      const { columnSpan, rowSpan } = cellAt(grid, gridColumn, gridRow);
      if (columnSpan <= 1 && rowSpan <= 1) continue;
      for (let y = row; y < Math.min(row + rowSpan, rows.length); y++) {
        for (let x = column; x < Math.min(column + columnSpan, columns.length); x++)
          if (y !== row || x !== column) covered.add(y * columns.length + x);
      }
    }
  }
  return covered;
}

/** Returns the start of each length in a sequence, and the end of the last one. */
function offsets(lengths: readonly number[]): readonly number[] {
  const result = [0];
  for (const length of lengths) result.push(result.at(-1)! + length);
  return result;
}
