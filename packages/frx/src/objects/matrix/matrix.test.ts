import { describe, expect, it } from 'vitest';
import { createCompare } from '../../data/compare.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { Double, type Value } from '../../expression/values/values.ts';
import { cellAt, type Grid } from '../table/grid.ts';
import { column, row } from '../table/testing/testTable.ts';
import { buildMatrix, type MatrixOptions } from './build.ts';
import { addMatrixValue, createMatrixData, finishMatrix, type CellDescriptor, type MatrixTools } from './data.ts';
import type { HeaderDescriptor } from './headers.ts';

const header = (rest: Partial<HeaderDescriptor> = {}): HeaderDescriptor => ({
  sort: 'Ascending',
  totals: true,
  totalsFirst: false,
  suppressTotals: false,
  pageBreak: false,
  ...rest,
});
const cell = (rest: Partial<CellDescriptor> = {}): CellDescriptor => ({ aggregate: 'Sum', percent: 'None', ...rest });
const tools: MatrixTools = {
  keyOf: show,
  custom: (index, values) => `custom ${String(index)} ${values.map(show).join('/')}`,
  noShare: () => 'no share',
};
const plain: MatrixOptions = {
  cellsSideBySide: false,
  keepCellsSideBySide: false,
  showTitle: false,
  splitRows: false,
  evenColumns: false,
};

function show(value: Value): string {
  if (value === null) return '';
  if (value instanceof Double) return String(value.value);
  return value instanceof Decimal ? value.toString() : JSON.stringify(value).replaceAll('"', '');
}

type Row = readonly [columns: readonly Value[], rows: readonly Value[], cells: readonly Value[]];

/** Builds a matrix; a cell says which template cell it was made from and its value. */
function build(
  columns: readonly HeaderDescriptor[],
  rows: readonly HeaderDescriptor[],
  cells: readonly CellDescriptor[],
  values: readonly Row[],
  options: Partial<MatrixOptions> = {},
): Grid<string> {
  const data = createMatrixData(columns, rows, cells, createCompare('en-US'));
  for (const [at, [columnValues, rowValues, cellValues]] of values.entries())
    addMatrixValue(data, columnValues, rowValues, cellValues, at);
  return buildMatrix<string>(
    data,
    finishMatrix(data, tools),
    { ...plain, ...options },
    {
      column: (index) => column(index),
      row: (index) => row(index),
      span: () => ({ columns: 1, rows: 1 }),
      header: (_template, item) => (item.isTotal ? 'Total' : show(item.value)),
      fixed: (template) => `(${String(template.column)},${String(template.row)})`,
      body: (_template, value) => show(value),
    },
  );
}

const lines = (grid: Grid<string>): string[] =>
  grid.rows.map((_, y) => grid.columns.map((_column, x) => cellAt(grid, x, y).content ?? '-').join(' '));

const sales: readonly Row[] = [
  [[2012], ['Bob'], [5]],
  [[2011], ['Ann'], [1]],
  [[2011], ['Bob'], [2]],
  [[2011], ['Ann'], [3]],
];

describe('a matrix', () => {
  it('sorts its headers and sums its cells, with totals at the end', () => {
    expect(lines(build([header()], [header()], [cell()], sales))).toEqual([
      '(0,0) 2011 2012 Total',
      'Ann 4  4',
      'Bob 2 5 7',
      'Total 6 5 11',
    ]);
  });

  it('keeps the order of the data or reverses it', () => {
    const columns = [header({ sort: 'None', totals: false })];
    const rows = [header({ sort: 'Descending', totals: false })];
    expect(lines(build(columns, rows, [cell()], sales))).toEqual(['(0,0) 2012 2011', 'Bob 5 2', 'Ann  4']);
  });

  it('puts totals first on request, and leaves out those of a single item', () => {
    const first = build([header({ totalsFirst: true })], [header({ totals: false })], [cell()], sales);
    expect(lines(first)[0]).toBe('(0,0) Total 2011 2012');
    const single = build(
      [header({ suppressTotals: true })],
      [header({ totals: false })],
      [cell()],
      [[[2011], ['Ann'], [1]]],
    );
    expect(lines(single)).toEqual(['(0,0) 2011', 'Ann 1']);
  });

  it('calculates the other functions from the raw values, for totals too', () => {
    const result = (aggregate: CellDescriptor['aggregate']): string | undefined =>
      lines(build([header()], [header()], [cell({ aggregate })], sales)).at(-1);
    expect(result('Avg')).toBe('Total 2 5 2.75');
    expect(result('Min')).toBe('Total 1 5 1');
    expect(result('Max')).toBe('Total 3 5 5');
    expect(result('Count')).toBe('Total 3 1 4');
    expect(result('CountDistinct')).toBe('Total 3 1 4');
    expect(result('Custom')).toBe('Total custom 0  custom 0  custom 0 ');
  });

  it('adds decimals and doubles as variants do', () => {
    const grid = build(
      [header()],
      [header()],
      [cell()],
      [
        [[1], ['a'], [new Double(0.5)]],
        [[1], ['b'], [1]],
      ],
    );
    expect(lines(grid)).toEqual(['(0,0) 1 Total', 'a 0.5 0.5', 'b 1 1', 'Total 1.5 1.5']);
  });

  it('shows shares of the totals', () => {
    const share = (percent: CellDescriptor['percent']): string | undefined =>
      lines(
        build(
          [header()],
          [header()],
          [cell({ percent })],
          [
            [[1], ['a'], [1]],
            [[2], ['a'], [3]],
            [[1], ['b'], [4]],
          ],
        ),
      )[1];
    expect(share('ColumnTotal')).toBe('a 0.25 0.75 1');
    expect(share('RowTotal')).toBe('a 0.2 1 0.5');
    expect(share('GrandTotal')).toBe('a 0.125 0.375 0.5');
  });

  it('has no share of a total that is 0 where the values are decimals, as 0 divided by 0 is no decimal', () => {
    const share = (value: Value): string | undefined =>
      lines(build([header()], [header()], [cell({ percent: 'GrandTotal' })], [[[1], ['a'], [value]]]))[1];
    expect(share(new Decimal(0, 2))).toBe('a no share no share');
    expect(share(0)).toBe('a NaN NaN');
  });

  it('divides by the last line without totals, and keeps values that have none there', () => {
    const grid = build(
      [header({ totals: false })],
      [header({ totals: false })],
      [cell({ percent: 'ColumnTotal' })],
      [
        [[1], ['a'], [1]],
        [[2], ['a'], [4]],
        [[1], ['b'], [7]],
      ],
    );
    expect(lines(grid).slice(1)).toEqual(['a 0.25 1', 'b 7 ']);
  });

  it('divides by a total that comes first once that is a share itself', () => {
    const grid = build(
      [header({ totalsFirst: true })],
      [header({ totalsFirst: true })],
      [cell({ percent: 'GrandTotal' })],
      [
        [[1], ['a'], [1]],
        [[2], ['a'], [3]],
      ],
    );
    expect(lines(grid).slice(1)).toEqual(['Total 1 1 3', 'a 4 1 3']);
  });

  it('nests levels and spans their headers', () => {
    const grid = build(
      [header({ totals: false })],
      [header(), header()],
      [cell()],
      [
        [['x'], ['A', 1], [1]],
        [['x'], ['A', 2], [2]],
        [['x'], ['B', 1], [4]],
      ],
    );
    expect(lines(grid)).toEqual(['(0,0) (1,0) x', 'A 1 1', '- 2 2', '- Total 3', 'B 1 4', '- Total 4', 'Total - 7']);
    expect(cellAt(grid, 0, 1).rowSpan).toBe(3);
    expect(cellAt(grid, 0, 6).columnSpan).toBe(2);
    expect(grid.rows.map(({ template }) => template)).toEqual([0, 1, 1, 2, 1, 2, 3]);
  });

  it('stacks several cells or puts them side by side', () => {
    const values: readonly Row[] = [[['x'], ['A'], [1, 10]]];
    const stacked = build([header()], [header({ totals: false })], [cell(), cell()], values);
    expect(lines(stacked)).toEqual(['(0,0) (1,0) x Total', 'A (1,1) 1 1', '- (1,2) 10 10']);
    const beside = build([header()], [header({ totals: false })], [cell(), cell()], values, {
      cellsSideBySide: true,
      keepCellsSideBySide: true,
    });
    expect(lines(beside)).toEqual(['(0,0) x - Total -', '(0,1) (1,1) (2,1) (3,1) (4,1)', 'A 1 10 1 10']);
    expect(beside.columns.map(({ keepColumns }) => keepColumns)).toEqual([0, 2, 0, 2, 0]);
  });

  it('has a title over its columns', () => {
    const grid = build([header({ totals: false })], [header({ totals: false })], [cell()], sales, { showTitle: true });
    expect(lines(grid).slice(0, 2)).toEqual(['(0,0) (1,0) -', '(0,1) 2011 2012']);
    expect(cellAt(grid, 1, 0).columnSpan).toBe(2);
    expect([grid.fixedRows, grid.fixedColumns]).toEqual([2, 1]);
  });

  it('works without rows or columns', () => {
    const columnsOnly = sales.map(([columns, , cells]): Row => [columns, [], cells]);
    expect(lines(build([header({ totals: false })], [], [cell()], columnsOnly))).toEqual(['(0,0) 2011 2012', ' 6 5']);
    const rowsOnly = sales.map(([, rows, cells]): Row => [[], rows, cells]);
    expect(lines(build([], [header({ totals: false })], [cell()], rowsOnly))).toEqual(['(0,0) ', 'Ann 4', 'Bob 7']);
  });

  it('repeats row headers for every row when rows are split', () => {
    const grid = build(
      [header({ totals: false })],
      [header({ totals: false }), header({ totals: false })],
      [cell()],
      [
        [['x'], ['A', 1], [1]],
        [['x'], ['A', 2], [2]],
      ],
      { splitRows: true },
    );
    expect(lines(grid)).toEqual(['(0,0) (1,0) x', 'A 1 1', 'A 2 2']);
    expect(cellAt(grid, 0, 1).rowSpan).toBe(1);
  });

  it('starts a new page with a group, but not with the first one', () => {
    const grid = build(
      [header({ totals: false, pageBreak: true })],
      [header({ totals: false, pageBreak: true })],
      [cell()],
      sales,
    );
    expect(grid.columns.map((line) => line.pageBreak)).toEqual([false, false, true]);
    expect(grid.rows.map((line) => line.pageBreak)).toEqual([false, false, true]);
  });

  it('adds an empty cell with its headers for a row of nulls', () => {
    expect(
      lines(build([header({ totals: false })], [header({ totals: false })], [cell()], [[[null], [null], [null]]])),
    ).toEqual(['(0,0) ', ' ']);
  });
});
