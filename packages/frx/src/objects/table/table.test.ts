import { describe, expect, it } from 'vitest';
import { aggregatedCells } from './aggregates.ts';
import { breakGrid, canBreakGrid } from './breakTable.ts';
import { createTableBuilder, type TableBuilder } from './builder.ts';
import { processDuplicates } from './duplicates.ts';
import { cellAt, placedCells, type Grid } from './grid.ts';
import { sizeGrid } from './size.ts';
import { column, gridOf, row, tools } from './testing/testTable.ts';

const texts = (grid: Grid<string>): (string | undefined)[][] =>
  grid.cells.map((line) => line.map(({ content }) => content));
const spans = (grid: Grid<string>): string[][] =>
  grid.cells.map((line) => line.map((cell) => `${String(cell.columnSpan)}x${String(cell.rowSpan)}`));

describe('a table that sizes itself', () => {
  it('makes columns as wide as their widest text and rows as high as their highest', () => {
    const grid = gridOf([
      ['abc', 'x'],
      ['a', 'one\ntwo'],
    ]);
    grid.columns.splice(0, 2, column(0, { autoSize: true }), column(1, { autoSize: true }));
    grid.rows.splice(0, 2, row(0, { autoSize: true }), row(1, { autoSize: true }));
    sizeGrid(grid, tools, false);
    expect(grid.columns.map(({ width }) => width)).toEqual([30, 30]);
    expect(grid.rows.map(({ height }) => height)).toEqual([20, 40]);
  });

  it('changes no other columns and rows, and respects the minimum and maximum sizes', () => {
    const grid = gridOf([['abcdefgh', 'abcdefgh', '']]);
    grid.columns.splice(
      0,
      3,
      column(),
      column(1, { autoSize: true, maxWidth: 60 }),
      column(2, { autoSize: true, minWidth: 15 }),
    );
    sizeGrid(grid, tools, false);
    expect(grid.columns.map(({ width }) => width)).toEqual([50, 60, 15]);
  });

  it('enlarges the last column and row of a span whose text needs more', () => {
    const grid = gridOf([
      ['abcdefghijklmnop 2x2', ''],
      ['', ''],
    ]);
    grid.columns.splice(1, 1, column(1, { autoSize: true }));
    grid.rows.splice(1, 1, row(1, { autoSize: true }));
    grid.cells[0]![0]!.content = 'abcdefghijklmnop\nb\nc';
    sizeGrid(grid, tools, false);
    expect(grid.columns.map(({ width }) => width)).toEqual([50, 110]);
    expect(grid.rows.map(({ height }) => height)).toEqual([20, 40]);
  });
});

describe('a table that a script prints', () => {
  const texts2 = [
    ['A 2x1', ''],
    ['B 1x2', 'C'],
    ['', 'D'],
  ];
  const build = (autoSpans: boolean, print: (table: TableBuilder<string>) => void): Grid<string> => {
    const template = gridOf(texts2);
    const builder = createTableBuilder<string>({
      column: (index) => column(index),
      row: (index) => row(index),
      span: (x, y) => {
        const { columnSpan, rowSpan } = cellAt(template, x, y);
        return { columns: columnSpan, rows: rowSpan };
      },
      calculate: (x, y) => cellAt(template, x, y).content ?? '',
      autoSpans,
    });
    print(builder);
    return builder.grid;
  };

  it('has rows with columns inside when a row comes first', () => {
    const grid = build(false, ({ printRow, printColumn }) => {
      printRow(1);
      printColumn(1);
      printColumn(1);
      printRow(2);
      printColumn(1);
      printColumn(1);
    });
    expect(texts(grid)).toEqual([
      ['C', 'C'],
      ['D', 'D'],
    ]);
    expect(grid.rows.map(({ template }) => template)).toEqual([1, 2]);
    expect(grid.columns.map(({ template }) => template)).toEqual([1, 1]);
  });

  it('has columns with rows inside when a column comes first', () => {
    const grid = build(false, ({ printRow, printColumn }) => {
      for (let times = 0; times < 3; times++) {
        printColumn(1);
        printRow(1);
        printRow(2);
      }
    });
    expect(texts(grid)).toEqual([
      ['C', 'C', 'C'],
      ['D', 'D', 'D'],
    ]);
  });

  it('lets a span grow with the columns it covers', () => {
    const grid = build(true, ({ printRow, printColumn }) => {
      printRow(0);
      printColumn(0);
      printColumn(1);
      printColumn(1);
      printColumn(0);
    });
    expect(texts(grid)).toEqual([['A', undefined, undefined, 'A']]);
    expect(spans(grid)).toEqual([['3x1', '1x1', '1x1', '1x1']]);
  });

  it('ends a span at a column before or after it, and at its first column once its last one was printed', () => {
    const wide = (columns: readonly number[]): string => {
      const template = gridOf([['A', 'B 3x1', '', '', 'C']]);
      const { printRow, printColumn, grid } = createTableBuilder<string>({
        column: (index) => column(index),
        row: (index) => row(index),
        span: (x, y) => ({ columns: cellAt(template, x, y).columnSpan, rows: 1 }),
        calculate: (x, y) => cellAt(template, x, y).content ?? '',
        autoSpans: true,
      });
      printRow(0);
      for (const index of columns) printColumn(index);
      return grid.cells[0]!.map(({ content, columnSpan }) => `${content ?? ''}${String(columnSpan)}`).join(' ');
    };
    expect(wide([1, 2, 3, 3, 4])).toBe('B4 1 1 1 C1');
    expect(wide([1, 2, 0, 1])).toBe('B2 1 A1 B1');
    expect(wide([1, 1, 2, 3, 1, 2])).toBe('B4 1 1 1 B2 1');
  });

  it('lets a span grow with the rows it covers and starts again with its first row', () => {
    const grid = build(true, ({ printRow, printColumn }) => {
      for (const index of [1, 2, 2, 1]) {
        printRow(index);
        printColumn(0);
        printColumn(1);
      }
    });
    expect(texts(grid)).toEqual([
      ['B', 'C'],
      [undefined, 'D'],
      [undefined, 'D'],
      ['B', 'C'],
    ]);
    expect(spans(grid).map(([first]) => first)).toEqual(['1x3', '1x1', '1x1', '1x1']);
  });

  it('starts a new page with the row printed after a page break', () => {
    const grid = build(false, ({ printRow, printColumn, pageBreak }) => {
      printRow(1);
      printColumn(1);
      pageBreak();
      printRow(2);
      printColumn(1);
    });
    expect(grid.rows.map((line) => line.pageBreak)).toEqual([false, true]);
    expect(grid.columns[0]?.pageBreak).toBe(false);
  });

  it('sums the cells printed since its own row was last printed', () => {
    // Template rows: 0 detail, 1 total. The total is printed after two and after one details.
    const grid = gridOf([['1'], ['2'], ['sum'], ['4'], ['sum']]);
    for (const [index, template] of [0, 0, 1, 0, 1].entries()) grid.rows[index] = row(template);
    expect(aggregatedCells(grid, { column: 0, row: 2 }, { column: 0, row: 0 })).toEqual(['2', '1']);
    expect(aggregatedCells(grid, { column: 0, row: 4 }, { column: 0, row: 0 })).toEqual(['4']);
  });

  it('sums only its own row when the cell is in the same row', () => {
    const grid = gridOf([
      ['1', '2', 'sum'],
      ['3', '4', 'sum'],
    ]);
    for (const [index, template] of [0, 0, 1].entries()) grid.columns[index] = column(template);
    for (const index of [0, 1]) grid.rows[index] = row(0);
    expect(aggregatedCells(grid, { column: 2, row: 1 }, { column: 0, row: 0 })).toEqual(['4', '3']);
  });
});

describe('equal adjacent cells', () => {
  const duplicates = (mode: 'Clear' | 'Merge' | 'MergeNonEmpty', lines: string[][]): Grid<string> => {
    const grid = gridOf(lines);
    for (const line of grid.rows.keys()) grid.rows[line] = row(0);
    processDuplicates(grid, { mode: () => mode, text: (text) => text, emptied: () => '' });
    return grid;
  };

  it('are emptied but for the first', () => {
    expect(texts(duplicates('Clear', [['a'], ['a'], ['b'], ['a']]))).toEqual([['a'], [''], ['b'], ['a']]);
  });

  it('become one cell', () => {
    expect(spans(duplicates('Merge', [['a'], ['a'], ['b']]))).toEqual([['1x2'], ['1x1'], ['1x1']]);
  });

  it('keep the mode of each cell: those that are shown change none of the others', () => {
    const grid = gridOf([['a'], ['a'], ['a']]);
    for (const line of grid.rows.keys()) grid.rows[line] = row(0);
    let asked = 0;
    processDuplicates(grid, {
      mode: () => (asked++ === 0 ? 'Show' : 'Merge'),
      text: (text) => text,
      emptied: () => '',
    });
    expect(spans(grid)).toEqual([['1x1'], ['1x2'], ['1x1']]);
  });

  it('stay apart when they are empty and only texts are merged', () => {
    expect(spans(duplicates('MergeNonEmpty', [[''], ['']]))).toEqual([['1x1'], ['1x1']]);
  });
});

describe('a table inside a band', () => {
  it('is cut between rows', () => {
    const grid = gridOf([['a'], ['b'], ['c']]);
    const rest = breakGrid(grid, tools, 45);
    expect([texts(grid), rest && texts(rest)]).toEqual([[['a'], ['b']], [['c']]]);
  });

  it('is not cut when its first row does not fit', () => {
    expect(canBreakGrid(gridOf([['a']]), 15)).toBe(false);
    expect(canBreakGrid(gridOf([['a']]), 20)).toBe(true);
  });

  it('moves all rows to the next page when a breakable first row has an unbreakable cell', () => {
    const grid = gridOf([['a'], ['b']]);
    grid.rows[0] = row(0, { canBreak: true, height: 60 });
    expect(canBreakGrid(grid, 5)).toBe(true);
    const rest = breakGrid(grid, tools, 5);
    expect([texts(grid), texts(rest)]).toEqual([[], [['a'], ['b']]]);
  });

  it('is cut inside a row that may break', () => {
    const grid = gridOf([['a\nb\nc']]);
    grid.rows[0] = row(0, { canBreak: true, height: 60 });
    const rest = breakGrid(grid, tools, 40);
    expect([texts(grid), rest && texts(rest)]).toEqual([[['a\nb']], [['c']]]);
    expect([grid.rows[0]?.height, rest?.rows[0]?.height]).toEqual([40, 20]);
  });

  it('that is cut inside a row has the whole text of a span from above in both parts', () => {
    const grid = gridOf([
      ['x 1x2', 'a'],
      ['covered', 'b\nc'],
    ]);
    grid.cells[0]![0]!.content = 'x\ny\nz';
    grid.rows[1] = row(1, { canBreak: true, height: 40 });
    const rest = breakGrid(grid, tools, 40);
    expect([texts(grid)[0], texts(rest)]).toEqual([['x\ny\nz', 'a'], [['x\ny\nz', 'c']]]);
  });

  it('cuts a span and continues the rest of its text', () => {
    const grid = gridOf([
      ['x 1x3', 'a'],
      ['', 'b'],
      ['', 'c'],
    ]);
    grid.cells[0]![0]!.content = 'x\ny\nz';
    const rest = breakGrid(grid, tools, 40);
    expect([cellAt(grid, 0, 0).content, cellAt(rest, 0, 0).content]).toEqual(['x\ny', 'z']);
    expect([cellAt(grid, 0, 0).rowSpan, cellAt(rest, 0, 0).rowSpan]).toEqual([2, 1]);
  });
});

describe('the cells of a part', () => {
  it('exclude covered cells and clip spans to the part', () => {
    const grid = gridOf([
      ['a 2x1', '', 'b'],
      ['c', 'd', 'e'],
    ]);
    const placed = [...placedCells(grid, [0, 1], [0, 1])];
    expect(placed.map(({ content, left, top, width, height }) => [content, left, top, width, height])).toEqual([
      ['a', 0, 0, 100, 20],
      ['c', 0, 20, 50, 20],
      ['d', 50, 20, 50, 20],
    ]);
  });
});
