import type { Page } from '../page.ts';
import { pageOf } from './finish.ts';
import type { Run } from './run.ts';

/** Hands on the sheets before the current one that nothing can change any more. */
export function releasePages(run: Run): void {
  if (run.prepared.holding > 0) return;
  if (run.finalPass && !run.holdsAll) release(run, run.prepared.current);
  else if (!run.finalPass) forget(run, run.prepared.current);
}

/** The run has ended: hands on what is left. */
export function releaseAll(run: Run): void {
  release(run, run.prepared.sheets.length);
}

/** Sheets of a first pass are only measured. */
function forget(run: Run, end: number): void {
  const { prepared, keep } = run;
  const last = Math.min(end, keep.keeping ? keep.page : end);
  for (; prepared.released < last; prepared.released++) prepared.sheets[prepared.released] = undefined;
}

function release(run: Run, end: number): void {
  const { prepared } = run;
  const waiting = run.pending.reduce((least, text) => Math.min(least, text.page), end);
  const last = Math.min(end, waiting, run.keep.keeping ? run.keep.page : end);
  for (; prepared.released < last; prepared.released++) {
    const sheet = prepared.sheets[prepared.released];
    if (!sheet || (run.maxPages > 0 && prepared.released >= run.maxPages)) continue;
    prepared.finished.push(pageOf(run, sheet, prepared.released) satisfies Page);
    prepared.sheets[prepared.released] = undefined;
  }
}
