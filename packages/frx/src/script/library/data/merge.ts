import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values.ts';
import { same } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { equals, error } from '../../runtime/values.ts';
import { columnOf } from './cells.ts';
import { ColumnObj, converted } from './table.ts';
import type { RowObj, RowState, TableObj } from './table.ts';

type Cells = ReadonlyMap<ColumnObj, Value>;

/**
 * Takes the rows of another table (DataTable.Merge): those with a known primary key replace rows, the others are added, and so are columns that are
 * not there. Throws DataException where columns of one name have other types.
 */
export function merge(c: Call, table: TableObj, from: TableObj): void {
  refuseEvents(table);
  for (const { name, dataType } of from.columns) {
    const own = table.columns[table.column(name)];
    if (!own) table.addColumn(new ColumnObj(name, dataType));
    else if (!same(own.dataType, dataType))
      throw error('DataException', `<target>.${own.name} and <source>.${name} have conflicting properties: DataType property mismatch.`); // prettier-ignore
  }
  for (const row of from.rows) {
    const known = withKeyOf(c, table, row);
    if (known) replace(c, known, row);
    else importRow(c, table, row);
  }
}

/** Adds a copy of a row of another table, in the same state and with the same original values (DataTable.ImportRow). */
export function importRow(c: Call, table: TableObj, row: RowObj): void {
  refuseEvents(table);
  const made = table.newRow(c);
  made.cells = taken(c, made, row.cells, made.cells);
  table.addRow(c, made);
  if (row.original) made.original = taken(c, made, row.original, made.cells);
  made.state = row.state === 'Detached' ? 'Added' : row.state;
}

/** Rows of other tables come with another state in each event, which is not followed here. */
function refuseEvents({ events }: TableObj): void {
  if (!events.isEmpty)
    throw new ExpressionError('Rows of another table cannot be taken into a table whose events have handlers');
}

/** The row that has the primary key of a row of another table, deleted or not. */
function withKeyOf(c: Call, { primaryKey, rows }: TableObj, row: RowObj): RowObj | undefined {
  if (primaryKey.length === 0) return undefined;
  const key = primaryKey.map(({ name }) => row.cells.get(columnOf(row.table, name)) ?? null);
  return rows.find((each) => {
    c.rt.budget.step();
    return primaryKey.every((column, index) => equals(each.cells.get(column) ?? null, key[index] ?? null, c.rt));
  });
}

/** Gives a row the present and the original values of one of another table. It is modified then, even where its values are the same. */
function replace(c: Call, row: RowObj, by: RowObj): void {
  const isAdded = row.state === 'Added' && by.state === 'Added';
  const isAsBefore = by.state === 'Deleted' || (by.state === 'Unchanged' && row.state === 'Unchanged');
  const state: RowState = isAdded ? 'Added' : isAsBefore ? by.state : 'Modified';
  if (by.state !== 'Deleted') row.cells = taken(c, row, by.cells, row.cells);
  if (by.original) row.original = taken(c, row, by.original, row.original ?? row.cells);
  row.state = state;
}

/** Cells of a row with those of another table over them, in the columns of the same names. */
function taken(c: Call, { table }: RowObj, cells: Cells, under: Cells): Map<ColumnObj, Value> {
  const all = new Map(under);
  for (const [column, value] of cells) {
    const target = table.columns[table.column(column.name)];
    if (target && !target.calculated) all.set(target, converted(c, target, value));
  }
  return all;
}
