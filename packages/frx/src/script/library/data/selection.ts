import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import { error } from '../../runtime/values.ts';
import { compare } from '../../runtime/order.ts';
import { compareText } from './operators.ts';
import { STATES } from './table.ts';
import type { ColumnObj, RowObj, RowState, TableObj } from './table.ts';

/** Rows of a table by filter, sort and state (DataTable.Select and Compute). */

/** Unchanged, added and modified rows. */
const CURRENT_ROWS = 22;
const MODIFIED_ORIGINAL = 32;

/** Returns true if a row state is among states; modified rows are included by their current or original values. */
const isAmong = (state: RowState, states: number): boolean =>
  (STATES[state] & states) !== 0 || (state === 'Modified' && (states & MODIFIED_ORIGINAL) !== 0);

/** Returns the rows that match a filter, in the order of a sort. */
export function select(
  table: TableObj,
  c: Call,
  filter: string | null,
  sort: string | null,
  states = CURRENT_ROWS,
): RowObj[] {
  table.asked = c;
  let rows = table.rows.filter(({ state }) => isAmong(state, states));
  if (states !== CURRENT_ROWS && ((filter ?? '').trim() !== '' || (sort ?? '').trim() !== ''))
    throw new ExpressionError('DataTable.Select filters and sorts DataViewRowState.CurrentRows only');
  if (filter !== null && filter.trim() !== '') {
    const { evaluate } = table.parse(filter);
    const all = (): readonly RowObj[] => table.current();
    rows = rows.filter((row) => {
      c.rt.budget.step();
      const value = evaluate(c, row, all);
      if (value !== null && typeof value !== 'boolean')
        throw error('EvaluateException', `Filter expression '${filter}' does not evaluate to a Boolean term.`);
      return value === true;
    });
  }
  const keys = sort === null || sort.trim() === '' ? [] : sortKeys(table, sort);
  if (keys.length === 0) return rows;
  return rows.toSorted((a, b) => {
    c.rt.budget.step();
    for (const { column, descending } of keys) {
      const by = order(table, c, a.read(c, column), b.read(c, column));
      if (by !== 0) return descending ? -by : by;
    }
    return 0;
  });
}

/** Returns the columns of a sort. */
export function sortColumns(table: TableObj, sort: string): ColumnObj[] {
  return sort.trim() === '' ? [] : sortKeys(table, sort).map(({ column }) => column);
}

/** Compares two cells. */
export function order({ caseSensitive }: TableObj, c: Call, a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  return typeof a === 'string' && typeof b === 'string' ? compareText(c, a, b, caseSensitive) : compare(a, b, c.rt);
}

function sortKeys(table: TableObj, sort: string): { column: ColumnObj; descending: boolean }[] {
  return sort.split(',').map((part) => {
    const key = part.trim();
    const direction = /\s(?:ASC|DESC)$/iu.exec(key)?.[0];
    const written = key.slice(0, key.length - (direction?.length ?? 0)).trim();
    const name = /^\[(.*)\]$/su.exec(written)?.[1] ?? written;
    const column = table.columns[table.column(name)];
    if (!column) throw error('IndexOutOfRangeException', `Cannot find column ${name}.`);
    return { column, descending: direction?.toUpperCase().endsWith('DESC') ?? false };
  });
}

/** Returns the value of an aggregate expression over the rows that match a filter. */
export function compute(table: TableObj, c: Call, expression: string | null, filter: string | null): Value {
  table.asked = c;
  const { evaluate } = table.parse(expression ?? '');
  const rows = select(table, c, filter, null);
  return evaluate(c, undefined, () => rows);
}
