import { addMatrixValue } from '../../objects/matrix/index.ts';
import {
  boolProperty,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  NetArray,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { numberOfValue } from '../../data/convert.ts';
import type { TableCell, TableLine, TableObject } from '../tableObjects.ts';
import type { Live } from './host.ts';
import { componentClass, textClass } from './objects.ts';
import { resultOf } from './results.ts';

type LiveLine = Live<TableLine>;

const lineNumber = (name: 'minimum' | 'maximum'): HostProperty<LiveLine> =>
  floatProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );

const lineFlag = (name: 'autoSize' | 'linePageBreak'): HostProperty<LiveLine> =>
  boolProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );

/** Columns and rows. */
export const lineClass: HostClass<LiveLine> = hostClass<LiveLine>('TableLine', {
  extends: componentClass,
  baseTypes: ['TableColumn', 'TableRow'],
  properties: {
    MinWidth: lineNumber('minimum'),
    MinHeight: lineNumber('minimum'),
    MaxWidth: lineNumber('maximum'),
    MaxHeight: lineNumber('maximum'),
    AutoSize: lineFlag('autoSize'),
    PageBreak: lineFlag('linePageBreak'),
  },
});

type LiveCell = Live<TableCell>;

/** Members of a table cell, beside those of a text. */
export const cellClass: HostClass<LiveCell> = hostClass<LiveCell>('TableCell', {
  extends: textClass,
  properties: {
    ColSpan: intProperty(
      ({ object }) => object.columnSpan,
      ({ object }, value) => {
        object.columnSpan = value;
      },
    ),
    RowSpan: intProperty(
      ({ object }) => object.rowSpan,
      ({ object }, value) => {
        object.rowSpan = value;
      },
    ),
  },
});

type LiveTable = Live<TableObject>;

interface Lines extends Live<TableObject> {
  readonly lines: readonly TableLine[];
}

const linesClass = hostClass<Lines>('TableLineCollection', {
  properties: { Count: intProperty(({ lines }) => lines.length) },
  getIndex: ({ lines, host }, [index]) => {
    const line = lines[indexOf(index)];
    if (!line) throw new ExpressionError('The table has no such column or row');
    return host.object(line);
  },
  items: ({ lines, host }) => lines.map((line) => host.object(line)),
});

function indexOf(value: Value | undefined): number {
  return numberOfValue(value ?? null) ?? -1;
}

/** Prints lines given by their numbers, or all. */
function printLines(live: LiveTable, args: readonly Value[], count: number, print: (index: number) => void): null {
  const [only] = args;
  const indices =
    only instanceof NetArray
      ? only.items.map(indexOf)
      : args.length > 0
        ? args.map(indexOf)
        : Array.from({ length: count }, (_, i) => i);
  for (const index of indices) {
    if (index < 0 || index >= count)
      throw new ExpressionError(`${live.object.name} has no column or row ${String(index)}`);
    live.host.run.budget.step();
    print(index);
  }
  return null;
}

function builderOf({ object }: LiveTable): NonNullable<TableObject['builder']> {
  if (!object.builder) throw new ExpressionError(`${object.name} can only be printed in its ManualBuild event`);
  return object.builder;
}

/** Members of a table or matrix. */
export const tableClass: HostClass<LiveTable> = hostClass<LiveTable>('TableObject', {
  extends: componentClass,
  baseTypes: ['TableBase', 'BreakableComponent'],
  properties: {
    Columns: { get: ({ object, host }) => new HostObject(linesClass, { object, host, lines: object.columns }) },
    Rows: { get: ({ object, host }) => new HostObject(linesClass, { object, host, lines: object.rows }) },
    ColumnCount: intProperty(({ object }) => object.columns.length),
    RowCount: intProperty(({ object }) => object.rows.length),
    RowIndex: intProperty(
      ({ object }) => object.matrix?.place?.rowIndex ?? object.advMatrix?.place?.rowIndex ?? object.at?.row ?? 0,
    ),
    ColumnIndex: intProperty(
      ({ object }) =>
        object.matrix?.place?.columnIndex ?? object.advMatrix?.place?.columnIndex ?? object.at?.column ?? 0,
    ),
    RowNo: intProperty(({ object }) => object.advMatrix?.place?.item?.no ?? 0),
    ColumnNo: intProperty(({ object }) => object.advMatrix?.place?.item?.no ?? 0),
    ItemCount: intProperty(({ object }) => object.advMatrix?.place?.item?.count ?? 0),
    RowValues: { get: ({ object }) => valuesArray(object.matrix?.place?.rowValues) },
    ColumnValues: { get: ({ object }) => valuesArray(object.matrix?.place?.columnValues) },
    ResultTable: { get: ({ object, host }) => resultOf(host, object) },
    DataSource: { get: ({ object, host }) => (object.matrix?.source ? host.source(object.matrix.source) : null) },
  },
  methods: {
    PrintRow: (live, args) => printLines(live, args, live.object.rows.length, builderOf(live).printRow),
    PrintColumn: (live, args) => printLines(live, args, live.object.columns.length, builderOf(live).printColumn),
    PrintRows: (live, args) => printLines(live, args, live.object.rows.length, builderOf(live).printRow),
    PrintColumns: (live, args) => printLines(live, args, live.object.columns.length, builderOf(live).printColumn),
    PageBreak: (live) => {
      builderOf(live).pageBreak();
      return null;
    },
    AddValue: ({ object }, [columns, rows, cells]) => {
      const data = object.matrix?.data;
      if (!data) throw new ExpressionError(`${object.name} takes values in its ManualBuild event only`);
      addMatrixValue(data, itemsOf(columns), itemsOf(rows), itemsOf(cells));
      return null;
    },
    Value: ({ object }, [index]) => object.matrix?.place?.cellValues[indexOf(index)] ?? null,
  },
  getIndex: ({ object, host }, [column, row]) => {
    const cell = object.cells[indexOf(row)]?.[indexOf(column)];
    if (!cell) throw new ExpressionError(`${object.name} has no such cell`);
    return host.object(cell);
  },
});

const valuesArray = (values: readonly Value[] | undefined): Value =>
  values ? new NetArray('object', [...values]) : null;
const itemsOf = (value: Value | undefined): readonly Value[] => (value instanceof NetArray ? value.items : []);
