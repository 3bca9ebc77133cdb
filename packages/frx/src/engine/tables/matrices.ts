import type { MatrixTemplate, Calculate } from '../build/contents.ts';
import { copyOfCell, coveredCells, finishGrid, gridLines, hasCells } from './tables.ts';
import { keyOf } from '../../data/compare.ts';
import type { DataSource } from '../../data/dataSource.ts';
import { toText } from '../../expression/formats/toText.ts';
import type { Value } from '../../expression/values/values.ts';
import { cellAt } from '../../objects/table/index.ts';
import {
  addMatrixValue,
  buildMatrix,
  createMatrixData,
  firstBodyCell,
  leastTemplate,
  finishMatrix,
  type HeaderDescriptor,
  type MatrixData,
  type MatrixPlace,
  type TemplatePlace,
} from '../../objects/matrix/index.ts';

import type { TemplateObject } from '../../template/model.ts';
import { enumOf, flagOf, textOf } from '../../template/properties.ts';
import { type TableCell, TableObject } from './tableObjects.ts';
import { DataBand, GroupHeaderBand } from '../bands/reportBands.ts';
import type { Run } from '../run.ts';
import { applyEvenStyle } from '../build/styles.ts';
import { applyHighlight, writeValue } from '../fitting/texts.ts';
import { fillLink } from '../values/links.ts';

/** Reads the settings of a matrix. */
export function readMatrix(run: Run, table: TableObject): MatrixTemplate {
  const node = table.source;
  const part = (type: string): readonly TemplateObject[] =>
    node.children.find((child) => child.type === type)?.children ?? [];
  const header = (child: TemplateObject): HeaderDescriptor & { readonly calculate: Calculate } => ({
    calculate: run.compile(textOf(child, 'Expression', ''), node),
    sort: enumOf(child, 'Sort', ['None', 'Ascending', 'Descending'], 'Ascending'),
    totals: flagOf(child, 'Totals', true),
    totalsFirst: flagOf(child, 'TotalsFirst', false),
    suppressTotals: flagOf(child, 'SuppressTotals', false),
    pageBreak: flagOf(child, 'PageBreak', false),
  });
  const filter = textOf(node, 'Filter');
  const matrix = {
    source: run.dictionary.sourceNamed(textOf(node, 'DataSource')),
    filter: filter.trim() === '' ? undefined : run.compile(filter, node),
    columns: part('MatrixColumns').map(header),
    rows: part('MatrixRows').map(header),
    cells: part('MatrixCells').map((child) => ({
      calculate: run.compile(textOf(child, 'Expression', ''), node),
      aggregate: enumOf(
        child,
        'Function',
        ['Sum', 'None', 'Min', 'Max', 'Avg', 'Count', 'CountDistinct', 'Custom'],
        'Sum',
      ),
      percent: enumOf(child, 'Percent', ['None', 'ColumnTotal', 'RowTotal', 'GrandTotal'], 'None'),
    })),
    cellsSideBySide: flagOf(node, 'CellsSideBySide'),
    keepCellsSideBySide: flagOf(node, 'KeepCellsSideBySide'),
    showTitle: flagOf(node, 'ShowTitle'),
    splitRows: flagOf(node, 'SplitRows'),
    evenColumns: textOf(node, 'MatrixEvenStylePriority') === 'Columns',
    printIfEmpty: flagOf(node, 'PrintIfEmpty'),
    onFooter: false,
    data: undefined,
    place: undefined,
  };
  const fault = isBare(matrix) ? undefined : missingLines(run, table, matrix);
  if (fault !== undefined) run.uncompiled.push({ message: fault, object: table.name, line: node.line, fails: true });
  return { ...matrix, fault };
}

type MatrixSettings = Omit<MatrixTemplate, 'fault'>;

/** A matrix without cells, or with neither columns nor rows, is left out. */
const isBare = ({ columns, rows, cells }: MatrixSettings): boolean =>
  columns.length + rows.length === 0 || cells.length === 0;

/** Returns what is wrong with a template that has too few columns or rows for its headers, cells and totals. */
function missingLines(run: Run, table: TableObject, matrix: MatrixSettings): string | undefined {
  const { columns, rows } = leastTemplate(
    createMatrixData(matrix.columns, matrix.rows, matrix.cells, run.compare),
    matrix,
  );
  return table.columns.length >= columns && table.rows.length >= rows
    ? undefined
    : `The matrix has ${counted(table.columns.length, 'column')} and ${counted(table.rows.length, 'row')}. Its headers, cells and totals need ${counted(columns, 'column')} and ${counted(rows, 'row')}.`;
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Connects matrices on footers with the data band that has the same source. */
export function connectFooterMatrices(run: Run): void {
  for (const table of run.objects.values()) {
    if (!(table instanceof TableObject) || !table.matrix?.source) continue;
    const footer = table.parent;
    const owner = footer?.parent;
    const band =
      footer?.type === 'GroupFooterBand' && owner instanceof GroupHeaderBand
        ? owner.dataBand
        : footer?.type === 'DataFooterBand' && owner instanceof DataBand
          ? owner
          : undefined;
    if (band?.dataSource !== table.matrix.source) continue;
    table.matrix.onFooter = true;
    band.footerMatrices.push(table);
  }
}

/** Adds the row being printed to the matrices on the band's footers; the first row starts them again. */
export function collectForFooters(run: Run, band: DataBand): void {
  for (const table of band.footerMatrices) {
    const matrix = table.matrix!;
    const data = band.isFirstRow || !matrix.data ? startMatrix(run, table, matrix) : matrix.data;
    if (!matrix.filter || matrix.filter() !== false) addRow(matrix, data, matrix.source!.currentRowNo);
  }
}

function startMatrix(run: Run, table: TableObject, matrix: MatrixTemplate): MatrixData {
  const data = createMatrixData(matrix.columns, matrix.rows, matrix.cells, run.compare);
  matrix.data = data;
  table.afterCalcBounds = [];
  if (table.events?.has('ManualBuild')) run.fire(table, 'ManualBuild');
  return data;
}

/** Collects the rows of a matrix and builds its grid. */
export function fillMatrix(run: Run, table: TableObject, matrix: MatrixTemplate): void {
  const leaveOut = (): void => {
    table.grid = undefined;
    table.flows = true;
  };
  const fail = (message: string): void => {
    run.fail({ message, object: table.name, line: table.source.line });
    run.failures += 1;
  };
  if (isBare(matrix)) {
    run.warn({
      message: 'The matrix has no cells, or neither columns nor rows; it is left out.',
      object: table.name,
      line: table.source.line,
    });
    leaveOut();
    return;
  }
  if (matrix.fault !== undefined) {
    fail(matrix.fault);
    leaveOut();
    return;
  }
  const data = (matrix.onFooter ? matrix.data : undefined) ?? startMatrix(run, table, matrix);
  if (matrix.source && !matrix.onFooter) collectRows(run, matrix, matrix.source, data);
  if ((data.isEmpty && !matrix.printIfEmpty) || !hasCells(table)) {
    leaveOut();
    return;
  }
  if (matrix.splitRows && matrix.cells.length > 1 && !matrix.cellsSideBySide) {
    fail(
      'The matrix cannot repeat its row headers (SplitRows) for several cells that are one below the other. Print the cells side by side.',
    );
    leaveOut();
    return;
  }
  // Without data, headers and cells are printed once without a value.
  if (data.isEmpty) addMatrixValue(data, [], [], []);
  const rowNo = matrix.source?.currentRowNo ?? 0;
  const result = finishMatrix(data, {
    keyOf,
    custom: (cell, values) => {
      matrix.place = { columnValues: undefined, rowValues: undefined, columnIndex: 0, rowIndex: 0, cellValues: values };
      return matrix.cells[cell]!.calculate();
    },
    noShare: () => {
      fail('A percentage cannot be calculated because its value and its total are 0.');
      return null;
    },
  });
  run.fire(table, 'AfterTotals');
  const cellOf = ({ column, row }: TemplatePlace): TableCell | undefined => table.cells[row]?.[column];
  const covered = coveredCells(table);
  const printed = (at: TemplatePlace, place: MatrixPlace, prepare: (cell: TableCell) => boolean): TableCell => {
    const cell = cellOf(at) ?? table.cells[0]![0]!;
    matrix.place = place;
    return printCell(
      run,
      cell,
      (printedCell) => {
        if (linksToDetails(printedCell)) printedCell.linkValue = valuesOfPlace(run, printedCell, place);
        return prepare(printedCell);
      },
      covered.has(cell),
    );
  };
  const holdValue = (at: TemplatePlace): void => {
    const cell = cellOf(at);
    if (cell) cell.holdsValue = true;
  };
  const first = firstBodyCell(data, matrix);
  const across = matrix.cellsSideBySide ? matrix.cells.length : 1;
  const down = matrix.cellsSideBySide ? 1 : matrix.cells.length;
  const grid = buildMatrix<TableCell>(data, result, matrix, {
    ...gridLines(run, table),
    span: (at) => ({ columns: cellOf(at)?.columnSpan ?? 1, rows: cellOf(at)?.rowSpan ?? 1 }),
    header: (at, item, place) => {
      if (matrix.source) matrix.source.moveTo(item.rowNo);
      if (!item.isTotal) holdValue(at);
      const cell = printed(at, place, (header) => {
        if (item.even) applyEvenStyle(header);
        if (item.isTotal) return true;
        showValue(run, header, item.value);
        return false;
      });
      if (linksToDetails(cell)) cell.linkValue = cell.text;
      return cell;
    },
    fixed: (at, place) => printed(at, place, () => true),
    body: (at, value, even, place) => {
      if (at.column < first.column + across && at.row < first.row + down) holdValue(at);
      return printed(at, place, (cell) => {
        if (even) applyEvenStyle(cell);
        showValue(run, cell, value);
        return false;
      });
    },
  });
  matrix.place = undefined;
  // Printing headers has moved the source; the band that iterates over it needs it at its row.
  if (matrix.onFooter) {
    matrix.source?.moveTo(rowNo);
    matrix.data = undefined;
  }
  table.grid = grid;
  run.fire(table, 'ModifyResult');
  finishGrid(run, table, grid);
  for (const row of grid.rows.keys()) cellAt(grid, 0, row);
}

/** Returns true for links to details without an expression: their value is the text of a header, or the header values of a body cell. */
const linksToDetails = ({ link }: TableCell): boolean =>
  link !== undefined && !link.calculate && ['DetailReport', 'DetailPage', 'Custom'].includes(link.kind);

/** Returns the header values of a cell, first those of columns, then those of rows. */
function valuesOfPlace(run: Run, cell: TableCell, place: MatrixPlace): string {
  const values = [...(place.columnValues ?? []), ...(place.rowValues ?? [])];
  return values.map((value) => toText(value, run.culture)).join(textOf(cell.source, 'Hyperlink.ValuesSeparator', ';'));
}

function collectRows(run: Run, matrix: MatrixTemplate, source: DataSource, data: MatrixData): void {
  const { filter } = matrix;
  source.init({ filter: filter && (() => filter() !== false) });
  while (source.hasMoreRows) {
    run.budget.step();
    addRow(matrix, data, source.currentRowNo);
    source.next();
  }
}

function addRow(matrix: MatrixTemplate, data: MatrixData, rowNo: number): void {
  const values = (list: readonly { readonly calculate: Calculate }[]): Value[] =>
    list.map(({ calculate }) => calculate());
  addMatrixValue(data, values(matrix.columns), values(matrix.rows), values(matrix.cells), rowNo);
}

/** Sets the formatted value of a cell; null leaves it empty. */
export function showValue(run: Run, cell: TableCell, value: Value): void {
  cell.value = value;
  cell.text = writeValue(run, cell.source, run.textSettings(cell), value, 0);
  cell.lastText = cell.text;
  // A text of one value, which exports keep as a number or a date.
  cell.content = { source: cell.text, parts: [() => value] };
}

/**
 * Returns a copy of a template cell with its value; `prepare` returns true if the cell's own text is to be calculated. A cell that is
 * covered in the template has no text.
 */
export function printCell(
  run: Run,
  cell: TableCell,
  prepare: (cell: TableCell) => boolean,
  isCovered = false,
): TableCell {
  cell.save();
  for (const object of cell.objects) run.calls.prepareObject(run, object, false);
  const calculates = prepare(cell);
  run.fire(cell, 'BeforePrint');
  for (const object of cell.objects) run.fire(object, 'BeforePrint');
  if (calculates) run.calls.fillObject(run, cell);
  else {
    fillLink(run, cell);
    for (const object of cell.objects) run.calls.fillObject(run, object);
    applyHighlight(run, cell);
  }
  if (isCovered) cell.text = '';
  run.fire(cell, 'AfterData');
  const copied = copyOfCell(cell);
  run.calls.finishObject(run, cell);
  return copied;
}
