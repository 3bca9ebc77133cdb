/** Tables: built line by line, sized by their contents, laid out over pages. */
export { aggregatedCells } from './aggregates.ts';
export { breakGrid } from './breakTable.ts';
export { createTableBuilder, type TableBuilder, type TableSource } from './builder.ts';
export { processDuplicates, type CellDuplicates, type DuplicateTools } from './duplicates.ts';
export { flowTable, flowTablesSideBySide, type TableEnd } from './flow.ts';
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
  type GridCell,
  type GridColumn,
  type GridRow,
  type PlacedGridCell,
} from './grid.ts';
export type { TableFlow, TableFlowOptions, TableLayout, TablePart } from './part.ts';
export { gridHeight, gridWidth, sizeGrid, sizeRows } from './size.ts';
