import type { Calculate } from '../build/contents.ts';
import type { Sums, Total } from '../state.ts';
import { keyOf } from '../../data/compare.ts';
import type { Value } from '../../expression/values/values.ts';
import { addVariants, divideVariants } from '../../objects/matrix/aggregate.ts';

import { textOf } from '../../template/properties.ts';
import { isTrue } from './conditions.ts';
import { parentDataBand, type Band } from '../bands/reportBands.ts';
import type { Run } from '../run.ts';

const noSums = (): Sums => ({ value: null, count: 0, distinct: new Set() });

/** Creates a total without values. */
export function createTotal(parts: Omit<Total, 'sums' | 'kept' | 'levels' | 'refersTo' | 'takenBy'>): Total {
  return { ...parts, sums: noSums(), kept: undefined, levels: new Map(), refersTo: undefined, takenBy: new Set() };
}

/**
 * Updates the totals after a band was printed and restored: those whose evaluator it is add a value, the others that print on it are reset.
 * A total printed on its own evaluator is never reset.
 */
export function processTotals(run: Run, band: Band): void {
  for (const total of run.totals) {
    if (total.evaluator === band) {
      if (band.visible || total.includeInvisibleRows || insideHierarchy(run, total)) addValue(run, total, band.visible);
    } else if (total.printOn === band && total.resetAfterPrint && (!band.repeated || total.resetOnReprint))
      clear(run, total);
  }
}

/** Returns true below the first level of a hierarchy, where a total has separate sums for each level. */
function insideHierarchy(run: Run, total: Total): boolean {
  if (run.hierarchyLevel < 2 || !total.printOn) return false;
  const data = parentDataBand(total.printOn);
  return data !== undefined && data.idColumn !== '' && data.parentIdColumn !== '';
}

/** Returns the current sums: those of the current level of a hierarchy, or the total's own. */
function sumsOf(run: Run, total: Total): Sums {
  if (!insideHierarchy(run, total)) return total.sums;
  let sums = total.levels.get(run.hierarchyLevel);
  if (!sums) total.levels.set(run.hierarchyLevel, (sums = noSums()));
  return sums;
}

function addValue(run: Run, total: Total, visible: boolean): void {
  if (!visible && !total.includeInvisibleRows) return;
  if (total.condition && !meetsCondition(run, total, total.condition)) return;
  if (total.refersTo && total.type !== 'Count') {
    total.refersTo.takenBy.add(total);
    return;
  }
  const nested = insideHierarchy(run, total);
  const value = total.type === 'Count' ? 1 : (total.calculate?.() ?? null);
  const sums = total.kept && !nested ? total.kept : sumsOf(run, total);
  if (value !== null) add(run, total, sums, value);
}

function meetsCondition(run: Run, { source: place }: Total, calculate: Calculate): boolean {
  const failures = run.failures;
  const value = calculate();
  if (value === null && run.failures !== failures) return false;
  return isTrue(run, value, {
    name: 'The condition of the total',
    expression: textOf(place, 'EvaluateCondition'),
    place,
  });
}

function add(run: Run, total: Total, sums: Sums, value: Value): void {
  sums.count += 1;
  switch (total.type) {
    case 'Min':
      if (sums.value === null || run.compare(value, sums.value) < 0) sums.value = value;
      break;
    case 'Max':
      if (sums.value === null || run.compare(value, sums.value) > 0) sums.value = value;
      break;
    case 'CountDistinct':
      sums.distinct.add(keyOf(value));
      break;
    case 'Count':
      break;
    default:
      sums.value = sums.value === null ? value : addVariants(sums.value, value);
  }
}

/** Returns the current value of `[Total]`; below the first level of a hierarchy that of the current level. */
export function totalValue(run: Run, total: Total): Value {
  const sums = sumsOf(run, total);
  switch (total.type) {
    case 'Count':
      return sums.count;
    case 'CountDistinct':
      return sums.distinct.size;
    case 'Avg':
      return sums.value === null || sums.count === 0 ? emptyValue(run) : divideVariants(sums.value, sums.count);
    default:
      return sums.value ?? emptyValue(run);
  }
}

/** Returns true for a total without a value, for `IsNull("Total")`, also where nulls are converted; a count always has one. */
export function isEmptyTotal(run: Run, total: Total): boolean {
  return total.type !== 'Count' && total.type !== 'CountDistinct' && sumsOf(run, total).value === null;
}

/** Returns the value of a total that is printed by its name alone, and adds it to the totals that refer to this one. */
export function printedTotal(run: Run, total: Total): Value {
  const value = totalValue(run, total);
  if (value !== null) for (const taker of total.takenBy) add(run, taker, taker.sums, value);
  return value;
}

/** Returns the total that is the whole expression; undefined for other expressions. */
export function totalNamedBy(run: Run, expression: string): Total | undefined {
  const name = /^\[(.*)\]$/s.exec(expression)?.[1] ?? expression;
  return run.totals.find((total) => total.name.toLowerCase() === name.toLowerCase());
}

const emptyValue = (run: Run): Value => (run.convertNulls ? 0 : null);

function clear(run: Run, total: Total): void {
  if (insideHierarchy(run, total)) total.levels.delete(run.hierarchyLevel);
  else total.sums = noSums();
}

/** Resets all totals before a pass. */
export function clearTotals(run: Run): void {
  for (const total of run.totals) {
    total.sums = noSums();
    total.kept = undefined;
  }
}

/** Starts a keep: totals printed at the end of a page collect the values of kept rows separately. */
export function startKeptTotals(run: Run): void {
  for (const total of run.totals) {
    const { printOn } = total;
    if (printOn && (['PageFooterBand', 'ColumnFooterBand'].includes(printOn.type) || printOn.repeatOnEveryPage))
      total.kept ??= noSums();
  }
}

/** Ends a keep: adds the values collected separately. */
export function endKeptTotals(run: Run): void {
  for (const total of run.totals) {
    const { kept, sums } = total;
    total.kept = undefined;
    if (!kept) continue;
    // As in the reference, a distinct value that occurs before the keep and during it counts twice.
    for (const key of kept.distinct) sums.distinct.add(`kept ${key}`);
    const count = sums.count + kept.count;
    if (kept.value !== null) add(run, total, sums, kept.value);
    sums.count = count;
  }
}
