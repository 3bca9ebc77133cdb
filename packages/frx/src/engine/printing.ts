import type { ReportObject } from './build/components.ts';
import type { Band } from './bands/reportBands.ts';
import { printOn } from './fitting/geometry.ts';
import { totalPageNumber } from './pages/numbering.ts';
import type { Run } from './run.ts';

/**
 * Returns true when an object may print on the current page, by its VisibleExpression (whose result replaces its Visible) and its PrintOn.
 * Pages are counted from 0, so that "odd" pages are the second, the fourth and so on, as in the reference.
 */
export function canPrint(run: Run, object: ReportObject, band: Band | undefined): boolean {
  const { visibleExpression } = object;
  if (visibleExpression && (!visibleExpression.needsTotalPages || (run.doublePass && run.finalPass))) {
    const value = visibleExpression.calculate();
    if (typeof value === 'boolean') object.visible = value;
  }
  if (!object.visible) return false;
  const allowed = object.printOn;
  if (allowed === printOn.all) return true;
  if (band?.repeated) return (allowed & printOn.repeatedBand) !== 0;
  const index = run.prepared.current;
  const isFirst = index === 0;
  const isLast = index === totalPageNumber(run) - 1;
  if (isFirst && isLast) return (allowed & printOn.singlePage) !== 0;
  const { firstPage, lastPage, singlePage, oddPages, evenPages } = printOn;
  if (isFirst) {
    if ((allowed & firstPage) === 0) return false;
    if (allowed === firstPage || allowed === (firstPage | singlePage) || allowed === (firstPage | lastPage))
      return true;
  }
  if (isLast) {
    if ((allowed & lastPage) === 0) return false;
    if (allowed === lastPage || allowed === (lastPage | singlePage) || allowed === (firstPage | lastPage)) return true;
  }
  return index % 2 === 1 ? (allowed & oddPages) !== 0 : (allowed & evenPages) !== 0;
}
