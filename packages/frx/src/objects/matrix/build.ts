/** Builds the grid of a matrix from its collected data and its template. */
import type { Value } from '../../expression/values/values.ts';
import { cellAt, emptyGrid, type Grid, type GridColumn, type GridRow } from '../table/grid.ts';
import type { MatrixData, MatrixResult } from './data.ts';
import { spanOf, valuesOf, type HeaderItem } from './headers.ts';

/** Properties of a matrix that determine the structure of its grid. */
export interface MatrixOptions {
  readonly cellsSideBySide: boolean;
  readonly keepCellsSideBySide: boolean;
  readonly showTitle: boolean;
  /** Row headers are repeated for every row rather than spanning them. */
  readonly splitRows: boolean;
  /** Even styles alternate by column instead of by row. */
  readonly evenColumns: boolean;
}

/** Position in the matrix while a cell is calculated; scripts and expressions can read it. */
export interface MatrixPlace {
  readonly columnValues: readonly Value[] | undefined;
  readonly rowValues: readonly Value[] | undefined;
  readonly columnIndex: number;
  readonly rowIndex: number;
  /** Values of the cells at this position. */
  readonly cellValues: readonly Value[];
}

/** Position of a cell in the template of a matrix, 0-based. */
export interface TemplatePlace {
  readonly column: number;
  readonly row: number;
}

/** Functions of the engine for every cell: each sets the value of the template cell, calculates it and returns a copy. */
export interface MatrixSource<Content> {
  readonly column: (index: number) => GridColumn;
  readonly row: (index: number) => GridRow;
  /** Spans of a template cell, for corners. */
  readonly span: (template: TemplatePlace) => { readonly columns: number; readonly rows: number };
  /** A header with a value; the text of a total is that of the template. `rowNo` is the data row where the value first occurred. */
  readonly header: (
    template: TemplatePlace,
    item: { readonly value: Value; readonly isTotal: boolean; readonly rowNo: number; readonly even: boolean },
    place: MatrixPlace,
  ) => Content;
  /** Corner, title and the headers of several cells: calculated like other texts. */
  readonly fixed: (template: TemplatePlace, place: MatrixPlace) => Content;
  readonly body: (template: TemplatePlace, value: Value, even: boolean, place: MatrixPlace) => Content;
}

/** Positions of the descriptors' cells in the template. */
interface TemplateMap {
  readonly headerWidth: number;
  readonly headerHeight: number;
  readonly column: (item: HeaderItem) => TemplatePlace;
  readonly row: (item: HeaderItem) => TemplatePlace;
}

/** Returns the position in the template of the first cell inside the headers. */
export function firstBodyCell(data: MatrixData, { cellsSideBySide, showTitle }: MatrixOptions): TemplatePlace {
  const several = data.cells.length > 1;
  return {
    column: Math.max(1, data.rows.descriptors.length) + (several && !cellsSideBySide ? 1 : 0),
    row: Math.max(1, data.columns.descriptors.length) + (several && cellsSideBySide ? 1 : 0) + (showTitle ? 1 : 0),
  };
}

/** Returns how many columns and rows a template has at least: those of its headers, one cell of each kind, and their totals. */
export function leastTemplate(
  data: MatrixData,
  options: MatrixOptions,
): { readonly columns: number; readonly rows: number } {
  const { column, row } = firstBodyCell(data, options);
  const totals = (tree: MatrixData['rows']): number => tree.descriptors.filter((header) => header.totals).length;
  const across = options.cellsSideBySide ? data.cells.length : 1;
  const down = options.cellsSideBySide ? 1 : data.cells.length;
  return {
    columns: column + Math.max(totals(data.columns) * across + 1, across),
    rows: row + Math.max(totals(data.rows) * down + 1, down),
  };
}

function templateMap(data: MatrixData, options: MatrixOptions): TemplateMap {
  const { cellsSideBySide, showTitle } = options;
  const several = data.cells.length > 1;
  const { column: headerWidth, row: headerHeight } = firstBodyCell(data, options);
  const across = several && cellsSideBySide ? data.cells.length : 1;
  const down = several && !cellsSideBySide ? data.cells.length : 1;
  /** Returns the offset of a level's total from the first body line: the outermost is the last. */
  const totalOffsets = (levels: readonly { readonly totals: boolean }[], step: number): readonly number[] => {
    let left = levels.filter(({ totals }) => totals).length;
    return levels.map(({ totals }) => (totals ? left-- * step : 0));
  };
  const columnTotals = totalOffsets(data.columns.descriptors, across);
  const rowTotals = totalOffsets(data.rows.descriptors, down);
  const top = showTitle ? 1 : 0;
  return {
    headerWidth,
    headerHeight,
    column: ({ level, isTotal }) => ({
      column: headerWidth + (isTotal ? (columnTotals[level] ?? 0) : 0),
      row: top + level,
    }),
    row: ({ level, isTotal }) => ({ column: level, row: headerHeight + (isTotal ? (rowTotals[level] ?? 0) : 0) }),
  };
}

const nowhere = { columnIndex: 0, rowIndex: 0, cellValues: [] };

/** Builds the grid with its headers as fixed rows and columns. */
export function buildMatrix<Content>(
  data: MatrixData,
  result: MatrixResult,
  options: MatrixOptions,
  source: MatrixSource<Content>,
): Grid<Content> {
  const map = templateMap(data, options);
  const grid = emptyGrid<Content>();
  grid.fixedColumns = map.headerWidth;
  grid.fixedRows = map.headerHeight;
  const cells = data.cells.length;
  const across = options.cellsSideBySide ? cells : 1;
  const down = options.cellsSideBySide ? 1 : cells;
  for (let index = 0; index < map.headerWidth; index++) grid.columns.push(source.column(index));
  for (let index = 0; index < map.headerHeight; index++) grid.rows.push(source.row(index));
  for (const item of result.columns)
    for (let cell = 0; cell < across; cell++) grid.columns.push(source.column(map.column(item).column + cell));
  for (const item of result.rows)
    for (let cell = 0; cell < down; cell++) grid.rows.push(source.row(map.row(item).row + cell));
  columnHeaders(grid, data, options, source, map);
  rowHeaders(grid, data, options, source, map);
  if (options.showTitle) title(grid, source, map);
  corner(grid, options, source, map);
  body(grid, data, result, options, source, map);
  return grid;
}

function columnHeaders<Content>(
  grid: Grid<Content>,
  data: MatrixData,
  options: MatrixOptions,
  source: MatrixSource<Content>,
  map: TemplateMap,
): void {
  const several = data.cells.length > 1 && options.cellsSideBySide;
  const width = several ? data.cells.length : 1;
  const bottom = map.headerHeight - (several ? 1 : 0);
  const evens = data.columns.descriptors.map(() => 0);
  const print = (parent: HeaderItem, start: number, top: number): void => {
    let left = start;
    for (const item of parent.items) {
      const place: MatrixPlace = { ...nowhere, columnValues: valuesOf(item), rowValues: undefined };
      const cell = cellAt(grid, left, top);
      const span = spanOf(item) * width;
      if (item.isTotal)
        for (let level = item.level + 1; level < evens.length; level++) evens[level] = (evens[level] ?? 0) + 1;
      cell.content = source.header(map.column(item), { ...item, even: (evens[item.level] ?? 0) % 2 !== 0 }, place);
      cell.columnSpan = span;
      if (item.isTotal) cell.rowSpan = bottom - top;
      print(item, left, item.isTotal ? bottom : top + 1);
      if (data.columns.descriptors[item.level]?.pageBreak === true && !item.isTotal && left > map.headerWidth) {
        grid.columns[left]!.pageBreak = true;
      }
      left += span;
      evens[item.level] = (evens[item.level] ?? 0) + 1;
    }
    if (parent.items.length > 0 || !several) return;
    const column = map.column(parent).column;
    for (let cell = 0; cell < data.cells.length; cell++) {
      const place: MatrixPlace = { ...nowhere, columnValues: valuesOf(parent), rowValues: undefined };
      cellAt(grid, left + cell, top).content = source.fixed(
        { column: column + cell, row: map.headerHeight - 1 },
        place,
      );
    }
  };
  print(data.columns.root, map.headerWidth, options.showTitle ? 1 : 0);
}

function rowHeaders<Content>(
  grid: Grid<Content>,
  data: MatrixData,
  options: MatrixOptions,
  source: MatrixSource<Content>,
  map: TemplateMap,
): void {
  const several = data.cells.length > 1 && !options.cellsSideBySide;
  const height = several ? data.cells.length : 1;
  const right = map.headerWidth - (several ? 1 : 0);
  const evens = data.rows.descriptors.map(() => 0);
  const print = (parent: HeaderItem, left: number, start: number): void => {
    let top = start;
    for (const item of parent.items) {
      const place: MatrixPlace = { ...nowhere, columnValues: undefined, rowValues: valuesOf(item) };
      const span = spanOf(item) * height;
      if (item.isTotal)
        for (let level = item.level + 1; level < evens.length; level++) evens[level] = (evens[level] ?? 0) + 1;
      const repeats = options.splitRows ? span : 1;
      for (let line = 0; line < repeats; line++) {
        const cell = cellAt(grid, left, top + line);
        cell.content = source.header(map.row(item), { ...item, even: (evens[item.level] ?? 0) % 2 !== 0 }, place);
        cell.rowSpan = span / repeats;
        if (item.isTotal) cell.columnSpan = right - left;
        evens[item.level] = (evens[item.level] ?? 0) + 1;
      }
      print(item, item.isTotal ? right : left + 1, top);
      if (data.rows.descriptors[item.level]?.pageBreak === true && !item.isTotal && top > map.headerHeight)
        grid.rows[top]!.pageBreak = true;
      top += span;
    }
    if (parent.items.length > 0 || !several) return;
    const row = map.row(parent).row;
    for (let cell = 0; cell < data.cells.length; cell++) {
      const place: MatrixPlace = { ...nowhere, columnValues: undefined, rowValues: valuesOf(parent) };
      cellAt(grid, left, top + cell).content = source.fixed({ column: map.headerWidth - 1, row: row + cell }, place);
    }
  };
  print(data.rows.root, 0, map.headerHeight);
}

const outside: MatrixPlace = { ...nowhere, columnValues: undefined, rowValues: undefined };

function title<Content>(grid: Grid<Content>, source: MatrixSource<Content>, map: TemplateMap): void {
  const cell = cellAt(grid, map.headerWidth, 0);
  cell.content = source.fixed({ column: map.headerWidth, row: 0 }, outside);
  cell.columnSpan = grid.columns.length - map.headerWidth;
  const left = cellAt(grid, 0, 0);
  left.content = source.fixed({ column: 0, row: 0 }, outside);
  left.columnSpan = map.headerWidth;
}

function corner<Content>(
  grid: Grid<Content>,
  options: MatrixOptions,
  source: MatrixSource<Content>,
  map: TemplateMap,
): void {
  const top = options.showTitle ? 1 : 0;
  for (let row = top; row < map.headerHeight; row++) {
    for (let column = 0; column < map.headerWidth; column++) {
      const cell = cellAt(grid, column, row);
      const span = source.span({ column, row });
      cell.content = source.fixed({ column, row }, outside);
      cell.columnSpan = Math.max(1, Math.min(span.columns, map.headerWidth - column));
      cell.rowSpan = Math.max(1, Math.min(span.rows, map.headerHeight - row));
    }
  }
}

function body<Content>(
  grid: Grid<Content>,
  data: MatrixData,
  result: MatrixResult,
  options: MatrixOptions,
  source: MatrixSource<Content>,
  map: TemplateMap,
): void {
  const cells = data.cells.length;
  let top = map.headerHeight;
  for (const [rowIndex, row] of result.rows.entries()) {
    let left = map.headerWidth;
    const rowValues = valuesOf(row);
    const templateRow = map.row(row).row;
    for (const [columnIndex, column] of result.columns.entries()) {
      const cellValues: Value[] = data.cells.map(() => null);
      const place: MatrixPlace = { columnValues: valuesOf(column), rowValues, columnIndex, rowIndex, cellValues };
      const even = ((options.evenColumns ? columnIndex : rowIndex) + 1) % 2 === 0;
      const templateColumn = map.column(column).column;
      for (let cell = 0; cell < cells; cell++) {
        const value = result.value(column, row, cell);
        cellValues[cell] = value;
        const across = options.cellsSideBySide ? cell : 0;
        const down = options.cellsSideBySide ? 0 : cell;
        const template = { column: templateColumn + across, row: templateRow + down };
        cellAt(grid, left + across, top + down).content = source.body(template, value, even, place);
      }
      if (options.cellsSideBySide && options.keepCellsSideBySide) grid.columns[left]!.keepColumns = cells;
      left += options.cellsSideBySide ? cells : 1;
    }
    top += options.cellsSideBySide ? 1 : cells;
  }
}
