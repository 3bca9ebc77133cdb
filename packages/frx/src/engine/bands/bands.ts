import {
  heightWithChildren,
  columnFooterHeight,
  freeSpace,
  pageFooterHeight,
  pageHeight,
  prepareBand,
} from '../pages/space.ts';
import { LimitError, notePlace } from '../../limits.ts';
import { AGAIN_LIMIT, breakBand, hasPageBreaks, splitAtPageBreaks } from '../fitting/breaks.ts';
import { addRowToOutput } from '../columns/columns.ts';
import { type ReportObject } from '../build/components.ts';
import { round2 } from '../fitting/geometry.ts';
import { Band, ChildBand, DataBand, ReportPage } from './reportBands.ts';
import { endKeep, startKeep } from '../keeping/keep.ts';
import { finishObjects, prepareObjects } from './objects.ts';
import { addBandOutline } from '../pages/outline.ts';
import { placeBand } from '../fitting/place.ts';
import { currentSheet } from '../pages/prepared.ts';
import { showRepeatedFooters } from './repeat.ts';
import type { Run, Steps } from '../run.ts';
import { renderOuterSubreports } from './subreports.ts';
import { collectForFooters } from '../tables/matrices.ts';
import { showFlowingTables } from '../tables/tableFlow.ts';
import { flowingTables } from '../tables/tables.ts';
import { processTotals } from '../values/totals.ts';

/** Bands that belong to a page or column. Neither they nor their children and subreports can start a page. */
const startsNoPage = new Set([
  'PageHeaderBand',
  'PageFooterBand',
  'ColumnHeaderBand',
  'ColumnFooterBand',
  'OverlayBand',
]);

/** Prints a band, with its repetitions, children and subreports. */
export function* showBand(run: Run, band: Band | undefined): Steps {
  if (!band) return;
  for (let i = 0; i < band.repeatTimes; i++) yield* showOnce(run, band, true);
}

/**
 * Prints a band once: its events, data, height, position on the page and AfterPrint, then its totals, subreports and child
 * (docs/frx/layout.md, Order of events).
 * @param getData false for a band that is filled already because it contains a row of band columns
 */
export function* showOnce(run: Run, band: Band, getData: boolean): Steps {
  const { curBand } = run;
  run.curBand = band;
  run.depth += 1;
  run.budget.step();
  try {
    if (run.depth > run.limits.nesting) throw new LimitError('nesting', run.limits.nesting);
    const { child } = band;
    const showChild =
      child !== undefined &&
      !(band instanceof DataBand && (child.completeToRows > 0 || child.printIfDatabandEmpty)) &&
      !child.fillUnusedSpace;
    if (showChild && band.keepChild) startKeep(run, band);
    yield* printBand(run, band, getData);
    processTotals(run, band);
    if (band.visible) yield* renderOuterSubreports(run, band);
    if (showChild) {
      yield* showBand(run, child);
      if (band.keepChild) endKeep(run);
    }
  } catch (error) {
    notePlace(error, band.source);
    throw error;
  } finally {
    run.curBand = curBand;
    run.depth -= 1;
  }
}

/** Fills a band and adds it to the page or to `run.outputBand`, then restores its state. */
function* printBand(run: Run, band: Band, getData: boolean): Steps {
  const { outputBand } = run;
  if (outputBand === undefined && startsPage(band)) yield* run.calls.endColumn(run);
  prepareObjects(run, band);
  if (getData && band instanceof DataBand) collectForFooters(run, band);
  try {
    prepareBand(run, band, getData);
    if (!band.visible) return;
    if (outputBand) {
      addRowToOutput(run, band);
      warnOfTables(run, band);
    } else if (hasPageBreaks(band)) yield* addParts(run, band);
    else yield* addBand(run, band);
    yield* showFlowingTables(run, band);
  } finally {
    finishObjects(run, band);
  }
}

/** Warns of tables on a band that is added to another one: they print at once at the top of the page, before that band has its position. */
function warnOfTables(run: Run, band: Band): void {
  for (const { name, source } of flowingTables(band))
    run.warn({
      message: `${name} may print over other bands: its band stands in columns of a band or in a subreport with PrintOnParent, and a table that goes over pages has no place of its own there. Set PrintOnParent of the table as well.`,
      object: name,
      line: source.line,
    });
}

function startsPage(band: Band): boolean {
  if (!band.startNewPage || band.repeated || (band.rowNo === 1 && !band.firstRowStartsNewPage)) return false;
  return !comesWithPage(band);
}

/** Returns true for a band of a page or column, its children, and the bands of subreports on these. */
function comesWithPage(band: Band): boolean {
  // A page can contain itself, until its nesting reaches the limit.
  const seen = new Set<ReportObject>();
  for (let above: ReportObject | undefined = band; above && !seen.has(above); above = holderOf(above)) {
    if (startsNoPage.has(above.type)) return true;
    seen.add(above);
  }
  return false;
}

/** Returns the object that contains another one; for the page of a subreport the subreport. */
const holderOf = (object: ReportObject): ReportObject | undefined =>
  (object instanceof ReportPage ? object.subreport : undefined) ?? object.parent;

function* addParts(run: Run, band: Band): Steps {
  for (const part of splitAtPageBreaks(band)) {
    if (part.startNewPage) yield* run.calls.endColumn(run);
    yield* addBand(run, part);
  }
}

const isPageBand = (band: Band): boolean =>
  band.type === 'PageHeaderBand' || band.type === 'PageFooterBand' || band.type === 'OverlayBand';
const isColumnBand = (band: Band): boolean => band.type === 'ColumnHeaderBand' || band.type === 'ColumnFooterBand';

/** Number of pages in a row on which breaking a band may make no progress before it is printed without a break. */
const FRUITLESS_LIMIT = 20;
/** Least decrease of height, in px, that counts as progress. */
const LEAST_PROGRESS = 0.1;

/** Adds a filled band to the page in as many parts as it needs; each rest continues on the next page. */
export function* addBand(run: Run, band: Band): Steps {
  let left: Band | undefined = band;
  let fruitless = 0;
  while (left) {
    run.budget.step();
    const rest: Band | undefined = yield* addOrBreak(run, left, 0);
    fruitless = rest && rest.height > left.height - LEAST_PROGRESS ? fruitless + 1 : 0;
    if (rest && fruitless === FRUITLESS_LIMIT) {
      rest.checkFreeSpace = false;
      run.warn({
        message: `${band.name} got no shorter on ${String(FRUITLESS_LIMIT)} pages and is printed over the end of its page. Make what repeats on its pages smaller.`,
        object: band.name,
        line: band.source.line,
      });
    }
    left = rest;
  }
}

/** Adds a band to the page, after a page or column break if the space is too small. Returns the rest of a band that it breaks. */
function* addOrBreak(run: Run, band: Band, attempts: number): Generator<undefined, Band | undefined, undefined> {
  const main = band instanceof ChildBand ? band.topBand : band;
  const onPage = isPageBand(main);
  const onColumn = isColumnBand(main);
  const isSummary = band.type === 'ReportSummaryBand';

  // The order matters: `freeSpace` fires the events of footers.
  if (band.checkFreeSpace && attempts < AGAIN_LIMIT && !comesWithPage(band) && freeSpace(run) < band.height) {
    const firstTooHigh = band.absRowNo === 1 && band.height > pageHeight(run) - pageFooterHeight(run);
    if (band.canBreak || band.mustBreak || firstTooHigh) {
      if (isSummary) yield* closeColumn(run, true);
      return yield* breakBand(run, band);
    }
    yield* run.calls.endColumn(run);
    band.mustBreak = true;
    const rest = yield* addOrBreak(run, band, attempts + 1);
    band.mustBreak = false;
    return rest;
  }
  if (isSummary) {
    if (band.keepWithData) endKeep(run);
    yield* closeColumn(run, false);
  }
  if (band.child?.fillUnusedSpace) yield* fillUnusedSpace(run, band, band.child);
  yield* putBand(run, band, main, onPage, onColumn);
  return undefined;
}

/** Ends the column before the report summary: prints the repeated footers and the column footer. */
function* closeColumn(run: Run, repeated: boolean): Steps {
  yield* showRepeatedFooters(run, repeated);
  yield* showBand(run, run.page.columnFooter);
}

function* fillUnusedSpace(run: Run, band: Band, child: ChildBand): Steps {
  const own = band.repeated ? 0 : band.height;
  let page = run.prepared.current;
  let pages = 0;
  while (freeSpace(run) - own - child.height >= 0) {
    const before = run.curY;
    yield* showBand(run, child);
    if (run.curY === before) return;
    if (run.prepared.current === page) continue;
    // The bands after the child need more space than the child, and the space of each new page is filled again.
    page = run.prepared.current;
    pages += 1;
    if (pages < FRUITLESS_LIMIT) continue;
    run.warn({
      message: `${child.name} fills page after page, because the bands below it need more space than is left. It ends after ${String(FRUITLESS_LIMIT)} pages.`,
      object: child.name,
      line: child.source.line,
    });
    return;
  }
}

function* putBand(run: Run, band: Band, main: Band, onPage: boolean, onColumn: boolean): Steps {
  if (band.type === 'PageFooterBand' && !run.page.unlimitedHeight)
    run.curY = pageHeight(run) - heightWithChildren(run, band);
  if (!onPage) band.left += run.originX + run.curX;
  if (band.printOnBottom) {
    const own = band instanceof ChildBand ? band.height : heightWithChildren(run, band);
    run.curY = pageHeight(run) - pageFooterHeight(run) - columnFooterHeight(run) - own;
  }
  run.curY = round2(run.curY);
  band.top = run.curY;
  const { left, width } = band;
  if (!onPage && !onColumn && run.hierarchyIndent !== 0) {
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
  if (added && main.type !== 'OverlayBand') run.curY = round2(run.curY + band.height);
  band.left = left;
  band.width = width;
  yield;
}
