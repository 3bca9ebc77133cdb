import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import { same } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { equals, error } from '../../runtime/values.ts';
import { columnOf } from './cells.ts';
import { ColumnObj, converted } from './table.ts';
import type { RowObj, RowState, TableObj } from './table.ts';

type Cells = ReadonlyMap<ColumnObj, Value>;

/**
 * Adds the rows of another table (DataTable.Merge): a row with an existing primary key replaces that row. Missing columns are added.
 * @throws DataException if columns of one name have different types
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

/** Refuses tables with event handlers, since the order and states of their events are not implemented here. */
function refuseEvents({ events }: TableObj): void {
  if (!events.isEmpty)
    throw new ExpressionError('Rows of another table cannot be taken into a table whose events have handlers');
}

/** Returns the row, deleted or not, with the primary key of a row of another table. */
function withKeyOf(c: Call, { primaryKey, rows }: TableObj, row: RowObj): RowObj | undefined {
  if (primaryKey.length === 0) return undefined;
  const key = primaryKey.map(({ name }) => row.cells.get(columnOf(row.table, name)) ?? null);
  return rows.find((each) => {
    c.rt.budget.step();
    return primaryKey.every((column, index) => equals(each.cells.get(column) ?? null, key[index] ?? null, c.rt));
  });
}

/** Replaces the current and original values of a row by those of another table. The row is modified then, even if its values are equal. */
function replace(c: Call, row: RowObj, by: RowObj): void {
  const isAdded = row.state === 'Added' && by.state === 'Added';
  const isAsBefore = by.state === 'Deleted' || (by.state === 'Unchanged' && row.state === 'Unchanged');
  const state: RowState = isAdded ? 'Added' : isAsBefore ? by.state : 'Modified';
  if (by.state !== 'Deleted') row.cells = taken(c, row, by.cells, row.cells);
  if (by.original) row.original = taken(c, row, by.original, row.original ?? row.cells);
  row.state = state;
}

/** Returns the cells of a row, overwritten by those of another table in columns of the same names. */
function taken(c: Call, { table }: RowObj, cells: Cells, under: Cells): Map<ColumnObj, Value> {
  const all = new Map(under);
  for (const [column, value] of cells) {
    const target = table.columns[table.column(column.name)];
    if (target && !target.calculated) all.set(target, converted(c, target, value));
  }
  return all;
}
