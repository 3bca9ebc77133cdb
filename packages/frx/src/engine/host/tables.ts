import { addMatrixValue } from '../../objects/matrix/index.ts';
import {
  boolProperty,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  NetArray,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { Single } from '../../expression/values/values.ts';
import { numberOfValue } from '../../data/convert.ts';
import { type TableCell, type TableLine, TableObject } from '../tables/tableObjects.ts';
import type { Live } from './host.ts';
import { enumField } from './enums.ts';
import { componentClass } from './objects.ts';
import { textClass } from './textObjects.ts';
import { resultOf } from './results.ts';
import { insertLine, removeLine, setLineCount, type LineType } from './tableLines.ts';

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

/** Members of columns and rows. */
const lineClass: HostClass<LiveLine> = hostClass<LiveLine>('TableLine', {
  extends: componentClass,
  properties: {
    Index: intProperty(({ object }) => linesBeside(object).indexOf(object)),
    AutoSize: lineFlag('autoSize'),
    PageBreak: lineFlag('linePageBreak'),
  },
});

function linesBeside(line: TableLine): readonly TableLine[] {
  const table = line.parent;
  if (!(table instanceof TableObject)) return [];
  return line.type === 'TableColumn' ? table.columns : table.rows;
}

const keepField = intProperty<LiveLine>(
  ({ object }) => object.keep,
  ({ object }, keep) => {
    object.keep = keep;
  },
);

/** Members of a row. */
export const tableRowClass: HostClass<LiveLine> = hostClass<LiveLine>('TableRow', {
  extends: lineClass,
  properties: { MinHeight: lineNumber('minimum'), MaxHeight: lineNumber('maximum'), KeepRows: keepField },
  getIndex: ({ object, host }, [column]) => {
    const table = object.parent;
    const cell = table instanceof TableObject ? table.cells[table.rows.indexOf(object)]?.[indexOf(column)] : undefined;
    if (!cell) throw new ExpressionError('The row has no such cell');
    return host.object(cell);
  },
});

/** Members of a column. */
export const tableColumnClass: HostClass<LiveLine> = hostClass<LiveLine>('TableColumn', {
  extends: lineClass,
  properties: { MinWidth: lineNumber('minimum'), MaxWidth: lineNumber('maximum'), KeepColumns: keepField },
});

type LiveCell = Live<TableCell>;

/** The size of a cell of a template is that of its columns and rows as they are at the moment. */
function cellSide(member: 'Width' | 'Height'): HostProperty<LiveCell> {
  const side = member === 'Width' ? 'width' : 'height';
  const given = textClass.properties.get(member);
  return {
    set: given?.set,
    get: ({ object }) => {
      const table = object.parent;
      if (!(table instanceof TableObject)) return new Single(object[side]);
      const row = table.cells.findIndex((cells) => cells.includes(object));
      const column = table.cells[row]?.indexOf(object) ?? -1;
      if (column < 0) return new Single(object[side]);
      const lines =
        side === 'width'
          ? table.columns.slice(column, column + object.columnSpan)
          : table.rows.slice(row, row + object.rowSpan);
      return new Single(lines.reduce((sum, line) => sum + line[side], 0));
    },
  };
}

/** Members of a table cell, beside those of a text. */
export const cellClass: HostClass<LiveCell> = hostClass<LiveCell>('TableCell', {
  extends: textClass,
  properties: {
    Width: cellSide('Width'),
    Height: cellSide('Height'),
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
    CellDuplicates: enumField<LiveCell>(
      'CellDuplicates',
      ({ object }) => object.cellDuplicates,
      ({ object }, name) => {
        object.cellDuplicates = name as TableCell['cellDuplicates'];
      },
    ),
  },
});

type LiveTable = Live<TableObject>;

interface Lines extends Live<TableObject> {
  readonly lines: readonly TableLine[];
}

/** The column or row that a script hands over. */
function lineOf(value: Value | undefined, type: LineType): TableLine {
  const line = liveOf(type === 'TableColumn' ? tableColumnClass : tableRowClass, value ?? null)?.object;
  if (!line) throw new ExpressionError(`A ${type} is expected`);
  return line;
}

const linesClass = (name: 'TableRowCollection' | 'TableColumnCollection', type: LineType): HostClass<Lines> =>
  hostClass<Lines>(name, {
    properties: { Count: intProperty(({ lines }) => lines.length) },
    methods: {
      IndexOf: ({ lines, host }, [line]) => lines.findIndex((each) => host.object(each) === line),
      Contains: ({ lines, host }, [line]) => lines.some((each) => host.object(each) === line),
      Add: ({ lines, object, host }, [line]) => {
        insertLine(host, object, lineOf(line, type), lines.length);
        return lines.length - 1;
      },
      Insert: ({ object, host }, [index, line]) => {
        insertLine(host, object, lineOf(line, type), indexOf(index));
        return null;
      },
      Remove: ({ lines, object, host }, [line]) => {
        removeLine(host, object, type, lines.indexOf(lineOf(line, type)));
        return null;
      },
      RemoveAt: ({ object, host }, [index]) => {
        removeLine(host, object, type, indexOf(index));
        return null;
      },
      Clear: ({ object, host }) => {
        setLineCount(host, object, type, 0);
        return null;
      },
    },
    getIndex: ({ lines, host }, [index]) => {
      const line = lines[indexOf(index)];
      if (!line) throw new ExpressionError('The table has no such column or row');
      return host.object(line);
    },
    items: ({ lines, host }) => lines.map((line) => host.object(line)),
  });

/** Members of the rows and columns of a table. */
export const tableRowsClass = linesClass('TableRowCollection', 'TableRow');
/** Members of the columns of a table. */
export const tableColumnsClass = linesClass('TableColumnCollection', 'TableColumn');

function indexOf(value: Value | undefined): number {
  return numberOfValue(value ?? null) ?? -1;
}

/** Prints the lines with the given indices, or all. */
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

const optionFlag = (
  name:
    | 'repeatHeaders'
    | 'repeatRowHeaders'
    | 'repeatColumnHeaders'
    | 'adjustSpannedCellsWidth'
    | 'autoSpans'
    | 'printOnParent',
): HostProperty<LiveTable> =>
  boolProperty(
    ({ object }) => object.options[name],
    ({ object }, value) => {
      object.options = { ...object.options, [name]: value };
    },
  );

const optionCount = (name: 'fixedRows' | 'fixedColumns'): HostProperty<LiveTable> =>
  intProperty(
    ({ object }) => object.options[name],
    ({ object }, value) => {
      object.options = { ...object.options, [name]: value };
    },
  );

/** Members of every table and matrix. */
export const tableBaseClass: HostClass<LiveTable> = hostClass<LiveTable>('TableBase', {
  extends: componentClass,
  properties: {
    Columns: { get: ({ object, host }) => new HostObject(tableColumnsClass, { object, host, lines: object.columns }) },
    Rows: { get: ({ object, host }) => new HostObject(tableRowsClass, { object, host, lines: object.rows }) },
    ColumnCount: intProperty(
      ({ object }) => object.columns.length,
      ({ object, host }, count) => {
        setLineCount(host, object, 'TableColumn', count);
      },
    ),
    RowCount: intProperty(
      ({ object }) => object.rows.length,
      ({ object, host }, count) => {
        setLineCount(host, object, 'TableRow', count);
      },
    ),
    ResultTable: { get: ({ object, host }) => resultOf(host, object) },
    FixedRows: optionCount('fixedRows'),
    FixedColumns: optionCount('fixedColumns'),
    RepeatHeaders: optionFlag('repeatHeaders'),
    RepeatRowHeaders: optionFlag('repeatRowHeaders'),
    RepeatColumnHeaders: optionFlag('repeatColumnHeaders'),
    AdjustSpannedCellsWidth: optionFlag('adjustSpannedCellsWidth'),
    PrintOnParent: optionFlag('printOnParent'),
    WrappedGap: floatProperty(
      ({ object }) => object.options.wrappedGap,
      ({ object }, wrappedGap) => {
        object.options = { ...object.options, wrappedGap };
      },
    ),
    Layout: enumField<LiveTable>(
      'TableLayout',
      ({ object }) => object.options.layout,
      ({ object }, name) => {
        object.options = { ...object.options, layout: name as TableObject['options']['layout'] };
      },
    ),
  },
  getIndex: ({ object, host }, [column, row]) => {
    const cell = object.cells[indexOf(row)]?.[indexOf(column)];
    if (!cell) throw new ExpressionError(`${object.name} has no such cell`);
    return host.object(cell);
  },
});

/** Members of a table. */
export const tableClass: HostClass<LiveTable> = hostClass<LiveTable>('TableObject', {
  extends: tableBaseClass,
  properties: { ManualBuildAutoSpans: optionFlag('autoSpans') },
  methods: {
    PrintRow: (live, args) => printLines(live, args, live.object.rows.length, builderOf(live).printRow),
    PrintColumn: (live, args) => printLines(live, args, live.object.columns.length, builderOf(live).printColumn),
    PrintRows: (live, args) => printLines(live, args, live.object.rows.length, builderOf(live).printRow),
    PrintColumns: (live, args) => printLines(live, args, live.object.columns.length, builderOf(live).printColumn),
    PageBreak: (live) => {
      const { unlimitedHeight, unlimitedWidth } = live.host.run.page;
      if (!unlimitedHeight && !unlimitedWidth) builderOf(live).pageBreak();
      return null;
    },
  },
});

const placeIndex = (name: 'rowIndex' | 'columnIndex', at: 'row' | 'column'): HostProperty<LiveTable> =>
  intProperty(({ object }) => object.matrix?.place?.[name] ?? object.advMatrix?.place?.[name] ?? object.at?.[at] ?? 0);

const indexes = { RowIndex: placeIndex('rowIndex', 'row'), ColumnIndex: placeIndex('columnIndex', 'column') };
const matrixSource: HostProperty<LiveTable> = {
  get: ({ object, host }) => (object.matrix?.source ? host.source(object.matrix.source) : null),
};

/** Members of a matrix. */
export const matrixClass: HostClass<LiveTable> = hostClass<LiveTable>('MatrixObject', {
  extends: tableBaseClass,
  properties: {
    ...indexes,
    RowValues: { get: ({ object }) => valuesArray(object.matrix?.place?.rowValues) },
    ColumnValues: { get: ({ object }) => valuesArray(object.matrix?.place?.columnValues) },
    DataSource: matrixSource,
  },
  methods: {
    AddValue: ({ object }, [columns, rows, cells]) => {
      const data = object.matrix?.data;
      if (!data) throw new ExpressionError(`${object.name} takes values in its ManualBuild event only`);
      addMatrixValue(data, itemsOf(columns), itemsOf(rows), itemsOf(cells));
      return null;
    },
    Value: ({ object }, [index]) => object.matrix?.place?.cellValues[indexOf(index)] ?? null,
  },
});

/** Members of an advanced matrix. */
export const advMatrixClass: HostClass<LiveTable> = hostClass<LiveTable>('AdvMatrixObject', {
  extends: tableBaseClass,
  properties: {
    ...indexes,
    RowNo: intProperty(({ object }) => object.advMatrix?.place?.item?.no ?? 0),
    ColumnNo: intProperty(({ object }) => object.advMatrix?.place?.item?.no ?? 0),
    ItemCount: intProperty(({ object }) => object.advMatrix?.place?.item?.count ?? 0),
    DataSource: matrixSource,
  },
});

const valuesArray = (values: readonly Value[] | undefined): Value =>
  values ? new NetArray('object', [...values]) : null;
const itemsOf = (value: Value | undefined): readonly Value[] => (value instanceof NetArray ? value.items : []);
