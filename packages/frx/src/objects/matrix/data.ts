import type { Value } from '../../expression/values/values.ts';
import { NetException } from '../../expression/errors.ts';
import { aggregate, divideVariants, type AggregateFunction } from './aggregate.ts';
import {
  addTotals,
  createHeaderTree,
  findOrCreate,
  terminals,
  type Compare,
  type HeaderDescriptor,
  type HeaderItem,
  type HeaderTree,
} from './headers.ts';

/** The calculation of one cell of a matrix: its function, and the total for percentages. */
export interface CellDescriptor {
  readonly aggregate: AggregateFunction;
  readonly percent: 'None' | 'ColumnTotal' | 'RowTotal' | 'GrandTotal';
}

/** Data collected from the rows. */
export interface MatrixData {
  readonly columns: HeaderTree;
  readonly rows: HeaderTree;
  readonly cells: readonly CellDescriptor[];
  readonly compare: Compare;
  /** Values by cell descriptor, row line, column line: one, or a list of them. */
  readonly values: (Value | Value[])[][][];
  isEmpty: boolean;
}

/** Used for a side without descriptors: one line without a value. */
const noHeader: HeaderDescriptor = {
  sort: 'Ascending',
  totals: false,
  totalsFirst: false,
  suppressTotals: false,
  pageBreak: false,
};

/** Creates the empty data of a matrix. A side without descriptors gets one line without a value. */
export function createMatrixData(
  columns: readonly HeaderDescriptor[],
  rows: readonly HeaderDescriptor[],
  cells: readonly CellDescriptor[],
  compare: Compare,
): MatrixData {
  return {
    columns: createHeaderTree(columns.length === 0 ? [noHeader] : columns),
    rows: createHeaderTree(rows.length === 0 ? [noHeader] : rows),
    cells,
    compare,
    values: cells.map(() => []),
    isEmpty: true,
  };
}

/** Adds a row. Null cells create headers but are not aggregated. */
export function addMatrixValue(
  data: MatrixData,
  columnValues: readonly Value[],
  rowValues: readonly Value[],
  cellValues: readonly Value[],
  rowNo = 0,
): void {
  const column = findOrCreate(data.columns, columnValues, rowNo, data.compare).index;
  const row = findOrCreate(data.rows, rowValues, rowNo, data.compare).index;
  data.isEmpty = false;
  for (const [cell, rows] of data.values.entries()) {
    const value = cellValues[cell] ?? null;
    if (value === null) continue;
    const line = (rows[row] ??= []);
    const old = line[column] ?? null;
    if (old === null) line[column] = value;
    else if (Array.isArray(old)) old.push(value);
    else line[column] = [old, value];
  }
}

/** Contents of the cells, after all rows are read and the totals are added. */
export interface MatrixResult {
  readonly columns: readonly HeaderItem[];
  readonly rows: readonly HeaderItem[];
  readonly value: (column: HeaderItem, row: HeaderItem, cell: number) => Value;
}

/** Dependencies of the aggregates. */
export interface MatrixTools {
  /** Equal texts for equal values. */
  readonly keyOf: (value: Value) => string;
  /** Calculates the expression of a cell with the function Custom; `values` are the other cells of the same place. */
  readonly custom: (cell: number, values: readonly Value[]) => Value;
  /** Reports a share that cannot be calculated because its decimal total is 0 as well, and returns the value printed instead. */
  readonly noShare: () => Value;
}

/** Adds the totals to both header trees and calculates all cells: totals from the raw values, then the others, then percents. */
export function finishMatrix(data: MatrixData, tools: MatrixTools): MatrixResult {
  addTotals(data.columns);
  addTotals(data.rows);
  const columns = terminals(data.columns.root);
  const rows = terminals(data.rows.root);
  const lines = new Map<HeaderItem, readonly HeaderItem[]>();
  /** The lines that an item aggregates: its own, or for a total those of all siblings that are not totals. */
  const linesOf = (item: HeaderItem): readonly HeaderItem[] => {
    if (!item.isTotal) return [item];
    const parent = item.parent ?? item;
    let found = lines.get(parent);
    if (found === undefined) lines.set(parent, (found = terminals(parent).filter(({ isTotal }) => !isTotal)));
    return found;
  };
  const results: Value[][][] = data.cells.map(() => []);
  for (const row of rows) {
    const rowLines = linesOf(row);
    for (const column of columns) {
      const values: Value[] = data.cells.map(() => null);
      for (const [cell, { aggregate: kind }] of data.cells.entries()) {
        if (kind !== 'Custom')
          values[cell] = aggregate(collect(data, cell, rowLines, linesOf(column)), kind, tools.keyOf);
      }
      for (const [cell, { aggregate: kind }] of data.cells.entries()) {
        if (kind === 'Custom' && collect(data, cell, rowLines, linesOf(column)).length > 0)
          values[cell] = tools.custom(cell, values);
      }
      for (const [cell, value] of values.entries()) (results[cell]![row.index] ??= [])[column.index] = value;
    }
  }
  const value = (column: HeaderItem, row: HeaderItem, cell: number): Value =>
    results[cell]?.[row.index]?.[column.index] ?? null;
  if (data.cells.some(({ percent }) => percent !== 'None')) toPercents(data, columns, rows, value, results, tools);
  return { columns, rows, value };
}

function collect(
  data: MatrixData,
  cell: number,
  rows: readonly HeaderItem[],
  columns: readonly HeaderItem[],
): readonly Value[] {
  const found: Value[] = [];
  for (const row of rows) {
    const line = data.values[cell]?.[row.index];
    if (line === undefined) continue;
    for (const column of columns) {
      const value = line[column.index] ?? null;
      if (Array.isArray(value)) found.push(...value);
      else if (value !== null) found.push(value);
    }
  }
  return found;
}

/**
 * Replaces values by their shares of the outermost totals, one after the other: a total that comes first is already 1 when the others are
 * divided by it. ColumnTotal is the total at the end of the row, RowTotal the one below the column, as in the reference. Without
 * totals the last line is used instead; where no cell has a share, all keep their values.
 */
function toPercents(
  data: MatrixData,
  columns: readonly HeaderItem[],
  rows: readonly HeaderItem[],
  value: MatrixResult['value'],
  results: readonly Value[][][],
  tools: MatrixTools,
): void {
  const shareOf = (own: Value, total: Value): Value => {
    try {
      return divideVariants(own, total);
    } catch (error) {
      if (!(error instanceof NetException)) throw error;
      return tools.noShare();
    }
  };
  const totalColumn = data.columns.descriptors[0]?.totalsFirst === true ? columns[0] : columns.at(-1);
  const totalRow = data.rows.descriptors[0]?.totalsFirst === true ? rows[0] : rows.at(-1);
  for (const row of rows) {
    for (const column of columns) {
      const shares = data.cells.map(({ percent }, cell) => {
        const own = value(column, row, cell);
        if (percent === 'None') return own;
        const total = value(
          percent === 'RowTotal' ? column : (totalColumn ?? column),
          percent === 'ColumnTotal' ? row : (totalRow ?? row),
          cell,
        );
        return own === null || total === null ? null : shareOf(own, total);
      });
      if (shares.every((share) => share === null)) continue;
      for (const [cell, share] of shares.entries()) results[cell]![row.index]![column.index] = share;
    }
  }
}
