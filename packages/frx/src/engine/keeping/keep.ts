import type { Keep } from '../state.ts';
import type { PlacedObject } from '../../page.ts';
import type { Band } from '../bands/reportBands.ts';
import { round2 } from '../fitting/geometry.ts';
import { shiftOutline } from '../pages/outline.ts';
import { currentSheet } from '../pages/prepared.ts';
import { movePending } from '../values/processAt.ts';
import { endKeptRepetition, startKeptRepetition } from '../bands/repeat.ts';
import type { Run } from '../run.ts';
import { endKeptTotals, startKeptTotals } from '../values/totals.ts';

/** Returns a state in which nothing is kept. */
export const createKeep = (): Keep => ({
  keeping: false,
  position: 0,
  page: 0,
  startX: 0,
  startY: 0,
  height: 0,
  cut: [],
  bookmarks: [],
});

/** Starts a keep, unless one is active or the band prints its first row, which would leave a page empty. */
export function startKeep(run: Run, band?: Band): void {
  const { keep } = run;
  if (keep.keeping || (band && band.absRowNo === 1 && !band.firstRowStartsNewPage)) return;
  keep.keeping = true;
  keep.page = run.prepared.current;
  keep.position = currentSheet(run.prepared).objects.length;
  keep.startX = run.curX;
  keep.startY = run.curY;
  keep.bookmarks = [];
  startKeptTotals(run);
  startKeptRepetition(run);
}

/**
 * Ends the keep: the kept objects may stay at their position. It does not end between `cutKept` and `pasteKept`, where bands printed at the
 * end and start of pages call this function.
 */
export function endKeep(run: Run): void {
  const { keep } = run;
  if (!keep.keeping || keep.cut.length > 0) return;
  endKeptTotals(run);
  endKeptRepetition(run);
  keep.keeping = false;
}

/** Removes the kept objects from a page that ends. */
export function cutKept(run: Run): void {
  const { keep } = run;
  keep.height = run.curY - keep.startY;
  keep.page = run.prepared.current;
  keep.cut = currentSheet(run.prepared).objects.splice(keep.position);
  run.curY = keep.startY;
}

/** Adds the cut objects to the page that has started, and ends the keep. */
export function pasteKept(run: Run): void {
  const { keep } = run;
  const dx = run.curX - keep.startX;
  const dy = run.curY - keep.startY;
  for (const object of keep.cut) moveObject(object, dx, dy);
  currentSheet(run.prepared).objects.push(...keep.cut);
  shiftOutline(run.outline.root, { page: keep.page, top: keep.startY }, { page: run.prepared.current, dy });
  for (const name of keep.bookmarks) {
    const at = run.bookmarks.get(name);
    if (at) run.bookmarks.set(name, { page: run.prepared.current, offsetY: at.offsetY + dy });
  }
  const from = run.prepared.sheets[keep.page];
  if (from) movePending(run, keep.cut, from, currentSheet(run.prepared));
  keep.cut = [];
  endKeep(run);
  run.curY = round2(run.curY + keep.height);
}

/** Moves a placed object and its contents by (dx, dy) px. */
export function moveObject(object: PlacedObject, dx: number, dy: number): void {
  object.left += dx;
  object.top += dy;
  for (const child of object.children ?? []) moveObject(child, dx, dy);
}
