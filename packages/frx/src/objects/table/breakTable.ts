import { cellAt, cellHeight, cellWidth, setHeight, spansOf, type CellTools, type Grid } from './grid.ts';

/** Returns true when a table may be broken at a height: its first row fits or may break, even if its cells cannot be split. */
export function canBreakGrid<Content>({ rows: [first] }: Grid<Content>, height: number): boolean {
  return first === undefined || height >= first.height || first.canBreak;
}

/**
 * Breaks a table inside a band at a height: rows that fit remain, a row that may break is split, the others are printed on the next
 * page. Changes `grid` into the upper part, which may have no rows, and returns the lower one.
 */
export function breakGrid<Content>(grid: Grid<Content>, tools: CellTools<Content>, height: number): Grid<Content> {
  let cut = 0;
  let used = 0;
  while (cut < grid.rows.length && used + grid.rows[cut]!.height <= height) used += grid.rows[cut++]!.height;
  if (cut === grid.rows.length) return { ...grid, rows: [], cells: [] };
  const inRow = splitRow(grid, tools, cut, height - used);
  const spans = spansOf(grid);
  const rest: Grid<Content> = {
    ...grid,
    columns: grid.columns.map((column) => ({ ...column })),
    rows: grid.rows.slice(cut).map((row) => ({ ...row })),
    cells: grid.cells.slice(cut).map((cells) => cells.map((cell) => ({ ...cell }))),
  };
  if (inRow !== undefined) {
    const row = grid.rows[cut]!;
    const lower = rest.rows[0]!;
    setHeight(lower, row.height - (height - used));
    setHeight(row, height - used);
    for (const [x, parts] of inRow.entries()) {
      if (parts === undefined) continue;
      cellAt(grid, x, cut).content = parts.head;
      const cell = cellAt(rest, x, 0);
      cell.content = parts.rest;
      if (!lower.autoSize)
        setHeight(lower, Math.max(lower.height, tools.height(parts.rest, cellWidth(rest, x, cell.columnSpan))));
    }
  }
  const kept = cut + (inRow === undefined ? 0 : 1);
  for (const span of spans) {
    const bottom = span.row + span.rows;
    if (span.row >= kept || bottom <= cut) continue;
    const cell = cellAt(grid, span.column, span.row);
    const lower = cellAt(rest, span.column, 0);
    cell.rowSpan = kept - span.row;
    lower.columnSpan = cell.columnSpan;
    lower.rowSpan = bottom - cut;
    if (cell.content === undefined) continue;
    if (inRow !== undefined) {
      // Only the texts of the row itself are split; a cell that begins in an earlier row is printed complete in both parts.
      if (span.row < cut) lower.content = cell.content;
      continue;
    }
    const width = cellWidth(grid, span.column, span.columns);
    const parts = tools.split(cell.content, width, cellHeight(grid, span.row, cell.rowSpan));
    lower.content = parts?.rest ?? cell.content;
    cell.content = parts?.head ?? tools.emptied(cell.content);
  }
  grid.rows.length = kept;
  grid.cells.length = Math.min(grid.cells.length, kept);
  return rest;
}

/** The two parts of every cell of a row, if all of them can be split at this height. */
function splitRow<Content>(
  grid: Grid<Content>,
  tools: CellTools<Content>,
  row: number,
  height: number,
): readonly ({ readonly head: Content; readonly rest: Content } | undefined)[] | undefined {
  if (grid.rows[row]?.canBreak !== true || height <= 0) return undefined;
  const parts = [];
  for (let x = 0; x < grid.columns.length; x++) {
    const { content, columnSpan } = cellAt(grid, x, row);
    const split = content === undefined ? undefined : tools.split(content, cellWidth(grid, x, columnSpan), height);
    if (content !== undefined && split === undefined) return undefined;
    parts.push(split);
  }
  return parts;
}
