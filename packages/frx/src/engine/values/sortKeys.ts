import type { Calculate } from '../build/contents.ts';
import type { Run } from '../run.ts';
import { columnPath } from './scope.ts';

/** Returns what a sort key or group condition sorts by: for one column of the source itself the stored value, else the result of the expression. */
export function sortKeyOf(run: Run, expression: string, calculate: Calculate): Calculate {
  const found = columnPath(run, expression.replace(/^\[(.*)\]$/s, '$1'));
  return found && found.relations.length === 0 ? () => found.owner.sortValue(found.column) : calculate;
}
