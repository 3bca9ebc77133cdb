import {
  heightWithChildren,
  columnFooterHeight,
  freeSpace,
  pageFooterHeight,
  pageHeight,
  prepareBand,
} from './space.ts';
import { LimitError, notePlace } from '../limits.ts';
import { AGAIN_LIMIT, breakBand, hasPageBreaks, splitAtPageBreaks } from './breaks.ts';
import { addRowToOutput } from './columns.ts';
import { type Band, ChildBand, DataBand } from './reportBands.ts';
import { endKeep, startKeep } from './keep.ts';
import { finishObjects, prepareObjects } from './objects.ts';
import { addBandOutline } from './outline.ts';
import { placeBand } from './place.ts';
import { currentSheet } from './prepared.ts';
import { showRepeatedFooters } from './repeat.ts';
import type { Run, Steps } from './run.ts';
import { renderOuterSubreports } from './subreports.ts';
import { showFlowingTables } from './tableFlow.ts';
import { processTotals } from './totals.ts';

/** Bands that come with a page or column; StartNewPage means nothing to them. */
const ofPage = new Set([
  'PageHeaderBand',
  'PageFooterBand',
  'ColumnHeaderBand',
  'ColumnFooterBand',
  'OverlayBand',
  'ReportTitleBand',
]);

/** Prints a band, with its repetitions, children and subreports. */
export function* showBand(run: Run, band: Band | undefined): Steps {
  if (!band) return;
  for (let i = 0; i < band.repeatTimes; i++) yield* showOnce(run, band, true);
}

/** @param getData false: the band was filled already; it is the rest of a broken one */
export function* showOnce(run: Run, band: Band, getData: boolean): Steps {
  const { curBand } = run;
  run.curBand = band;
  run.depth += 1;
  run.budget.step();
  const { child } = band;
  const showChild =
    child !== undefined &&
    !(band instanceof DataBand && (child.completeToRows > 0 || child.printIfDatabandEmpty)) &&
    !child.fillUnusedSpace;
  if (showChild && band.keepChild) startKeep(run, band);
  const startsPage =
    band.startNewPage &&
    !ofPage.has(band.type) &&
    !band.repeated &&
    (band.rowNo !== 1 || band.firstRowStartsNewPage) &&
    getData;
  if (startsPage && run.outputBand === undefined && band.visible) yield* run.calls.endColumn(run);

  prepareObjects(run, band, getData);
  try {
    if (run.depth > run.limits.nesting) throw new LimitError('nesting', run.limits.nesting);
    prepareBand(run, band, getData);
    if (band.visible) {
      if (run.outputBand) addRowToOutput(run, band);
      else if (hasPageBreaks(band)) yield* addParts(run, band);
      else yield* addBand(run, band);
      if (!run.outputBand) yield* showFlowingTables(run, band, run.originX + run.curX);
    }
    if (getData) processTotals(run, band);
    if (band.visible && !run.outputBand) yield* renderOuterSubreports(run, band);
    if (showChild) {
      yield* showBand(run, child);
      if (band.keepChild) endKeep(run);
    }
  } catch (error) {
    notePlace(error, band.source);
    throw error;
  } finally {
    finishObjects(run, band);
    run.curBand = curBand;
    run.depth -= 1;
  }
}

function* addParts(run: Run, band: Band): Steps {
  for (const part of splitAtPageBreaks(band)) {
    if (part.startNewPage) yield* run.calls.endColumn(run);
    yield* addBand(run, part);
  }
}

const isPageBand = (band: Band): boolean =>
  band.type === 'PageHeaderBand' || band.type === 'PageFooterBand' || band.type === 'OverlayBand';
const isColumnBand = (band: Band): boolean => band.type === 'ColumnHeaderBand' || band.type === 'ColumnFooterBand';

/** Puts a filled band on the page: breaks it, or goes to the next page first, where there is not enough room. */
export function* addBand(run: Run, band: Band, attempts = 0): Steps {
  const main = band instanceof ChildBand ? band.topBand : band;
  const onPage = isPageBand(main);
  const onColumn = isColumnBand(main);
  const isSummary = band.type === 'ReportSummaryBand';

  if (!onPage && !onColumn && band.checkFreeSpace && attempts < AGAIN_LIMIT && freeSpace(run) < band.height) {
    const firstTooHigh = band.absRowNo === 1 && band.height > pageHeight(run) - pageFooterHeight(run);
    if (band.canBreak || band.mustBreak || firstTooHigh) {
      if (isSummary) yield* closeColumn(run);
      yield* breakBand(run, band);
      return;
    }
    yield* run.calls.endColumn(run);
    band.mustBreak = true;
    yield* addBand(run, band, attempts + 1);
    band.mustBreak = false;
    return;
  }
  if (isSummary) {
    if (band.keepWithData) endKeep(run);
    yield* closeColumn(run);
  }
  if (band.child?.fillUnusedSpace) yield* fillUnusedSpace(run, band, band.child);
  yield* putBand(run, band, main, onPage, onColumn);
}

/** The report ends here: what repeats at the foot of pages comes before the summary. */
function* closeColumn(run: Run): Steps {
  yield* showRepeatedFooters(run, false);
  yield* showBand(run, run.page.columnFooter);
}

function* fillUnusedSpace(run: Run, band: Band, child: ChildBand): Steps {
  const own = band.repeated ? 0 : band.height;
  while (freeSpace(run) - own - child.height >= 0) {
    const before = run.curY;
    yield* showBand(run, child);
    if (run.curY === before) return;
  }
}

function* putBand(run: Run, band: Band, main: Band, onPage: boolean, onColumn: boolean): Steps {
  const { left, width } = band;
  if (band.type === 'PageFooterBand' && !run.page.unlimitedHeight)
    run.curY = pageHeight(run) - heightWithChildren(run, band);
  if (!onPage) band.left += run.originX + run.curX;
  if (band.printOnBottom) {
    const own = band instanceof ChildBand ? band.height : heightWithChildren(run, band);
    run.curY = pageHeight(run) - pageFooterHeight(run) - columnFooterHeight(run) - own;
  }
  band.top = run.curY;
  const indented = !onPage && !onColumn && run.hierarchyIndent !== 0;
  if (indented) {
    band.left += run.hierarchyIndent;
    band.width -= run.hierarchyIndent;
  }
  addBandOutline(run, band);
  const { objects } = currentSheet(run.prepared);
  const already =
    onPage &&
    objects.some((object) => (band instanceof ChildBand ? object.name === band.name : object.type === band.type));
  let added = true;
  if (!already) {
    const placed = placeBand(run, band);
    if (placed) objects.push(placed);
    else added = false;
    if (objects.length > run.limits.objectsPerPage) throw new LimitError('objectsPerPage', run.limits.objectsPerPage);
  }
  if (added && main.type !== 'OverlayBand') run.curY = Math.round((run.curY + band.height) * 100) / 100;
  band.left = left;
  if (indented) band.width = width;
  yield;
}
