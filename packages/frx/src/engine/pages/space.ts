import { collectForFooters } from '../tables/matrices.ts';
import { type Band, ChildBand, DataBand, type ReportPage } from '../bands/reportBands.ts';
import { pxOfMm, round2 } from '../fitting/geometry.ts';
import { calcHeight, endAboveTables } from '../fitting/height.ts';
import { fillObject, finishObjects, prepareObjects } from '../bands/objects.ts';
import { canPrint } from '../printing.ts';
import type { Run } from '../run.ts';
import { renderInnerSubreports } from '../bands/subreports.ts';
import { drain } from '../steps.ts';
import { flowingTables } from '../tables/tables.ts';

/** Returns the height in px between the margins. */
export const pageHeight = (run: Run): number =>
  round2(pxOfMm(run.page.paperHeight - run.page.topMargin - run.page.bottomMargin));
/** Returns the width in px between the margins. */
export const pageWidth = (page: ReportPage): number =>
  round2(pxOfMm(page.paperWidth - page.leftMargin - page.rightMargin));

/** Returns the height in px of the page footer with its children on this page. */
export const pageFooterHeight = (run: Run): number => heightWithChildren(run, run.page.pageFooter);
/** Returns the height in px of the column footer with its children on this page. */
export const columnFooterHeight = (run: Run): number => heightWithChildren(run, run.page.columnFooter);

/** Height of an unlimited page in scripts, in px. */
const UNLIMITED_PX = 7_560_000_000;

/** Returns `Engine.PageHeight` in px. */
export const pageHeightForScripts = (run: Run): number => (run.page.unlimitedHeight ? UNLIMITED_PX : pageHeight(run));
/** Returns `Engine.FreeSpace` in px. */
export const freeSpaceForScripts = (run: Run): number =>
  run.page.unlimitedHeight ? UNLIMITED_PX - run.curY : freeSpace(run);

/**
 * Returns the height in px left for bands above the footers of the page, including repeated ones. The heights of the footers are also calculated
 * on a page of unlimited height, because this fires their events and counts the rows of their subreports.
 */
export function freeSpace(run: Run): number {
  let footers = pageFooterHeight(run) + columnFooterHeight(run);
  for (const bands of [run.repetition.footers, run.repetition.keptFooters])
    for (const band of bands) footers += heightRepeated(run, band);
  return run.page.unlimitedHeight ? Number.POSITIVE_INFINITY : round2(pageHeight(run) - footers - run.curY);
}

function heightRepeated(run: Run, band: Band): number {
  const { repeated } = band;
  band.repeated = true;
  const height = heightWithChildren(run, band);
  band.repeated = repeated;
  return height;
}

/** Fills a band and calculates its height. */
export function prepareBand(run: Run, band: Band, getData: boolean): void {
  if (!band.visible) return;
  if (getData) fillObject(run, band);
  renderInnerSubreports(run, band);
  run.fire(band, 'BeforeLayout');
  const flowing = flowingTables(band);
  const last = flowing.at(-1);
  if (last) {
    // This lasts: the band does not grow or shrink in later rows either, even in those without such a table.
    band.canGrow = false;
    band.canShrink = false;
    endAboveTables(run, band, last.top);
  } else calcHeight(run, band);
  run.fire(band, 'AfterLayout');
}

/** Returns the height a band would have now. Only bands that can grow or shrink are filled for this. */
const heightOf = (run: Run, band: Band): number =>
  band.canGrow || band.canShrink ? triedHeight(run, band) : band.height;

/** Returns the height of a band after firing its events and filling it, and restores it. */
export function triedHeight(run: Run, band: Band): number {
  if (band.isRunning) return band.height;
  prepareObjects(run, band);
  if (band instanceof DataBand) collectForFooters(run, band);
  try {
    prepareBand(run, band, true);
    if (band.visible) drain(run.calls.showTables(run, band));
    return band.height;
  } finally {
    finishObjects(run, band);
  }
}

/** Returns the height of a band with the children printed below it, without those that are not printed on this page. */
export function heightWithChildren(run: Run, top: Band | undefined): number {
  let height = 0;
  let band = top;
  while (band) {
    if (canPrint(run, band, band)) height += heightOf(run, band);
    else if (run.finalPass && band.visibleExpression?.needsTotalPages) height += heightOf(run, band);
    band = band.child;
    if (band instanceof ChildBand && (band.fillUnusedSpace || band.completeToRows !== 0)) break;
  }
  return height;
}
