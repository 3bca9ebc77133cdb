import { describe, expect, it } from 'vitest';
import { flowTable } from './flow.ts';
import type { TableFlow, TableFlowOptions } from './part.ts';
import { placedCells, type Grid } from './grid.ts';
import { row, gridOf, tools } from './testing/testTable.ts';

const standard: TableFlowOptions = {
  layout: 'AcrossThenDown',
  repeatHeaders: true,
  repeatRowHeaders: false,
  repeatColumnHeaders: false,
  canBreak: true,
  wrappedGap: 0,
  adjustSpannedCellsWidth: false,
  height: 0,
};

interface Placed {
  readonly page: number;
  readonly y: number;
  readonly left: number;
  readonly texts: string;
}

/** Bottom of the last table, px. */
let ended = 0;

/** Prints on pages of 120 × 70 px and returns the placed parts. */
function print(
  grid: Grid<string>,
  options: Partial<TableFlowOptions> = {},
  flow: Partial<TableFlow> = {},
  left = 0,
): Placed[] {
  const placed: Placed[] = [];
  const engine: TableFlow = {
    curY: 0,
    curPage: 0,
    freeSpace: () => 70 - engine.curY,
    pageWidth: () => 120,
    startNewPage: () => {
      engine.curPage++;
      engine.curY = 0;
    },
    endPage: () => undefined,
    endColumn: () => {
      engine.curPage++;
      engine.curY = 0;
    },
    writeOver: () => undefined,
    mayMoveKept: () => false,
    unlimitedWidth: false,
    unlimitedHeight: false,
    aborted: () => false,
    place: (part) => {
      const cells = [...placedCells(grid, part.columns, part.rows)].map(({ content }) => content ?? '-');
      placed.push({ page: engine.curPage, y: engine.curY, left: part.left, texts: cells.join(' ') });
    },
    ...flow,
  };
  flowTable(grid, tools, { ...standard, ...options }, engine, left);
  ended = engine.curY;
  return placed;
}

const rows = (count: number, columns: number): string[][] =>
  Array.from({ length: count }, (_, y) =>
    Array.from({ length: columns }, (_, x) => `${String(x)}${'abcdefgh'.charAt(y)}`),
  );

describe('a table over several pages', () => {
  it('continues with the rows that do not fit', () => {
    expect(print(gridOf(rows(5, 1))).map(({ page, texts }) => [page, texts])).toEqual([
      [0, '0a 0b 0c'],
      [1, '0d 0e'],
    ]);
  });

  it('repeats its header rows and columns', () => {
    const grid = gridOf(rows(4, 3), { fixedRows: 1, fixedColumns: 1 });
    expect(print(grid).map(({ page, texts }) => [page, texts])).toEqual([
      [0, '0a 1a 0b 1b 0c 1c'],
      [1, '0a 2a 0b 2b 0c 2c'],
      [1, '0a 1a 0d 1d'],
      [2, '0a 2a 0d 2d'],
    ]);
  });

  it('ends below its rows where the part before has ended among the headers', () => {
    const spaces = [25, 100];
    const grid = gridOf(rows(3, 1), { fixedRows: 2 });
    const placed = print(grid, {}, { freeSpace: () => spaces.shift() ?? 100 });
    expect(placed.map(({ page, texts }) => [page, texts])).toEqual([
      [0, '0a 0b'],
      [1, '0a 0b 0c'],
    ]);
    expect(ended).toBe(60);
  });

  it('does not repeat headers when that is switched off', () => {
    const grid = gridOf(rows(4, 1), { fixedRows: 1 });
    expect(print(grid, { repeatHeaders: false }).map(({ texts }) => texts)).toEqual(['0a 0b 0c', '0d']);
  });

  it('prints down before it goes to the right', () => {
    const grid = gridOf(rows(4, 3));
    expect(print(grid, { layout: 'DownThenAcross' }).map(({ texts }) => texts)).toEqual([
      '0a 1a 0b 1b 0c 1c',
      '0d 1d',
      '2a 2b 2c',
      '2d',
    ]);
  });

  it('prints columns that do not fit the width below, with a gap', () => {
    const placed = print(gridOf(rows(1, 3)), { layout: 'Wrapped', wrappedGap: 7 });
    expect(placed.map(({ page, y, texts }) => [page, y, texts])).toEqual([
      [0, 0, '0a 1a'],
      [0, 27, '2a'],
    ]);
  });

  it('starts a new page before a row with PageBreak and keeps rows together', () => {
    const broken = gridOf(rows(3, 1));
    broken.rows[1]!.pageBreak = true;
    expect(print(broken).map(({ texts }) => texts)).toEqual(['0a', '0b 0c']);
    const kept = gridOf(rows(4, 1));
    kept.rows[2] = row(2, { keepRows: 2 });
    expect(print(kept).map(({ texts }) => texts)).toEqual(['0a 0b', '0c 0d']);
  });

  it('repeats the text of a span beside a cut, and continues it below', () => {
    const beside = gridOf([['x 3x1', '', '']]);
    expect(print(beside).map(({ texts }) => texts)).toEqual(['x', 'x']);
    const below = gridOf([['x 1x4'], [''], [''], ['']]);
    below.cells[0]![0]!.content = 'p\nq\nr\ns';
    expect(print(below).map(({ texts }) => texts)).toEqual(['p\nq\nr', 's']);
  });

  it('repeats an unbreakable text completely in the rest of its span', () => {
    const grid = gridOf([['x 1x4'], [''], [''], ['']]);
    grid.cells[0]![0]!.content = 'whole\nq\nr\ns';
    expect(print(grid).map(({ texts }) => texts)).toEqual(['whole\nq\nr', 'whole\nq\nr\ns']);
  });

  it('starts at its left edge on the first page only, and skips a page on which no column fits', () => {
    expect(print(gridOf(rows(1, 2)), {}, {}, 100).map(({ page, left, texts }) => [page, left, texts])).toEqual([
      [0, 100, ''],
      [1, 0, '0a 1a'],
    ]);
  });

  it('ends even when a column is wider than the page', () => {
    const grid = gridOf(rows(1, 2));
    grid.columns[0]!.width = 500;
    expect(print(grid).map(({ texts }) => texts)).toEqual(['0a', '1a']);
  });

  it('moves to the next page as a whole with kept rows above it', () => {
    const placed = print(gridOf(rows(3, 1)), {}, { curY: 30, mayMoveKept: () => true });
    expect(placed.map(({ page, texts }) => [page, texts])).toEqual([[1, '0a 0b 0c']]);
  });

  it('does not cut a table that must not be broken', () => {
    expect(print(gridOf(rows(6, 1)), { canBreak: false, height: 120 }).map(({ texts }) => texts)).toEqual([
      '0a 0b 0c 0d 0e 0f',
    ]);
  });
});
