import { ExpressionError } from '../../expression/index.ts';
import { buildObject } from '../build/buildObject.ts';
import { buildLine } from '../tables/buildTable.ts';
import { TableCell, type TableLine, type TableObject } from '../tables/tableObjects.ts';
import { newElement, OBJECT } from './elements.ts';
import type { Host } from './host.ts';

/** Columns and rows that a script adds to a table or takes out of it; the cells follow. */

export type LineType = 'TableColumn' | 'TableRow';

/** A column or row as a new element of a template has it, in no table yet. */
export function newLine({ run }: Host, type: LineType): TableLine {
  run.budget.collect(OBJECT);
  return buildLine(run, newElement(run, type), undefined, type === 'TableColumn' ? 'Width' : 'Height');
}

/** Adds a column or row before another one, or at the end, with cells as new elements of a template have them. */
export function insertLine(host: Host, table: TableObject, line: TableLine, at: number): void {
  changeable(table);
  if (line.parent) throw new ExpressionError(`${line.type} is in a table already`);
  const lines = line.type === 'TableColumn' ? table.columns : table.rows;
  if (at < 0 || at > lines.length) throw new ExpressionError(`${table.name} has no place ${String(at)} for a line`);
  if (at < lines.length) correctSpans(table, line.type, at, 1);
  line.parent = table;
  lines.splice(at, 0, line);
  if (line.type === 'TableColumn') for (const row of table.cells) row.splice(at, 0, newCell(host, table));
  else
    table.cells.splice(
      at,
      0,
      table.columns.map(() => newCell(host, table)),
    );
}

/** Takes a column or row out of a table, with its cells. */
export function removeLine({ run }: Host, table: TableObject, type: string, at: number): void {
  changeable(table);
  const lines = type === 'TableColumn' ? table.columns : table.rows;
  const line = lines[at];
  if (!line) throw new ExpressionError('The table has no such column or row');
  correctSpans(table, type, at, -1);
  lines.splice(at, 1);
  const cells = type === 'TableColumn' ? table.cells.flatMap((row) => row.splice(at, 1)) : (table.cells.splice(at, 1)[0] ?? []); // prettier-ignore
  line.parent = undefined;
  for (const gone of [line, ...cells]) {
    const name = gone.name.toLowerCase();
    if (run.objects.get(name) === gone) run.objects.delete(name);
  }
}

/** Adds lines at the end or removes the last ones until there are so many. */
export function setLineCount(host: Host, table: TableObject, type: LineType, count: number): void {
  const lines = type === 'TableColumn' ? table.columns : table.rows;
  while (lines.length < count) {
    host.run.budget.step();
    const line = newLine(host, type);
    insertLine(host, table, line, lines.length);
    nameNew(host, table, line);
    const cells = type === 'TableRow' ? (table.cells.at(-1) ?? []) : table.cells.flatMap((row) => row.slice(-1));
    for (const cell of cells) nameNew(host, table, cell);
  }
  while (lines.length > Math.max(0, count)) removeLine(host, table, type, lines.length - 1);
}

/** The lines that a table builds its result of stay while it does. */
function changeable(table: TableObject): void {
  if (table.type !== 'TableObject')
    throw new ExpressionError(`Columns and rows of ${table.name} cannot be changed by a script`);
  if (table.builder)
    throw new ExpressionError(`Columns and rows of ${table.name} cannot be changed in its ManualBuild event`);
}

/** Cells that span the place of a new line span it, too; those that span one that is removed span one line less. */
function correctSpans(table: TableObject, type: string, at: number, change: 1 | -1): void {
  for (const [y, row] of table.cells.entries())
    for (const [x, cell] of row.entries())
      if (type === 'TableColumn') {
        if (x < at && at < x + cell.columnSpan) cell.columnSpan += change;
      } else if (y < at && at < y + cell.rowSpan) cell.rowSpan += change;
}

function newCell({ run }: Host, table: TableObject): TableCell {
  run.budget.collect(OBJECT);
  const source = newElement(run, 'TableCell');
  const cell = buildObject({ run, styles: run.styles, inSubreport: false }, source, table);
  if (!(cell instanceof TableCell)) throw new Error('A cell cannot be made');
  return cell;
}

/** Numbers that names of a kind were given up to, so that a large table does not try all of them for each of its cells. */
const given = new WeakMap<Host, Map<string, number>>();

/** Gives a free name to a line or cell that a new number of lines brings into a table of a band. */
function nameNew(host: Host, table: TableObject, object: TableLine | TableCell): void {
  if (!table.parent || object.name !== '') return;
  const { objects, budget } = host.run;
  const base = object.type.replace('Table', '');
  const numbers = given.get(host) ?? new Map<string, number>();
  given.set(host, numbers);
  let number = (numbers.get(base) ?? 0) + 1;
  while (objects.has(`${base}${String(number)}`.toLowerCase())) {
    budget.step();
    number += 1;
  }
  numbers.set(base, number);
  object.name = `${base}${String(number)}`;
  objects.set(object.name.toLowerCase(), object);
}
