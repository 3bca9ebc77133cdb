import type { AdvCalculations, AdvMatrixTemplate, Calculate, CellFunctions } from '../build/contents.ts';
import { printCell, showValue } from './matrices.ts';
import { finishGrid, gridLines, hasCells } from './tables.ts';
import { keyOf } from '../../data/compare.ts';
import type { DataSource } from '../../data/dataSource.ts';
import { parseBrackets, parseTextTemplate } from '../../expression/textTemplate.ts';
import { asNumber, numericKind } from '../../expression/values/promotion.ts';
import { toText } from '../../expression/formats/toText.ts';
import { Double, NetArray, type Value } from '../../expression/values/values.ts';
import type { Argument, BoundFunction } from '../../expression/scope.ts';
import {
  axisOf,
  buildAdvMatrix,
  itemsOf,
  valuesBeside,
  type AdvAxis,
  type AdvDescriptor,
  type AdvItem,
} from '../../objects/advMatrix/index.ts';
import { aggregate, type AggregateFunction } from '../../objects/matrix/index.ts';
import type { TemplateObject } from '../../template/model.ts';
import { enumOf, flagOf, numberOf, textOf } from '../../template/properties.ts';
import { DrawnObject } from '../build/components.ts';
import { type TableCell, type TableObject } from './tableObjects.ts';
import type { Run } from '../run.ts';
import { isVisualBasic } from '../values/scope.ts';
import { applyEvenStyle } from '../build/styles.ts';
import { writeValue } from '../fitting/texts.ts';

/** Reads an advanced matrix. The texts of its cells are expressions over the data rows of the cell. */
export function readAdvMatrix(run: Run, table: TableObject): AdvMatrixTemplate {
  const node = table.source;
  const before = run.cellFunctions;
  const current: { matrix: AdvMatrixTemplate | undefined } = { matrix: undefined };
  const functions = cellFunctions(run, () => current.matrix);
  const cells = new Map<TemplateObject, readonly (string | Calculate)[]>();
  run.cellFunctions = functions;
  const compiled = (text: string): Calculate | undefined => (text.trim() === '' ? undefined : run.compile(text, node));
  const calculations = new Map<AdvDescriptor, AdvCalculations>();
  const parts = (text: string, brackets: string): readonly (string | Calculate)[] =>
    parseTextTemplate(text, parseBrackets(brackets, isVisualBasic(run.template))).map((part) =>
      part.kind === 'literal' ? part.text : run.compile(part.source, node),
    );
  const descriptor = (child: TemplateObject): AdvDescriptor => {
    const total = textOf(child, 'SortByTotal', '');
    const count = numberOf(child, 'TopN.Count', 0);
    const read: AdvDescriptor = {
      name: textOf(child, 'Name', ''),
      groups: textOf(child, 'Expression', '').trim() !== '',
      sort: enumOf(child, 'Sort', ['Ascending', 'Descending', 'None'], 'Ascending'),
      sortsByTotal: total.trim() !== '',
      stepped: flagOf(child, 'Stepped', false),
      visible: flagOf(child, 'Visible', true),
      pageBreak: flagOf(child, 'PageBreak', false),
      span: Math.max(1, numberOf(child, 'RowSpan', 1), numberOf(child, 'ColSpan', 1)),
      topN:
        count > 0
          ? {
              count,
              total: textOf(child, 'TopN.Total.Name', ''),
              others: textOf(child, 'TopN.Others.Name', ''),
              othersTotal: textOf(child, 'TopN.OthersTotal.Name', ''),
            }
          : undefined,
      inner: child.children.filter(({ type }) => type === 'Descriptor').map(descriptor),
    };
    calculations.set(read, {
      value: compiled(textOf(child, 'Expression', '')),
      total: compiled(total),
      display: parts(textOf(child, 'DisplayText', ''), ''),
    });
    return read;
  };
  const axis = (type: string): AdvAxis =>
    axisOf(
      (node.children.find((child) => child.type === type)?.children ?? [])
        .filter((child) => child.type === 'Descriptor')
        .map(descriptor),
    );
  const filter = textOf(node, 'Filter', '');
  current.matrix = {
    source: run.dictionary.sourceNamed(textOf(node, 'DataSource', '')),
    filter: compiled(filter),
    columns: axis('Columns'),
    rows: axis('Rows'),
    calculations,
    partsOf: (cell, text) => {
      let found = cells.get(cell);
      if (!found) {
        const outside = run.cellFunctions;
        run.cellFunctions = functions;
        cells.set(cell, (found = parts(text, textOf(cell, 'Brackets'))));
        run.cellFunctions = outside;
      }
      return found;
    },
    printIfEmpty: flagOf(node, 'PrintIfEmpty', true),
    place: undefined,
    values: new Map(),
  };
  run.cellFunctions = before;
  return current.matrix;
}

const AGGREGATES: ReadonlySet<string> = new Set<AggregateFunction>([
  'Sum',
  'Min',
  'Max',
  'Avg',
  'Count',
  'CountDistinct',
]);
const CALLS_AGGREGATE = /\b(?:Sum|Min|Max|Avg|Count|CountDistinct|First|Last|ValuesList)\s*\(/;

/** Returns the functions in the expression of a cell: aggregates over its data rows, and access to other columns and rows. */
function cellFunctions(run: Run, matrixOf: () => AdvMatrixTemplate | undefined): CellFunctions {
  const values = (argument: Argument | undefined): Value[] => {
    const matrix = matrixOf();
    const { source } = matrix ?? {};
    if (!matrix?.place || !source || !argument) return [];
    let known = matrix.values.get(argument);
    if (!known) matrix.values.set(argument, (known = new Map()));
    const found: Value[] = [];
    for (const row of matrix.place.rows) {
      run.budget.step();
      let value = known.get(row);
      if (value === undefined) {
        source.moveTo(row);
        known.set(row, (value = argument.evaluate()));
      }
      if (value !== null) found.push(value);
    }
    return found;
  };
  /** Argument of the last such function that had one; a later function without argument uses it. */
  const last: { argument: Argument | undefined } = { argument: undefined };
  const at = (rows: readonly number[], argument: Argument | undefined): Value => {
    const matrix = matrixOf();
    const place = matrix?.place;
    if (!matrix || !place || !argument) return null;
    matrix.place = { ...place, rows };
    const value = argument.evaluate();
    matrix.place = place;
    return value;
  };
  const neighbour = (name: string, args: readonly Argument[]): BoundFunction | undefined => {
    const [, where, side] = /^(First|Last|Next|Previous|Specific)(Column|Row)$/.exec(name) ?? [];
    if (!where || !side) return undefined;
    const wanted = where === 'Specific' ? args[0] : undefined;
    const given = args[where === 'Specific' ? 1 : 0];
    if (given) last.argument = given;
    const remembered = last;
    return {
      type: 'object',
      variant: true,
      evaluate: () => {
        const matrix = matrixOf();
        const place = matrix?.place;
        const own = side === 'Column' ? place?.column : place?.row;
        if (!matrix || !place || !own) return null;
        const beside = valuesBeside(own, side === 'Column' ? place.columnItems : place.rowItems);
        const index = indexOfNeighbour(where, beside.indexOf(own), beside.length);
        const other = wanted ? beside.find(({ value }) => run.compare(value, wanted.evaluate()) === 0) : beside[index];
        const across = new Set((side === 'Column' ? place.row : place.column)?.rows);
        const rows = (other?.rows ?? []).filter((row) => across.has(row));
        return at(rows, given ?? remembered.argument) ?? 0;
      },
    };
  };
  const share = (name: string, argument: Argument | undefined): BoundFunction | undefined => {
    const [, of] = /^PercentOf(Column|Row|Grand)Total$/.exec(name) ?? [];
    if (!of) return undefined;
    return {
      type: 'double',
      evaluate: () => {
        const place = matrixOf()?.place;
        if (!place || !argument) return null;
        const all = of === 'Column' ? place.column?.rows : of === 'Row' ? place.row?.rows : place.all;
        const part = at(place.rows, argument);
        const whole = at(all ?? [], argument);
        if (numericKind(part) === undefined || numericKind(whole) === undefined) return null;
        return new Double(asNumber(part) / asNumber(whole));
      },
    };
  };
  return (name, args, resolveOwn) => {
    const [argument] = args;
    if (AGGREGATES.has(name) && args.length === 1)
      return {
        type: 'object',
        variant: true,
        evaluate: () => aggregate(values(argument), name as AggregateFunction, keyOf),
      };
    if (name === 'Count' && args.length === 0)
      return { type: 'int', evaluate: () => matrixOf()?.place?.rows.length ?? 0 };
    if (name === 'First' || name === 'Last')
      return {
        type: argument?.type ?? 'object',
        evaluate: () => values(argument).at(name === 'First' ? 0 : -1) ?? null,
      };
    if (name === 'ValuesList') return { type: 'object', evaluate: () => new NetArray('object', values(argument)) };
    // Functions of the script receive all values of a cell.
    const lists = args.map((given): Argument =>
      given.source.includes('[') && !CALLS_AGGREGATE.test(given.source)
        ? { ...given, type: 'object', evaluate: () => new NetArray('object', values(given)) }
        : given,
    );
    return neighbour(name, args) ?? share(name, argument) ?? resolveOwn(lists);
  };
}

/** Returns the index of an adjacent item. For an item without a value (`own` is negative) these are the second and the second to last. */
function indexOfNeighbour(where: string, own: number, count: number): number {
  if (where === 'First') return 0;
  if (where === 'Last') return count - 1;
  if (where === 'Next') return own < 0 ? 1 : own + 1;
  return own < 0 ? count - 2 : own - 1;
}

/** Collects the rows of an advanced matrix and builds its grid. */
export function fillAdvMatrix(run: Run, table: TableObject, matrix: AdvMatrixTemplate): void {
  const { source } = matrix;
  const all = source ? collectRows(run, source, matrix.filter) : [];
  matrix.values.clear();
  table.afterCalcBounds = [];
  if ((all.length === 0 && !matrix.printIfEmpty) || !hasCells(table)) {
    table.grid = undefined;
    table.flows = true;
    return;
  }
  const moveTo = (rows: readonly number[]): void => {
    const [first] = rows;
    if (first !== undefined) source?.moveTo(first);
  };
  const nowhere = { all, rows: all, column: undefined, row: undefined, item: undefined, columnItems: [], rowItems: [] };
  const tools = {
    value: (descriptor: AdvDescriptor, row: number): Value => {
      run.budget.step();
      source?.moveTo(row);
      return matrix.calculations.get(descriptor)?.value?.() ?? null;
    },
    total: (descriptor: AdvDescriptor, rows: readonly number[]): Value => {
      matrix.place = { ...nowhere, rows };
      return matrix.calculations.get(descriptor)?.total?.() ?? null;
    },
    compare: run.compare,
    keyOf,
  };
  const columnItems = itemsOf(matrix.columns.descriptors, all, tools);
  const rowItems = itemsOf(matrix.rows.descriptors, all, tools);
  const everywhere = { ...nowhere, columnItems, rowItems };
  const cellOf = ({ column, row }: { column: number; row: number }): TableCell =>
    table.cells[row]?.[column] ?? table.cells[0]![0]!;
  const grid = buildAdvMatrix<TableCell>(
    { axis: matrix.columns, items: columnItems },
    { axis: matrix.rows, items: rowItems },
    {
      ...gridLines(run, table),
      step: () => run.budget.step(),
      span: (at) => ({ columns: cellOf(at).columnSpan, rows: cellOf(at).rowSpan }),
      corner: (at) => {
        matrix.place = everywhere;
        return printCell(run, cellOf(at), () => true);
      },
      header: (at, item, side) => {
        moveTo(item.rows);
        matrix.place = { ...everywhere, rows: item.rows, [side]: item, item };
        return printCell(run, cellOf(at), (cell) => showHeader(run, matrix, cell, item));
      },
      body: (at, column, row, rows, { column: columnIndex, row: rowIndex }) => {
        run.budget.step();
        moveTo(rows.length > 0 ? rows : row.rows);
        matrix.place = { ...everywhere, rows, column, row, item: row, columnIndex, rowIndex };
        return printCell(run, cellOf(at), (cell) => {
          if (rowIndex % 2 !== 0) applyEvenStyle(cell);
          showBody(run, cell, matrix.partsOf(cell.source, cell.text));
          return false;
        });
      },
    },
  );
  matrix.place = undefined;
  matrix.values.clear();
  table.grid = grid;
  run.fire(table, 'ModifyResult');
  finishGrid(run, table, grid);
}

function collectRows(run: Run, source: DataSource, filter: Calculate | undefined): number[] {
  const rows: number[] = [];
  source.init({ filter: filter && (() => filter() !== false) });
  while (source.hasMoreRows) {
    run.budget.step();
    rows.push(source.currentRowNo);
    source.next();
  }
  return rows;
}

/**
 * Shows the value of a header or the display text of its descriptor. Returns true if the cell's own text is to be calculated, as for an
 * item without a value.
 */
function showHeader(run: Run, matrix: AdvMatrixTemplate, cell: TableCell, item: AdvItem): boolean {
  const display = matrix.calculations.get(item.descriptor)?.display ?? [];
  const named = item.descriptor.groups || item.value !== null;
  if (display.length === 0 && named) {
    showValue(run, cell, item.value);
    return false;
  }
  if (!named && cell.text !== '') return true;
  cell.text = display.map((part) => (typeof part === 'string' ? part : toText(part(), run.culture))).join('');
  return false;
}

/** Calculates the text of a cell, or the content of the gauge or sparkline in it. */
function showBody(run: Run, cell: TableCell, parts: readonly (string | Calculate)[]): void {
  const settings = run.textSettings(cell);
  let text = '';
  let expressions = 0;
  let value: Value = null;
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      value = part();
      text += value instanceof NetArray ? '' : writeValue(run, cell.source, settings, value, expressions++);
    }
  }
  cell.text = text;
  cell.value = value;
  for (const object of cell.objects) {
    if (!(object instanceof DrawnObject)) continue;
    if (object.type.endsWith('Gauge')) object.value = value;
    else if (object.type === 'SparklineObject' && value instanceof NetArray)
      object.series = [
        {
          name: '',
          points: value.items.map((y) => ({ label: '', y: [numericKind(y) === undefined ? 0 : asNumber(y)] })),
        },
      ];
    else continue;
    cell.text = '';
  }
}
