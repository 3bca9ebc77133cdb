/** Tables: built line by line, sized by their contents, distributed over pages. */
export { aggregatedCells } from './aggregates.ts';
export { aggregateCells, type CellAggregate } from './cellAggregates.ts';
export { breakGrid, canBreakGrid } from './breakTable.ts';
export { createTableBuilder, type TableBuilder } from './builder.ts';
export { processDuplicates, type CellDuplicates } from './duplicates.ts';
export { flowTable, flowTablesSideBySide } from './flow.ts';
export {
  cellAt,
  cellHeight,
  cellWidth,
  emptyGrid,
  placedCells,
  setHeight,
  setWidth,
  type CellTools,
  type Grid,
  type GridColumn,
  type GridRow,
} from './grid.ts';
export type { TableFlow, TableLayout } from './part.ts';
export { gridHeight, gridWidth, sizeGrid } from './size.ts';
