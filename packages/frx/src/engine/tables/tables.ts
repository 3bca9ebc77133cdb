import {
  breakGrid,
  canBreakGrid,
  cellAt,
  cellHeight,
  cellWidth,
  createTableBuilder,
  emptyGrid,
  gridHeight,
  gridWidth,
  placedCells,
  processDuplicates,
  setHeight,
  setWidth,
  sizeGrid,
  type CellTools,
  type Grid,
  type GridColumn,
  type GridRow,
} from '../../objects/table/index.ts';
import { LimitError } from '../../limits.ts';
import type { PlacedObject } from '../../page.ts';
import { flagOf } from '../../template/properties.ts';
import { breakText, neededHeight, neededWidth } from '../../text/index.ts';
import { type ReportObject } from '../build/components.ts';
import type { CellNames } from './cellNames.ts';
import { type TableCell, TableObject } from './tableObjects.ts';
import { type Band } from '../bands/reportBands.ts';
import { anchors, printOn } from '../fitting/geometry.ts';
import { canPrint } from '../printing.ts';
import type { Run } from '../run.ts';

/** Returns a column of the printed grid from the current state of a column of the template. */
function gridColumn(table: TableObject, index: number): GridColumn {
  const line = table.columns[index] ?? table.columns.at(-1)!;
  return {
    template: index,
    width: line.width,
    minWidth: line.minimum,
    maxWidth: line.maximum,
    autoSize: line.autoSize,
    pageBreak: line.linePageBreak,
    keepColumns: line.keep,
    visible: line.visible,
    minimumBreakWidth: 0,
  };
}

/** As `gridColumn`, for a row. */
function gridRow(table: TableObject, index: number): GridRow {
  const line = table.rows[index] ?? table.rows.at(-1)!;
  return {
    template: index,
    height: line.height,
    minHeight: line.minimum,
    maxHeight: line.maximum,
    autoSize: line.autoSize,
    canBreak: line.canBreak,
    pageBreak: line.linePageBreak,
    keepRows: line.keep,
    visible: line.visible,
  };
}

/** Returns functions that create the columns and rows of a grid, within their limits of size and the limit of cells. */
export function gridLines(
  run: Run,
  table: TableObject,
): { readonly column: (index: number) => GridColumn; readonly row: (index: number) => GridRow } {
  const count = { columns: 0, rows: 0 };
  const check = (): void => {
    run.budget.step();
    if (count.columns * count.rows > run.limits.cells) throw new LimitError('cells', run.limits.cells);
  };
  return {
    column: (index) => {
      count.columns += 1;
      check();
      const column = gridColumn(table, index);
      setWidth(column, column.width);
      return column;
    },
    row: (index) => {
      count.rows += 1;
      check();
      const row = gridRow(table, index);
      setHeight(row, row.height);
      return row;
    },
  };
}

/** Returns true if a table has a cell; otherwise it has nothing to print. */
export const hasCells = (table: TableObject): boolean =>
  table.columns.length > 0 && table.rows.length > 0 && table.cells[0]?.[0] !== undefined;

/** Yields the parts of a table that are saved, filled and restored with it. */
export function* partsOf(table: TableObject): Generator<ReportObject> {
  yield* table.columns;
  yield* table.rows;
  for (const row of table.cells) yield* row;
}

const emptied = (cell: TableCell): TableCell => Object.assign(cell.copy(), { text: '' });

/**
 * Sets the cells of a template to the size of their columns and rows after the limits were applied; of the objects inside only docked ones
 * follow.
 */
export function fitCells(table: TableObject): void {
  for (const [y, cells] of table.cells.entries()) {
    for (const [x, cell] of cells.entries()) {
      if (cell.objects.length === 0) continue;
      cell.setSize(
        table.columns.slice(x, x + cell.columnSpan).reduce((sum, { width }) => sum + width, 0),
        table.rows.slice(y, y + cell.rowSpan).reduce((sum, { height }) => sum + height, 0),
      );
      cell.updateLayout(0, 0);
    }
  }
}

/** Arranges the objects in cells for the current size of columns and rows, before the limits are applied. */
function layOutCells(grid: Grid<TableCell>): void {
  grid.cells.forEach((cells, y) => {
    cells.forEach(({ content, columnSpan, rowSpan }, x) => {
      if (!content || content.objects.length === 0) return;
      content.width = cellWidth(grid, x, columnSpan);
      content.height = cellHeight(grid, y, rowSpan);
    });
  });
}

/** Returns the functions on cells that `objects/table` needs; `names` is given for a flowing table. */
export function cellTools(run: Run, names?: CellNames): CellTools<TableCell> {
  return {
    width: (cell, height) => neededWidth(run.fonts, cell, { width: cell.width, height }),
    height: (cell, width) => {
      const text = neededHeight(run.fonts, cell, { width, height: cell.height });
      if (cell.objects.length === 0) return text;
      cell.followColumns(width);
      const needed = run.calls.cellHeight(run, cell, text);
      cell.updateLayout(0, 0);
      return needed;
    },
    columnsChanged: (cell, change) => cell.updateLayout(change, 0),
    rowsMeasured: (cell, height) => {
      cell.height = height;
    },
    split: (cell, width, height) => {
      const parts = breakText(run.fonts, cell, { width, height });
      if (!parts) return undefined;
      const head = cell.copy();
      const rest = cell.copy();
      head.text = parts.head;
      rest.text = parts.rest;
      if (parts.forceJustify) head.style = { ...head.style, forceJustify: true };
      return { head, rest };
    },
    canBreak: (cell) => cell.canBreak,
    beyondCut: (cell) => names?.rest(cell) ?? cell,
    emptied,
    lost: (cell) => {
      if (cell.text !== '')
        run.warn({
          message: `${cell.name} loses a text at the end of a page: the cell spans rows that are printed on two pages, and no line of the text fits the first of them.`,
          object: cell.name,
          line: cell.source.line,
        });
      return emptied(cell);
    },
  };
}

/** Fires ManualBuild, in which the script builds a table, before the band is filled. */
export function buildByScript(run: Run, table: TableObject): void {
  const covered = coveredCells(table);
  const builder = createTableBuilder<TableCell>({
    ...gridLines(run, table),
    span: (column, row) => {
      const cell = table.cells[row]?.[column];
      return { columns: cell?.columnSpan ?? 1, rows: cell?.rowSpan ?? 1 };
    },
    calculate: (column, row, at) => calculateCell(run, table, { column, row, at, covered }),
    autoSpans: table.options.autoSpans,
  });
  table.builder = builder;
  table.afterCalcBounds = [];
  run.fire(table, 'ManualBuild');
  table.builder = undefined;
  table.grid = builder.grid;
}

/** Fills the cells of a static table, or calculates the sizes of a table that its script has built. */
export function fillTable(run: Run, table: TableObject): void {
  if (table.isBuiltByScript) {
    if (table.grid) finishGrid(run, table, table.grid);
    return;
  }
  const grid = emptyGrid<TableCell>();
  grid.fixedRows = table.options.fixedRows;
  grid.fixedColumns = table.options.fixedColumns;
  grid.columns.push(...table.columns.map((_, i) => gridColumn(table, i)));
  grid.rows.push(...table.rows.map((_, i) => gridRow(table, i)));
  const covered = coveredCells(table);
  for (const [y, row] of table.cells.entries()) {
    for (const [x, cell] of row.entries()) {
      // AutoShrink depends on the current size of columns and rows.
      if (cell.autoShrink !== 'None')
        cell.setSize(
          table.columns.slice(x, x + cell.columnSpan).reduce((sum, { width }) => sum + width, 0),
          table.rows.slice(y, y + cell.rowSpan).reduce((sum, { height }) => sum + height, 0),
        );
      run.calls.fillObject(run, cell);
      if (covered.has(cell)) cell.text = '';
      run.fire(cell, 'AfterData');
      Object.assign(cellAt(grid, x, y), { columnSpan: cell.columnSpan, rowSpan: cell.rowSpan, content: cell });
    }
  }
  table.grid = grid;
  table.flows = false;
}

/** Returns the cells that another cell spans; they have no text, regardless of the template. */
export function coveredCells(table: TableObject): ReadonlySet<TableCell> {
  const covered = new Set<TableCell>();
  for (const [y, row] of table.cells.entries()) {
    for (const [x, { columnSpan, rowSpan }] of row.entries()) {
      if (columnSpan === 1 && rowSpan === 1) continue;
      for (const below of table.cells.slice(y, y + rowSpan))
        for (const cell of below.slice(x, x + columnSpan)) if (cell !== row[x]) covered.add(cell);
    }
  }
  return covered;
}

/** Returns a copy of a filled cell with its visible objects, for a table that is built. */
export function copyOfCell(cell: TableCell): TableCell {
  const copied = cell.copy();
  copied.objects = copied.objects.filter(({ visible }) => visible);
  return copied;
}

/** Returns a copy of a template cell filled with the current data. */
function calculateCell(
  run: Run,
  table: TableObject,
  {
    column,
    row,
    at,
    covered,
  }: { column: number; row: number; at: { column: number; row: number }; covered: ReadonlySet<TableCell> },
): TableCell {
  const cell = table.cells[row]![column]!;
  table.at = at;
  run.calls.prepareObject(run, cell, true);
  run.calls.fillObject(run, cell);
  if (covered.has(cell)) cell.text = '';
  run.fire(cell, 'AfterData');
  const calculated = copyOfCell(cell);
  run.calls.finishObject(run, cell);
  table.at = undefined;
  return calculated;
}

/** Returns the number of header lines; the last line is never a header. */
const headersOf = (fixed: number, lines: readonly unknown[]): number => Math.max(0, Math.min(fixed, lines.length - 1));

/**
 * Completes a built grid. It is printed over several pages below the band, which ends where the table begins; with PrintOnParent it is
 * added to the band as an object of the grid's current size.
 */
export function finishGrid(run: Run, table: TableObject, grid: Grid<TableCell>): void {
  if (!table.matrix && !table.advMatrix) {
    grid.fixedRows = headersOf(table.options.fixedRows, table.rows);
    grid.fixedColumns = headersOf(table.options.fixedColumns, table.columns);
  }
  grid.fixedRows = headersOf(grid.fixedRows, grid.rows);
  grid.fixedColumns = headersOf(grid.fixedColumns, grid.columns);
  sizeGrid(grid, cellTools(run), table.options.adjustSpannedCellsWidth);
  table.grid = grid;
  for (const handle of table.afterCalcBounds) handle();
  table.flows = true;
  if (printsOnParent(table)) addToParent(table, grid);
}

/** Resets properties of the result of a matrix to their defaults, except position, border, fill and headers. */
function becomePlain(result: TableObject): void {
  result.canGrow = true;
  result.canShrink = true;
  result.canBreak = true;
  result.growToBottom = false;
  result.pageBreak = false;
  result.shiftMode = 'Always';
  result.anchor = anchors.top | anchors.left;
  result.setDock('None');
  result.printOn = printOn.all;
  result.visibleExpression = undefined;
  result.link = undefined;
  result.bookmarkName = '';
}

/** Returns true for a table printed in its parent, as a table in a cell always is. */
const printsOnParent = ({ options, parent }: TableObject): boolean =>
  options.printOnParent || parent?.type === 'TableCell';

function addToParent(table: TableObject, grid: Grid<TableCell>): void {
  mergeDuplicates(grid);
  const result = table.copy();
  result.isResult = true;
  result.flows = false;
  result.canGrow = flagOf(table.source, 'CanGrow', true);
  result.canShrink = flagOf(table.source, 'CanShrink', true);
  if (table.matrix) becomePlain(result);
  result.setSize(gridWidth(grid), gridHeight(grid));
  table.parent?.objects.push(result);
}

/** Empties or merges equal cells by `CellDuplicates`. It does not apply to flowing tables side by side. */
export function mergeDuplicates(grid: Grid<TableCell>): void {
  const uses = grid.cells.some((row) =>
    row.some(({ content }) => content !== undefined && content.cellDuplicates !== 'Show'),
  );
  if (!uses) return;
  processDuplicates(grid, {
    mode: (cell) => cell.cellDuplicates,
    text: (cell) => cell.text,
    emptied,
  });
}

/** Sets the columns and rows of a table in a band to the size of their contents, and returns the height. */
export function tableHeight(run: Run, table: TableObject): number {
  if (!table.grid) return table.height;
  sizeGrid(table.grid, cellTools(run), table.options.adjustSpannedCellsWidth);
  table.setSize(gridWidth(table.grid), table.height);
  return gridHeight(table.grid);
}

/** Cuts a static table at its height; the rows below move to `rest`. */
export function breakTable(run: Run, table: TableObject, rest: TableObject | undefined): boolean {
  const { grid } = table;
  if (!grid || !canBreakGrid(grid, table.height)) return false;
  if (rest) rest.grid = breakGrid(grid, cellTools(run), table.height);
  return true;
}

/** Places the columns and rows of a table's grid as children of its placed object. */
export function placeTable(
  run: Run,
  table: TableObject,
  placed: PlacedObject,
  band: Band,
  bandPlaced: PlacedObject,
  part?: { readonly columns: readonly number[]; readonly rows: readonly number[]; readonly names: CellNames },
): void {
  const { grid } = table;
  if (!grid) return;
  if (!part) {
    table.showLines();
    table.wasPlaced = !table.isBuilt;
  }
  const isStatic = !part && !table.isBuilt && !table.isResult;
  if (isStatic && run.draws) layOutCells(grid);
  for (const column of grid.columns) setWidth(column, column.width);
  for (const row of grid.rows) setHeight(row, row.height);
  const columns = part?.columns ?? grid.columns.flatMap((column, i) => (column.visible ? [i] : []));
  const rows = part?.rows ?? grid.rows.flatMap((row, i) => (row.visible ? [i] : []));
  placed.table = {
    columns: columns.map((i) => grid.columns[i]!.width),
    rows: rows.map((i) => grid.rows[i]!.height),
    headerRows: rows.filter((i) => i < grid.fixedRows).length,
    headerColumns: columns.filter((i) => i < grid.fixedColumns).length,
  };
  if (!run.draws) return;
  let used = 0;
  const built = table.isBuilt;
  const shown = built ? grid : withoutHidden(run, grid, columns, band);
  for (const { content: own, column, row, columnSpan, rowSpan, left, top, width, height } of placedCells(
    shown,
    columns,
    rows,
  )) {
    if (part) used = usePlaces(grid, part, used, row * columns.length + column + 1);
    const content = own ?? table.blank;
    if (!content) continue;
    part?.names.name(content);
    if (built) showAlways(content);
    content.left = left;
    content.top = top;
    if (isStatic) content.setSize(width, height);
    else {
      content.width = width;
      content.height = height;
    }
    const cell = run.calls.placeObject(run, content, placed, band, bandPlaced);
    if (!cell) continue;
    cell.cell = { column, row, columnSpan, rowSpan };
    (placed.children ??= []).push(cell);
  }
}

/** Records the cells of a part as used, row by row from one position up to another, and returns the latter. */
function usePlaces(
  grid: Grid<TableCell>,
  {
    columns,
    rows,
    names,
  }: { readonly columns: readonly number[]; readonly rows: readonly number[]; readonly names: CellNames },
  from: number,
  to: number,
): number {
  for (let place = from; place < to; place++)
    names.use(grid.cells[rows[Math.floor(place / columns.length)]!]?.[columns[place % columns.length]!]?.content);
  return to;
}

/** Makes a cell of a built table print regardless of its own settings; of the objects in it only `Visible` applies. */
function showAlways(cell: TableCell): void {
  cell.visible = true;
  cell.printOn = printOn.all;
  cell.visibleExpression = undefined;
  for (const object of cell.objects) object.visibleExpression = undefined;
}

/** Removes hidden cells of a static table: the next cells of the row move up, and blank cells without a name fill its end. */
function withoutHidden(run: Run, grid: Grid<TableCell>, columns: readonly number[], band: Band): Grid<TableCell> {
  const hidden = (cell: TableCell | undefined): boolean => cell !== undefined && !canPrint(run, cell, band);
  const cells = grid.cells.map((row) => {
    const kept = columns.flatMap((column) => (row[column] && !hidden(row[column].content) ? [row[column]] : []));
    if (kept.length === columns.length) return row;
    const moved = row.slice();
    for (const [i, column] of columns.entries())
      moved[column] = kept[i] ?? { columnSpan: 1, rowSpan: 1, content: undefined };
    return moved;
  });
  return { ...grid, cells };
}

/** Returns the built tables of a band that are printed separately from their template. */
const builtTables = (band: Band): TableObject[] =>
  band.objects.filter(
    (object): object is TableObject => object instanceof TableObject && object.flows && object.visible,
  );

/** Returns the tables of a band that are printed over several pages. */
export const flowingTables = (band: Band): TableObject[] => builtTables(band).filter((table) => !printsOnParent(table));

/**
 * Returns the tables that are printed below a band. If one of them is printed over several pages, those with PrintOnParent are printed
 * below the band once more.
 */
export function tablesBelow(band: Band): TableObject[] {
  const tables = builtTables(band);
  return tables.every(printsOnParent) ? [] : tables;
}

/** Returns the template of a table as a static table, with the current texts of its cells. */
export function templateOfTable(table: TableObject): TableObject {
  const shown = table.copy();
  shown.isResult = true;
  shown.flows = false;
  shown.setSize(table.statedWidth, table.height);
  const grid = emptyGrid<TableCell>();
  grid.columns.push(...table.columns.map((_, i) => gridColumn(table, i)));
  grid.rows.push(...table.rows.map((_, i) => gridRow(table, i)));
  for (const [y, row] of table.cells.entries())
    for (const [x, cell] of row.entries()) {
      const content = cell.copy();
      content.text = cell.lastText ?? cell.text;
      Object.assign(cellAt(grid, x, y), { columnSpan: cell.columnSpan, rowSpan: cell.rowSpan, content });
    }
  shown.grid = grid;
  return shown;
}
