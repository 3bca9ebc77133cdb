import type { Grid } from './grid.ts';

/**
 * The printed cells that an aggregate such as `Sum(Cell8)` includes, nearest first: from the current cell up and to the left, until the
 * same template row or column occurs again. In the aggregate's own row or column only that line is included.
 */
export function aggregatedCells<Content>(
  grid: Grid<Content>,
  at: { readonly column: number; readonly row: number },
  cell: { readonly column: number; readonly row: number },
): readonly Content[] {
  const ownColumn = grid.columns[at.column]?.template;
  const ownRow = grid.rows[at.row]?.template;
  const found: Content[] = [];
  for (let row = at.row; row >= 0; row--) {
    const templateRow = grid.rows[row]?.template;
    if (row !== at.row && templateRow === ownRow) break;
    for (let column = at.column; column >= 0; column--) {
      const templateColumn = grid.columns[column]?.template;
      if (column !== at.column && templateColumn === ownColumn) break;
      const content = grid.cells[row]?.[column]?.content;
      if (content !== undefined && templateRow === cell.row && templateColumn === cell.column) found.push(content);
      if (ownColumn === cell.column) break;
    }
    if (ownRow === cell.row) break;
  }
  return found;
}
