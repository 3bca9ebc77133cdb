/** Tables whose rows and columns a script prints one by one. */
import { cellAt, emptyGrid, type Grid, type GridCell, type GridColumn, type GridRow } from './grid.ts';

/** The template of a table, as used by its script. */
export interface TableSource<Content> {
  /** A new copy of a template column or row. */
  readonly column: (index: number) => GridColumn;
  readonly row: (index: number) => GridRow;
  /** Spans of a template cell. */
  readonly span: (column: number, row: number) => { readonly columns: number; readonly rows: number };
  /** Calculates a template cell with the current data; `at` is its position in the result, where aggregates begin. */
  readonly calculate: (column: number, row: number, at: { readonly column: number; readonly row: number }) => Content;
  /** Spans grow automatically when the columns and rows they cover are printed again. */
  readonly autoSpans: boolean;
}

/** Prints the rows and columns of a table in the order in which a script calls for them; `grid` is the result. */
export interface TableBuilder<Content> {
  readonly grid: Grid<Content>;
  readonly printRow: (index: number) => void;
  readonly printColumn: (index: number) => void;
  /** Starts a new page before the next row or column. */
  readonly pageBreak: () => void;
}

/** A span that may still grow. */
interface OpenSpan<Content> {
  readonly cell: GridCell<Content>;
  readonly column: number;
  readonly row: number;
  /** Its first template line and the number of lines in one direction, columns or rows. */
  readonly first: number;
  readonly count: number;
  /** All its template lines were printed: the first one printed again starts a new span. */
  finished: boolean;
}

/** Direction of lines: when rows are printed first, columns are the minor direction. */
type Direction = 'column' | 'row';

/**
 * Creates a builder for one table. The direction that is printed first, rows or columns, is the outer one: lines of the other are printed
 * within it.
 */
export function createTableBuilder<Content>(source: TableSource<Content>): TableBuilder<Content> {
  const grid = emptyGrid<Content>();
  let major: Direction | undefined;
  let last: Direction | undefined;
  let breakNext = false;
  /** Indexes of the current lines in template and result. */
  const template = { column: 0, row: 0 };
  const result = { column: 0, row: 0 };
  let minorSpans: OpenSpan<Content>[] = [];
  let majorSpans: OpenSpan<Content>[] = [];

  const lineOf = (direction: Direction, index: number, at: number): GridColumn | GridRow => {
    if (direction === 'row') return (grid.rows[at] ??= source.row(index));
    return (grid.columns[at] ??= source.column(index));
  };

  const appendLine = (direction: Direction, index: number): GridColumn | GridRow => {
    const lines: (GridColumn | GridRow)[] = direction === 'row' ? grid.rows : grid.columns;
    const line = direction === 'row' ? source.row(index) : source.column(index);
    lines.push(line);
    return line;
  };

  /** Extends a span by the current line; returns false when the line is not part of it. */
  const grows = (span: OpenSpan<Content>, index: number): boolean => {
    if (index === span.first + span.count - 1) span.finished = true;
    return !((span.finished && index === span.first) || index < span.first || index > span.first + span.count - 1);
  };

  const widen = (span: OpenSpan<Content>, direction: Direction): void => {
    if (direction === 'column') span.cell.columnSpan++;
    else span.cell.rowSpan++;
  };

  /** Updates the spans for the current cell; true when a span covers it. */
  const covered = (cell: GridCell<Content>, minor: Direction, majorDirection: Direction): boolean => {
    const spans = source.span(template.column, template.row);
    const minorCount = minor === 'column' ? spans.columns : spans.rows;
    const majorCount = minor === 'column' ? spans.rows : spans.columns;
    const open = (direction: Direction, count: number): OpenSpan<Content> => ({
      cell,
      column: result.column,
      row: result.row,
      first: template[direction],
      count,
      finished: false,
    });
    let isCovered = false;
    const [running] = minorSpans;
    if (running !== undefined) {
      if (grows(running, template[minor])) {
        widen(running, minor);
        isCovered = true;
      } else minorSpans = [];
    }
    if (minorCount > 1 && minorSpans.length === 0) minorSpans.push(open(minor, minorCount));
    if (result[minor] === 0) {
      majorSpans = majorSpans.filter((span) => {
        const stays = grows(span, template[majorDirection]);
        if (stays) widen(span, majorDirection);
        return stays;
      });
    }
    isCovered ||= majorSpans.some(
      (span) =>
        result.column >= span.column &&
        result.column < span.column + span.cell.columnSpan &&
        result.row >= span.row &&
        result.row < span.row + span.cell.rowSpan,
    );
    if (majorCount > 1 && !isCovered) majorSpans.push(open(majorDirection, majorCount));
    return isCovered;
  };

  const printCell = (minor: Direction, majorDirection: Direction): void => {
    const cell = cellAt(grid, result.column, result.row);
    if (source.autoSpans) {
      if (covered(cell, minor, majorDirection)) return;
    } else {
      const { columns, rows } = source.span(template.column, template.row);
      cell.columnSpan = columns;
      cell.rowSpan = rows;
    }
    cell.content = source.calculate(template.column, template.row, { ...result });
  };

  const print = (direction: Direction, index: number): void => {
    major ??= direction;
    template[direction] = index;
    if (direction === major) {
      if (last === undefined) result[direction] = 0;
      else if (last !== direction) result[direction]++;
      // A line without crossing lines is added too, and receives the cells of the next one.
      appendLine(direction, index).pageBreak = breakNext;
      minorSpans = [];
    } else {
      if (last === major) result[direction] = 0;
      else result[direction]++;
      lineOf(direction, index, result[direction]).pageBreak = breakNext;
      printCell(direction, major);
    }
    last = direction;
    breakNext = false;
  };

  return {
    grid,
    printRow: (index) => print('row', index),
    printColumn: (index) => print('column', index),
    pageBreak: () => {
      breakNext = true;
    },
  };
}
