import { pageOf } from './finish.ts';
import { packObjects, unpackObjects } from './pack.ts';
import { noteCalculated } from './prepared.ts';
import type { Run, Steps } from '../run.ts';

/** Releases the sheets before the current one that cannot change any more. */
export function releasePages(run: Run): void {
  if (run.prepared.holding > 0) return;
  const { prepared } = run;
  if (!run.draws) forget(run, prepared.current);
  else {
    if (run.finalPass && !run.holdsAll) release(run, prepared.current);
    packHeld(run);
  }
}

/** Releases all remaining sheets at the end of the run. */
export function* releaseAll(run: Run): Steps {
  const { prepared } = run;
  while (prepared.released < prepared.sheets.length) {
    release(run, prepared.released + 1);
    yield;
  }
}

/** Discards the sheets of a first pass, which only measures. */
function forget(run: Run, end: number): void {
  const { prepared, keep } = run;
  const last = Math.min(end, keep.keeping ? keep.page : end);
  for (; prepared.released < last; prepared.released++) prepared.sheets[prepared.released] = undefined;
}

function release(run: Run, end: number): void {
  const { prepared, keep } = run;
  // At the end of the run kept objects stay where they are.
  const last = Math.min(end, keep.keeping && !run.ended ? keep.page : end);
  for (; prepared.released < last; prepared.released++) {
    const sheet = prepared.sheets[prepared.released];
    if (sheet && sheet.waiting.size > 0 && !run.ended) return;
    if (!sheet || (run.maxPages > 0 && prepared.released >= run.maxPages)) continue;
    if (sheet.packed) sheet.objects = unpackObjects(sheet.packed);
    prepared.packable.delete(sheet);
    prepared.finished.push(pageOf(run, sheet, prepared.released));
    prepared.sheets[prepared.released] = undefined;
  }
}

/**
 * Packs sheets that are done but have to wait for an earlier one or for the total number of pages, to save memory. Each sheet is visited
 * once.
 */
function packHeld(run: Run): void {
  const { prepared, keep } = run;
  for (prepared.done = Math.max(prepared.done, prepared.released); prepared.done < prepared.current; prepared.done++) {
    const sheet = prepared.sheets[prepared.done];
    if (!sheet) continue;
    sheet.done = true;
    noteCalculated(prepared, sheet);
  }
  const kept = keep.keeping ? prepared.sheets[keep.page] : undefined;
  for (const sheet of prepared.packable) {
    if (sheet === kept) continue;
    prepared.packable.delete(sheet);
    if (sheet.packed || sheet.waiting.size > 0) continue;
    sheet.packed = packObjects(sheet.objects);
    sheet.objects = [];
  }
}
