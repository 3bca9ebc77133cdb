import { shownExpression } from '../values/conditions.ts';
import type { TemplateObject } from '../../template/model.ts';
import { enumOf, flagOf, numberOf, textOf } from '../../template/properties.ts';
import { type ReportObject } from '../build/components.ts';
import { TableCell, TableLine, type TableObject } from './tableObjects.ts';
import type { Run } from '../run.ts';
import { noBorder, noFill } from '../build/styles.ts';

/** Reads the columns, rows and cells of a table or matrix. */
export function buildTable(
  run: Run,
  table: TableObject,
  buildCell: (node: TemplateObject) => ReportObject | undefined,
): void {
  const node = table.source;
  for (const child of node.children) {
    if (child.type === 'TableColumn') table.columns.push(buildLine(run, child, table, 'Width'));
    if (child.type === 'TableRow') table.rows.push(buildLine(run, child, table, 'Height'));
  }
  const fillsRows = table.columns.length * table.rows.length <= MAX_FILLED;
  let y = 0;
  for (const child of node.children) {
    if (child.type !== 'TableRow') continue;
    const row: TableCell[] = [];
    const blank = fillsRows ? blankCells(child, table.columns.length) : [];
    for (const cellNode of [...child.children, ...blank]) {
      const cell = cellNode.type === 'TableCell' ? buildCell(cellNode) : undefined;
      if (!(cell instanceof TableCell)) continue;
      const x = row.length;
      cell.columnSpan = Math.max(1, numberOf(cellNode, 'ColSpan'));
      cell.rowSpan = Math.max(1, numberOf(cellNode, 'RowSpan'));
      cell.cellDuplicates = enumOf(cellNode, 'CellDuplicates', ['Show', 'Clear', 'Merge', 'MergeNonEmpty']);
      const sum = (lines: readonly TableLine[], from: number, count: number, side: 'width' | 'height'): number =>
        lines.slice(from, from + count).reduce((total, line) => total + line[side], 0);
      cell.setSize(sum(table.columns, x, cell.columnSpan, 'width'), sum(table.rows, y, cell.rowSpan, 'height'));
      row.push(cell);
    }
    table.cells.push(row);
    y += 1;
  }
  const [blank] = blankCells({ ...node, children: [] }, 1).map(buildCell);
  if (blank instanceof TableCell) table.blank = blank;
  table.statedWidth = numberOf(node, 'Width');
  table.setSize(table.statedWidth, numberOf(node, 'Height'));
}

/** Greatest number of cells of a table whose missing cells are filled with blank ones when it is read. */
const MAX_FILLED = 20_000;

/** Returns elements of blank cells for the positions of a row for which the template has no cell. */
function blankCells(row: TemplateObject, columns: number): TemplateObject[] {
  const given = row.children.filter(({ type }) => type === 'TableCell').length;
  const { line, column } = row;
  return Array.from({ length: Math.max(0, columns - given) }, () => ({
    type: 'TableCell',
    name: '',
    line,
    column,
    attributes: new Map<string, string>(),
    parent: row,
    children: [],
    text: '',
  }));
}

/** Makes a column or row of its element, in no table yet where it is one of a script. */
export function buildLine(
  run: Run,
  node: TemplateObject,
  table: TableObject | undefined,
  side: 'Width' | 'Height',
): TableLine {
  const line = new TableLine(node, noBorder, noFill);
  line.parent = table;
  line.setSize(side === 'Width' ? numberOf(node, 'Width') : 0, side === 'Height' ? numberOf(node, 'Height') : 0);
  line.visible = flagOf(node, 'Visible', true);
  line.minimum = numberOf(node, `Min${side}`);
  line.maximum = numberOf(node, `Max${side}`);
  line.autoSize = flagOf(node, 'AutoSize');
  line.canBreak = side === 'Height' && flagOf(node, 'CanBreak', false);
  line.linePageBreak = flagOf(node, 'PageBreak', false);
  line.keep = numberOf(node, side === 'Width' ? 'KeepColumns' : 'KeepRows', 0);
  const visible = textOf(node, 'VisibleExpression', '');
  if (visible !== '')
    line.visibleExpression = {
      calculate: run.compile(shownExpression(visible), node),
      needsTotalPages: visible.includes('TotalPages'),
    };
  if (line.name !== '') run.objects.set(line.name.toLowerCase(), line);
  return line;
}
