import { showBand } from '../bands/bands.ts';
import { printOn, round2 } from '../fitting/geometry.ts';
import { Band, DataBand, type ReportPage, SubreportObject } from '../bands/reportBands.ts';
import { cutKept, pasteKept } from '../keeping/keep.ts';
import { appendPage, nextPageNumber, resetPageNumber, totalPageNumber } from './numbering.ts';
import { addOutline, outlineText, outlineUp } from './outline.ts';
import { addSheet, lastY, putBehindOthers } from './prepared.ts';
import { engineEvent } from '../values/processAt.ts';
import { releasePages } from './release.ts';
import { createRepetition, showRepeatedFooters, showRepeatedHeaders } from '../bands/repeat.ts';
import type { Run, Steps } from '../run.ts';
import { decideLines } from '../tables/lines.ts';

/** Returns true for a report page that is printed as the back of the pages before it. */
export const isBackPage = ({ backPage, subreport }: ReportPage): boolean => backPage && !subreport;

/** Prints a report page on as many sheets as its bands need. */
export function* runReportPage(run: Run, page: ReportPage): Steps {
  const { prepared } = run;
  run.page = page;
  run.repetition = createRepetition();
  run.fire(page, 'StartPage');
  for (const object of run.objects.values()) if (object instanceof Band && object.page === page) object.absRowNo = 0;
  yield* startFirstPage(run);
  decideLines(run, page);
  if (page.outline) addOutline(run, outlineText(run, page.outline));
  if (page.events?.has('ManualBuild')) run.fire(page, 'ManualBuild');
  else yield* run.calls.runBands(run, page.bands);
  engineEvent(run, page, 'PageFinished');
  engineEvent(run, page, 'ReportPageFinished');
  yield* endLastPage(run);
  if (page.outline) outlineUp(run);
  run.fire(page, 'FinishPage');
  if (page.backPage) {
    putBehindOthers(prepared, run.limits);
    prepared.holding -= 1;
  }
}

function* startFirstPage(run: Run): Steps {
  const { page, prepared } = run;
  run.curX = 0;
  run.curY = 0;
  run.curColumn = 0;
  run.originX = 0;
  if (page.bands.some(fillsRowsOfColumns)) page.columnCount = 1;
  for (const object of page.pageFooter?.objects ?? [])
    if (object instanceof SubreportObject) object.printOnParent = true;
  if (page.resetPageNumber) resetPageNumber(run);
  if (page.printOnPreviousPage && continuesPage(prepared.sheets.at(-1)?.page, page)) {
    run.curY = round2(lastY(prepared));
    yield* showBand(run, page.reportTitle);
  } else {
    run.fire(page, 'CreatePage');
    newSheet(run);
    if (page.startOnOddPage && prepared.current % 2 === 1) newSheet(run);
    yield* showBand(run, page.overlay);
    if (page.titleBeforeHeader) {
      yield* showBand(run, page.reportTitle);
      yield* showBand(run, page.pageHeader);
    } else {
      yield* showBand(run, page.pageHeader);
      yield* showBand(run, page.reportTitle);
    }
  }
  run.columnStartY = run.curY;
  yield* showBand(run, page.columnHeader);
  run.curX = page.columnPositions[0] ?? 0;
}

/** Returns true for a band with its own columns across; they replace the columns of its page. */
const fillsRowsOfColumns = (band: Band): boolean =>
  band instanceof DataBand && band.columns.count > 1 && !band.columns.downThenAcross;

/** Returns true if a report page can continue the sheet of the previous one: both have the same size. */
function continuesPage(before: ReportPage | undefined, page: ReportPage): boolean {
  if (!before) return false;
  const same = (one: number, other: number, oneUnlimited: boolean, otherUnlimited: boolean): boolean =>
    oneUnlimited === otherUnlimited && (oneUnlimited || one === other);
  return (
    same(before.paperWidth, page.paperWidth, before.unlimitedWidth, page.unlimitedWidth) &&
    same(before.paperHeight, page.paperHeight, before.unlimitedHeight, page.unlimitedHeight)
  );
}

function newSheet(run: Run): void {
  if (addSheet(run.prepared, run.page, run.limits)) nextPageNumber(run);
  releasePages(run);
}

function* startPage(run: Run): Steps {
  run.fire(run.page, 'CreatePage');
  run.curX = run.page.columnPositions[0] ?? 0;
  run.curY = 0;
  run.curColumn = 0;
  newSheet(run);
  yield* showBand(run, run.page.overlay);
  yield* showBand(run, run.page.pageHeader);
  run.columnStartY = run.curY;
  yield* startColumn(run);
}

function* startColumn(run: Run): Steps {
  run.curY = run.columnStartY;
  yield* showBand(run, run.page.columnHeader);
  yield* showRepeatedHeaders(run);
}

/** Ends a column: continues in the next one, or on the next page after the last. Kept objects move along. */
export function* endColumn(run: Run): Steps {
  const { page } = run;
  engineEvent(run, page, 'ColumnFinished');
  const { keeping } = run.keep;
  if (keeping) cutKept(run);
  yield* showRepeatedFooters(run);
  yield* showBand(run, page.columnFooter);
  run.curColumn += 1;
  if (run.curColumn >= page.columnCount) run.curColumn = 0;
  run.curX = page.columnPositions[run.curColumn] ?? 0;
  if (run.curColumn === 0) yield* endPage(run, true);
  else yield* startColumn(run);
  if (keeping) pasteKept(run);
}

/** Ends a page. @param goOn true if the next page starts at once */
export function* endPage(run: Run, goOn: boolean): Steps {
  engineEvent(run, run.page, 'PageFinished');
  yield* showPageFooter(run, goOn);
  if (run.maxPages > 0 && run.prepared.sheets.length >= run.maxPages) run.stopped = true;
  if (goOn) yield* startPage(run);
}

/** Prints the page footer. One for the last page alone is deferred if the final pass needs one page more than the first one. */
function* showPageFooter(run: Run, goOn: boolean): Steps {
  const { pageFooter } = run.page;
  const waits =
    goOn &&
    !run.firstPass &&
    run.prepared.current === totalPageNumber(run) - 1 &&
    pageFooter !== undefined &&
    (pageFooter.printOn & printOn.lastPage) !== 0 &&
    (pageFooter.printOn & printOn.firstPage) === 0;
  if (waits) appendPage(run);
  else yield* showBand(run, pageFooter);
}

function* endLastPage(run: Run): Steps {
  const { page } = run;
  engineEvent(run, page, 'ColumnFinished');
  if (page.reportSummary) yield* showBand(run, page.reportSummary);
  else yield* showBand(run, page.columnFooter);
  yield* showPageFooter(run, false);
}
