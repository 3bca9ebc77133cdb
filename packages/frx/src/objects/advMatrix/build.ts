/** Makes the grid of an advanced matrix from its header items and its template. */
import { cellAt, emptyGrid, type Grid, type GridColumn, type GridRow } from '../table/grid.ts';
import type { AdvAxis } from './descriptors.ts';
import { linesOf, type AdvItem } from './items.ts';

interface Place {
  readonly column: number;
  readonly row: number;
}

/** Functions of the engine, called for every cell. */
export interface AdvSource<Content> {
  readonly column: (index: number) => GridColumn;
  readonly row: (index: number) => GridRow;
  /** Called for every step of work. */
  readonly step: () => void;
  readonly span: (template: Place) => { readonly columns: number; readonly rows: number };
  readonly corner: (template: Place) => Content;
  readonly header: (template: Place, item: AdvItem, side: 'column' | 'row') => Content;
  /** `rows` are the data rows of both items. */
  readonly body: (template: Place, column: AdvItem, row: AdvItem, rows: readonly number[], index: Place) => Content;
}

/** The headers of one side of a matrix, with their items. */
export interface AdvSide {
  readonly axis: AdvAxis;
  readonly items: readonly AdvItem[];
}

/** Builds the grid of an advanced matrix from the items of its two sides. */
export function buildAdvMatrix<Content>(columns: AdvSide, rows: AdvSide, source: AdvSource<Content>): Grid<Content> {
  const width = rows.axis.depth;
  const height = columns.axis.depth;
  const grid = emptyGrid<Content>();
  grid.fixedColumns = width;
  grid.fixedRows = height;
  for (let index = 0; index < width; index++) grid.columns.push(source.column(index));
  for (let index = 0; index < height; index++) grid.rows.push(source.row(index));
  const across = linesOf(columns.items);
  const down = linesOf(rows.items);
  for (const item of across) grid.columns.push(source.column(width + columns.axis.placeOf(item.descriptor).line));
  for (const item of down) grid.rows.push(source.row(height + rows.axis.placeOf(item.descriptor).line));
  corner(grid, width, height, source);
  headers(columns, across.length, height, (level, at, levels, span, item) => {
    const { level: row, line } = columns.axis.placeOf(item.descriptor);
    const cell = cellAt(grid, width + at, level);
    cell.content = source.header({ column: width + line, row }, item, 'column');
    cell.columnSpan = span;
    cell.rowSpan = levels;
    if (item.descriptor.pageBreak && item.no > 1) grid.columns[width + at]!.pageBreak = true;
  });
  headers(rows, down.length, width, (level, at, levels, span, item) => {
    const { level: column, line } = rows.axis.placeOf(item.descriptor);
    const cell = cellAt(grid, level, height + at);
    cell.content = source.header({ column, row: height + line }, item, 'row');
    cell.rowSpan = span;
    cell.columnSpan = levels;
    if (item.descriptor.pageBreak && item.no > 1) grid.rows[height + at]!.pageBreak = true;
  });
  body(grid, columns, rows, { across, down }, source);
  return grid;
}

function corner<Content>(grid: Grid<Content>, width: number, height: number, source: AdvSource<Content>): void {
  const covered = new Set<string>();
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const cell = cellAt(grid, column, row);
      if (covered.has(`${String(column)},${String(row)}`)) continue;
      const span = source.span({ column, row });
      cell.content = source.corner({ column, row });
      cell.columnSpan = Math.max(1, Math.min(span.columns, width - column));
      cell.rowSpan = Math.max(1, Math.min(span.rows, height - row));
      cover(covered, column, row, cell.columnSpan, cell.rowSpan);
    }
  }
}

function cover(covered: Set<string>, column: number, row: number, columns: number, rows: number): void {
  if (columns === 1 && rows === 1) return;
  for (let x = 0; x < columns; x++)
    for (let y = 0; y < rows; y++) covered.add(`${String(column + x)},${String(row + y)}`);
}

/** Visits the header cells of one side: level and line where they begin, levels and lines they span. */
function headers(
  { axis, items }: AdvSide,
  lines: number,
  depth: number,
  print: (level: number, at: number, levels: number, span: number, item: AdvItem) => void,
): void {
  let coveredTo = 0;
  const walk = (list: readonly AdvItem[], start: number): void => {
    let at = start;
    for (const item of list) {
      const { level } = axis.placeOf(item.descriptor);
      const { stepped, span } = item.descriptor;
      const size = linesOf([item]).length;
      const alone = stepped || item.inner.length === 0;
      if (alone && at >= coveredTo) {
        const own = Math.max(1, Math.min(item.inner.length === 0 ? span : 1, lines - at));
        if (own > 1) coveredTo = at + own;
        print(level, at, depth - level, own, item);
      } else if (!alone) print(level, at, 1, size, item);
      walk(item.inner, stepped ? at + 1 : at);
      at += size;
    }
  };
  walk(items, 0);
}

function body<Content>(
  grid: Grid<Content>,
  columns: AdvSide,
  rows: AdvSide,
  { across, down }: { readonly across: readonly AdvItem[]; readonly down: readonly AdvItem[] },
  source: AdvSource<Content>,
): void {
  const { fixedColumns: width, fixedRows: height } = grid;
  /** For each data row, the columns it counts in. */
  const counts = new Map<number, number[]>();
  for (const [x, item] of across.entries())
    for (const row of item.rows) {
      source.step();
      const list = counts.get(row);
      if (list) list.push(x);
      else counts.set(row, [x]);
    }
  const covered = new Set<string>();
  for (const [y, row] of down.entries()) {
    const own = across.map((): number[] => []);
    for (const number of row.rows)
      for (const x of counts.get(number) ?? []) {
        source.step();
        own[x]!.push(number);
      }
    for (const [x, column] of across.entries()) {
      const cell = cellAt(grid, width + x, height + y);
      if (covered.has(`${String(x)},${String(y)}`)) continue;
      const template = {
        column: width + columns.axis.placeOf(column.descriptor).line,
        row: height + rows.axis.placeOf(row.descriptor).line,
      };
      const span = source.span(template);
      cell.content = source.body(template, column, row, own[x]!, { column: x, row: y });
      cell.columnSpan = Math.max(1, Math.min(span.columns, across.length - x));
      cell.rowSpan = Math.max(1, Math.min(span.rows, down.length - y));
      cover(covered, x, y, cell.columnSpan, cell.rowSpan);
    }
  }
}
