import type { Sums, Total } from './state.ts';
import { keyOf } from '../data/compare.ts';
import type { Value } from '../expression/values.ts';
import { addVariants, divideVariants } from '../objects/matrix/aggregate.ts';

import type { Band } from './reportBands.ts';
import type { Run } from './run.ts';

const noSums = (): Sums => ({ value: null, count: 0, distinct: new Set() });

/** A total that has summed up nothing yet. */
export function createTotal(parts: Omit<Total, 'sums' | 'kept' | 'levels'>): Total {
  return { ...parts, sums: noSums(), kept: undefined, levels: [] };
}

/** A band was printed: totals it is the evaluator of take a value, totals printed on it start again. */
export function processTotals(run: Run, band: Band): void {
  for (const total of run.totals) {
    if (total.evaluator === band && (band.visible || total.includeInvisibleRows)) addValue(run, total);
    const resets = (total.printOn === band && total.resetAfterPrint) || total.resetter === band;
    if (resets && (!band.repeated || total.resetOnReprint)) reset(run, total);
  }
}

function addValue(run: Run, total: Total): void {
  if (total.condition && total.condition() !== true) return;
  const value = total.type === 'Count' ? 1 : (total.calculate?.() ?? null);
  if (value === null) return;
  if (total.kept) {
    total.kept.push(value);
    return;
  }
  add(run, total, total.sums, value);
  for (let level = 0; level < run.hierarchyLevel; level++) add(run, total, (total.levels[level] ??= noSums()), value);
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

/** What `[Total]` gives now: inside a hierarchy the sum of the present level. */
export function totalValue(run: Run, total: Total): Value {
  const hierarchical =
    run.hierarchyLevel > 0 &&
    total.levels.length >= run.hierarchyLevel &&
    total.printOn !== undefined &&
    total.evaluator !== undefined;
  const sums =
    hierarchical && isHeaderOrFooterOf(total) ? (total.levels[run.hierarchyLevel - 1] ?? noSums()) : total.sums;
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

const isHeaderOrFooterOf = (total: Total): boolean => total.printOn?.parent === total.evaluator;

const emptyValue = (run: Run): Value => (run.convertNulls ? 0 : null);

function reset(run: Run, total: Total): void {
  if (run.hierarchyLevel > 0 && isHeaderOrFooterOf(total)) {
    total.levels.length = Math.min(total.levels.length, run.hierarchyLevel - 1);
    return;
  }
  total.sums = noSums();
  total.levels = [];
}

/** Everything back to nothing, before a pass. */
export function clearTotals(run: Run): void {
  for (const total of run.totals) {
    total.sums = noSums();
    total.kept = undefined;
    total.levels = [];
  }
}

/** Totals printed at the end of a page hold back the values of kept rows. */
export function startKeptTotals(run: Run): void {
  for (const total of run.totals) {
    const { printOn } = total;
    if (printOn && (['PageFooterBand', 'ColumnFooterBand'].includes(printOn.type) || printOn.repeatOnEveryPage))
      total.kept ??= [];
  }
}

/** The keep has ended: the values held back count. */
export function endKeptTotals(run: Run): void {
  for (const total of run.totals) {
    const { kept } = total;
    total.kept = undefined;
    for (const value of kept ?? []) add(run, total, total.sums, value);
  }
}
