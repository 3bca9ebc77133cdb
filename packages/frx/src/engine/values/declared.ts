/** Failures by which the reference ends a report because of its dictionary: disabled columns, and tables without data. */
import { ExpressionError } from '../../expression/errors.ts';
import type { Run } from '../run.ts';
import { ReportError } from '../reportError.ts';
import { columnPath } from './scope.ts';

/** Refuses an expression that is only the path of a disabled column, without brackets. @throws ExpressionError */
export function refuseDisabled(run: Run, source: string): void {
  if (columnPath(run, source)?.column.enabled === false)
    throw new ExpressionError(`The column ${source} is disabled in the dictionary`, source, 0);
}

/** Lets the report fail when it reads the rows of a declared table that is not among the data. */
export function failWithoutTables(run: Run, warnings: Run['dictionary']['warnings'][number][], stops: boolean): void {
  for (const { source, warning } of run.dictionary.unconnected)
    source.onInit = () => {
      if (stops) throw new ReportError(warning);
      const at = warnings.indexOf(warning);
      if (at >= 0) warnings[at] = { ...warning, fails: true };
    };
}
