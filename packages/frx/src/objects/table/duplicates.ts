import { cellAt, type Grid } from './grid.ts';

/** Treatment of neighbouring cells with the same text (property `CellDuplicates`). */
export type CellDuplicates = 'Show' | 'Clear' | 'Merge' | 'MergeNonEmpty';

/** Functions of the engine on contents: the treatment, the text, and a copy without text. */
export interface DuplicateTools<Content> {
  readonly mode: (content: Content) => CellDuplicates;
  readonly text: (content: Content) => string;
  readonly emptied: (content: Content) => Content;
}

/** Clears or merges neighbouring cells of one template cell with equal texts: first to the right, then down while rows have the same extent. */
export function processDuplicates<Content>(grid: Grid<Content>, tools: DuplicateTools<Content>): void {
  const done = new Set<number>();
  const width = grid.columns.length;
  const key = (column: number, row: number): string | undefined => {
    const content = cellAt(grid, column, row).content;
    if (content === undefined || done.has(row * width + column)) return undefined;
    return `${String(grid.columns[column]?.template)}:${String(grid.rows[row]?.template)}:${tools.text(content)}`;
  };
  const run = (column: number, row: number, wanted: string): number => {
    let length = 0;
    while (column + length < width && key(column + length, row) === wanted) length++;
    return length;
  };
  for (let column = 0; column < width; column++) {
    for (let row = 0; row < grid.rows.length; row++) {
      const cell = cellAt(grid, column, row);
      const wanted = key(column, row);
      if (cell.content === undefined || wanted === undefined) continue;
      const mode = tools.mode(cell.content);
      if (mode === 'Show') continue;
      const columns = run(column, row, wanted);
      let rows = 1;
      while (row + rows < grid.rows.length && run(column, row + rows, wanted) >= Math.max(1, cell.columnSpan)) rows++;
      for (let y = row; y < row + rows; y++) {
        for (let x = column; x < column + columns; x++) {
          done.add(y * width + x);
          const other = cellAt(grid, x, y);
          if (mode === 'Clear' && other !== cell && other.content !== undefined)
            other.content = tools.emptied(other.content);
        }
      }
      if (mode === 'Merge' || (mode === 'MergeNonEmpty' && tools.text(cell.content) !== '')) {
        cell.columnSpan = columns;
        cell.rowSpan = rows;
      }
    }
  }
}
