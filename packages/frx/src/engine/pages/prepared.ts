import type { Paper, PendingText, Prepared, Sheet } from '../state.ts';
import { LimitError, type Limits } from '../../limits.ts';

import type { ReportPage } from '../bands/reportBands.ts';
import { packObjects } from './pack.ts';

/** Returns a state without sheets. */
export const createPrepared = (): Prepared => ({
  sheets: [],
  current: -1,
  appends: false,
  holding: 0,
  released: 0,
  done: 0,
  packable: new Set(),
  finished: [],
});

/** Makes the next sheet the current one: an existing one (for subreports side by side) or a new one. Returns true if it is new. */
export function addSheet(prepared: Prepared, page: ReportPage, limits: Limits): boolean {
  prepared.current = prepared.appends ? prepared.sheets.length : prepared.current + 1;
  if (prepared.sheets[prepared.current]) return false;
  if (prepared.sheets.length >= limits.pages) throw new LimitError('pages', limits.pages);
  const sheet: Sheet = {
    page,
    objects: [],
    packed: undefined,
    waiting: new Set(),
    done: false,
    drawn: 0,
    paper: paperOf(page),
    watermark: page.watermark,
  };
  prepared.sheets[prepared.current] = sheet;
  prepared.appends = false;
  return true;
}

function paperOf(page: ReportPage): Paper {
  const { paperWidth, paperHeight, leftMargin, topMargin, rightMargin, bottomMargin, mirrorMargins, landscape } = page;
  const { fill, border } = page;
  const margins = { leftMargin, topMargin, rightMargin, bottomMargin, mirrorMargins };
  return { paperWidth, paperHeight, ...margins, landscape, fill, border };
}

/** Returns the sheet that is being printed. */
export function currentSheet(prepared: Prepared): Sheet {
  return prepared.sheets[prepared.current]!;
}

/** Marks a sheet as packable if it is done and no text on it waits. */
export function noteCalculated(prepared: Prepared, sheet: Sheet): void {
  if (sheet.done && sheet.waiting.size === 0) prepared.packable.add(sheet);
}

/**
 * Inserts a copy of the current sheet, the last of a report page with BackPage, after each sheet before it except the last, which it
 * follows itself. `current` keeps its value, so that printing continues over the sheets that are at that position now.
 */
export function putBehindOthers(prepared: Prepared, limits: Limits): void {
  const { sheets, current } = prepared;
  const back = sheets[current];
  if (!back || current < 2) return;
  if (sheets.length + current - 1 > limits.pages) throw new LimitError('pages', limits.pages);
  const packed = back.packed ?? packObjects(back.objects);
  const fronts = sheets.slice(0, current - 1);
  sheets.splice(
    0,
    fronts.length,
    ...fronts.flatMap((front) => [front, { ...back, objects: [], packed, waiting: new Set<PendingText>() }]),
  );
}

/**
 * Returns the lowest bottom of the bands of the current sheet, without page footer, overlay and bands without a name, which contain parts
 * of tables and rows of columns.
 */
export function lastY(prepared: Prepared): number {
  let lowest = 0;
  for (const object of currentSheet(prepared).objects) {
    if (object.name === '' || object.type === 'PageFooterBand' || object.type === 'OverlayBand') continue;
    lowest = Math.max(lowest, object.top + object.height);
  }
  return lowest;
}
