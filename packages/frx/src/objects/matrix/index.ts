/** Matrices: values collected by row and column headers, summed up, made into a grid. */
export {
  buildMatrix,
  firstBodyCell,
  type MatrixOptions,
  type MatrixPlace,
  type MatrixSource,
  type TemplatePlace,
} from './build.ts';
export {
  addMatrixValue,
  createMatrixData,
  finishMatrix,
  type CellDescriptor,
  type MatrixData,
  type MatrixResult,
  type MatrixTools,
} from './data.ts';
export { aggregate, type AggregateFunction } from './aggregate.ts';
export type { HeaderDescriptor, HeaderItem, SortOrder } from './headers.ts';
