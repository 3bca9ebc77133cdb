import { pageOf } from './finish.ts';
import { packObjects, unpackObjects } from './pack.ts';
import type { Run, Steps } from '../run.ts';

/** Hands on the sheets before the current one that nothing can change any more. */
export function releasePages(run: Run): void {
  if (run.prepared.holding > 0) return;
  const { prepared } = run;
  if (!run.draws) forget(run, prepared.current);
  else {
    if (run.finalPass && !run.holdsAll) release(run, prepared.current);
    packHeld(run);
  }
}

/** The run has ended: hands on what is left. */
export function* releaseAll(run: Run): Steps {
  const { prepared } = run;
  while (prepared.released < prepared.sheets.length) {
    release(run, prepared.released + 1);
    yield;
  }
}

/** Sheets of a first pass are only measured. */
function forget(run: Run, end: number): void {
  const { prepared, keep } = run;
  const last = Math.min(end, keep.keeping ? keep.page : end);
  for (; prepared.released < last; prepared.released++) prepared.sheets[prepared.released] = undefined;
}

function release(run: Run, end: number): void {
  const { prepared, keep } = run;
  // What is kept together when the run ends waits for nothing any more.
  const last = Math.min(end, keep.keeping && !run.ended ? keep.page : end);
  for (; prepared.released < last; prepared.released++) {
    const sheet = prepared.sheets[prepared.released];
    if (sheet && sheet.waiting > 0 && !run.ended) return;
    if (!sheet || (run.maxPages > 0 && prepared.released >= run.maxPages)) continue;
    if (sheet.packed) sheet.objects = unpackObjects(sheet.packed);
    prepared.finished.push(pageOf(run, sheet, prepared.released));
    prepared.sheets[prepared.released] = undefined;
  }
}

/** Sheets that are done but have to wait for an earlier one, or for the number of all, take little memory. */
function packHeld(run: Run): void {
  const { prepared } = run;
  for (let i = prepared.current - 1; i >= prepared.released; i--) {
    const sheet = prepared.sheets[i];
    if (!sheet || sheet.packed) return;
    if (sheet.waiting > 0 || (run.keep.keeping && run.keep.page === i)) continue;
    sheet.packed = packObjects(sheet.objects);
    sheet.objects = [];
  }
}
