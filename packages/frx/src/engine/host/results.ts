import {
  boolProperty,
  Delegate,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  type HostClass,
  type NetObject,
  type Value,
} from '../../expression/index.ts';
import { Single } from '../../expression/values/values.ts';
import { numberOfValue } from '../../data/convert.ts';
import { gridHeight, gridWidth, setHeight, setWidth, sizeGrid, type Grid } from '../../objects/table/index.ts';
import type { TableCell, TableObject } from '../tables/tableObjects.ts';
import { CellAppearances } from '../tables/cellNames.ts';
import { cellTools } from '../tables/tables.ts';
import type { Border, Fill, TextStyle } from '../../page.ts';
import type { Host } from './host.ts';

/** Result of a ManualBuild event or a matrix for a table: `Table1.ResultTable`. */
interface Result {
  readonly host: Host;
  readonly table: TableObject;
  readonly grid: Grid<TableCell>;
}

interface Line extends Result {
  readonly index: number;
}

/** Members of a column that was built. */
export const resultColumnClass = hostClass<Line>('TableColumn', {
  properties: {
    Index: intProperty(({ index }) => index),
    Width: floatProperty(
      ({ grid, index }) => grid.columns[index]!.width,
      ({ grid, index }, width) => {
        setWidth(grid.columns[index]!, width);
      },
    ),
    AutoSize: boolProperty(({ grid, index }) => grid.columns[index]!.autoSize),
    Visible: boolProperty(
      ({ grid, index }) => grid.columns[index]!.visible,
      ({ grid, index }, visible) => {
        grid.columns[index]!.visible = visible;
      },
    ),
    PageBreak: boolProperty(
      ({ grid, index }) => grid.columns[index]!.pageBreak,
      ({ grid, index }, pageBreak) => {
        grid.columns[index]!.pageBreak = pageBreak;
      },
    ),
  },
});

/** Members of a row that was built. */
export const resultRowClass = hostClass<Line>('TableRow', {
  properties: {
    Index: intProperty(({ index }) => index),
    Height: floatProperty(
      ({ grid, index }) => grid.rows[index]!.height,
      ({ grid, index }, height) => {
        setHeight(grid.rows[index]!, height);
      },
    ),
    AutoSize: boolProperty(({ grid, index }) => grid.rows[index]!.autoSize),
    Visible: boolProperty(
      ({ grid, index }) => grid.rows[index]!.visible,
      ({ grid, index }, visible) => {
        grid.rows[index]!.visible = visible;
      },
    ),
    PageBreak: boolProperty(
      ({ grid, index }) => grid.rows[index]!.pageBreak,
      ({ grid, index }, pageBreak) => {
        grid.rows[index]!.pageBreak = pageBreak;
      },
    ),
  },
  getIndex: (line, [column]) => cellValue(line, numberOf(column), line.index),
});

function numberOf(value: Value | undefined): number {
  return numberOfValue(value ?? null) ?? -1;
}

function cellValue({ host, grid }: Result, column: number, row: number): Value {
  const content = grid.cells[row]?.[column]?.content;
  if (!content) return null;
  const appearance = sharedAppearances(host, grid).get(content);
  if (!appearance) return host.object(content);
  appearance.last = content;
  return (appearance.value ??= host.standIn(() => appearance.last));
}

/**
 * Appearance shared by cells. In the reference it is the object that a script gets for each of these cells; it represents the cell accessed
 * last.
 */
interface SharedAppearance extends Pick<TableCell, 'border' | 'fill' | 'style'> {
  last: TableCell;
  value: NetObject | undefined;
}

const shared = new WeakMap<Grid<TableCell>, ReadonlyMap<TableCell, SharedAppearance>>();

/**
 * Returns the shared appearances of a result. As in the reference, a change to one cell by a script applies to all cells with the same
 * appearance.
 */
function sharedAppearances({ run }: Host, grid: Grid<TableCell>): ReadonlyMap<TableCell, SharedAppearance> {
  const known = shared.get(grid);
  if (known) return known;
  const byKey = new Map<string, SharedAppearance>();
  const byCell = new Map<TableCell, SharedAppearance>();
  shared.set(grid, byCell);
  const keys = new CellAppearances();
  for (const content of grid.cells.flatMap((cells) => cells.flatMap((cell) => cell?.content ?? []))) {
    run.budget.step();
    const { border, fill, style } = content;
    const key = keys.of(content);
    const appearance = byKey.get(key) ?? { border, fill, style, last: content, value: undefined };
    byKey.set(key, appearance);
    byCell.set(content, appearance);
    Object.defineProperties(content, {
      border: {
        get: () => appearance.border,
        set: (value: Border) => {
          appearance.border = value;
        },
      },
      fill: {
        get: () => appearance.fill,
        set: (value: Fill) => {
          appearance.fill = value;
        },
      },
      style: {
        get: () => appearance.style,
        set: (value: TextStyle) => {
          appearance.style = value;
        },
      },
    });
  }
  return byCell;
}

function linesClass(
  name: string,
  lineClass: HostClass<Line>,
  of: (grid: Grid<TableCell>) => readonly unknown[],
): HostClass<Result> {
  const line = (result: Result, index: number): NetObject => {
    if (of(result.grid)[index] === undefined) throw new ExpressionError('The table has no such column or row');
    return new HostObject(lineClass, { ...result, index });
  };
  return hostClass<Result>(name, {
    properties: { Count: intProperty(({ grid }) => of(grid).length) },
    getIndex: (result, [index]) => line(result, numberOf(index)),
    items: (result) => of(result.grid).map((_, index) => line(result, index)),
  });
}

const columnsClass = linesClass('TableColumnCollection', resultColumnClass, (grid) => grid.columns);
const rowsClass = linesClass('TableRowCollection', resultRowClass, (grid) => grid.rows);

/** Members of a table that was built. */
export const resultClass: HostClass<Result> = hostClass<Result>('TableResult', {
  baseTypes: ['TableBase', 'ReportComponentBase'],
  properties: {
    Columns: { get: (result) => new HostObject(columnsClass, result) },
    Rows: { get: (result) => new HostObject(rowsClass, result) },
    ColumnCount: intProperty(({ grid }) => grid.columns.length),
    RowCount: intProperty(({ grid }) => grid.rows.length),
    Left: floatProperty(
      ({ table }) => table.resultLeft ?? table.left,
      ({ table }, left) => {
        table.resultLeft = left;
      },
    ),
    Width: floatProperty(({ grid }) => gridWidth(grid)),
    Height: floatProperty(({ grid }) => gridHeight(grid)),
    FixedRows: intProperty(
      ({ grid }) => grid.fixedRows,
      ({ grid }, count) => {
        grid.fixedRows = count;
      },
    ),
    FixedColumns: intProperty(
      ({ grid }) => grid.fixedColumns,
      ({ grid }, count) => {
        grid.fixedColumns = count;
      },
    ),
    /** Event fired after the sizes of all columns and rows are known. */
    AfterCalcBounds: {
      get: () => null,
      set: (result, handler) => {
        if (!(handler instanceof Delegate)) throw new ExpressionError('A method is expected as event handler');
        result.table.afterCalcBounds.push(() => {
          call(result, handler);
        });
      },
    },
  },
  methods: {
    CalcWidth: (result) => {
      size(result);
      return new Single(gridWidth(result.grid));
    },
    CalcHeight: (result) => {
      size(result);
      return new Single(gridHeight(result.grid));
    },
  },
  getIndex: (result, [column, row]) => cellValue(result, numberOf(column), numberOf(row)),
});

/** Sets columns and rows with AutoSize to the size of their contents. */
function size({ grid, table, host }: Result): void {
  sizeGrid(grid, cellTools(host.run), table.options.adjustSpannedCellsWidth);
}

/** Calls a handler. An error in it is reported, and the table is printed as it is. */
function call(result: Result, handler: Delegate): void {
  try {
    handler.invoke([new HostObject(resultClass, result), null]);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    result.host.run.warn({ message: `${handler.name}: ${error.message}`, object: result.table.name });
  }
}

/** Returns the result of a table; null before it is built. */
export function resultOf(host: Host, table: TableObject): Value {
  const grid = table.builder?.grid ?? table.grid;
  return grid ? new HostObject(resultClass, { host, table, grid }) : null;
}
