/** Matrices: values collected by row and column headers, aggregated, converted to a grid. */
export { buildMatrix, firstBodyCell, leastTemplate, type MatrixPlace, type TemplatePlace } from './build.ts';
export { addMatrixValue, createMatrixData, finishMatrix, type CellDescriptor, type MatrixData } from './data.ts';
export { aggregate, type AggregateFunction } from './aggregate.ts';
export type { HeaderDescriptor } from './headers.ts';
