import { showBand } from './bands.ts';
import type { ReportPage } from './reportBands.ts';
import { cutKept, pasteKept } from './keep.ts';
import { appendPage, nextPageNumber, resetPageNumber } from './numbering.ts';
import { addOutline, outlineText, outlineUp } from './outline.ts';
import { addSheet, lastY } from './prepared.ts';
import { engineEvent } from './processAt.ts';
import { releasePages } from './release.ts';
import { createRepetition, showRepeatedFooters, showRepeatedHeaders } from './repeat.ts';
import type { Run, Steps } from './run.ts';

/** Prints a report page: as many sheets as its bands fill. */
export function* runReportPage(run: Run, page: ReportPage): Steps {
  run.page = page;
  run.repetition = createRepetition();
  page.effectiveColumnCount = page.columnCount;
  run.fire(page, 'StartPage');
  yield* startFirstPage(run);
  if (page.outline) addOutline(run, outlineText(run, page.outline));
  if (page.events?.has('ManualBuild')) run.fire(page, 'ManualBuild');
  else yield* run.calls.runBands(run, page.bands);
  engineEvent(run, page, 'PageFinished');
  engineEvent(run, page, 'ReportPageFinished');
  yield* endLastPage(run);
  if (page.outline) outlineUp(run);
  run.fire(page, 'FinishPage');
}

function* startFirstPage(run: Run): Steps {
  const { page, prepared } = run;
  run.curX = 0;
  run.curY = 0;
  run.curColumn = 0;
  run.originX = 0;
  if (page.resetPageNumber) resetPageNumber(run);
  const last = prepared.sheets[prepared.current];
  const onPrevious =
    page.printOnPreviousPage &&
    last !== undefined &&
    last.page.paperWidth === page.paperWidth &&
    last.page.paperHeight === page.paperHeight;
  if (onPrevious) {
    run.curY = lastY(prepared);
    yield* showBand(run, page.reportTitle);
  } else {
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
}

function newSheet(run: Run): void {
  if (run.maxPages > 0 && run.prepared.current + 1 >= run.maxPages) run.stopped = true;
  nextPageNumber(run, addSheet(run.prepared, run.page, run.limits));
  releasePages(run);
}

function* startPage(run: Run): Steps {
  run.curX = 0;
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

/** The column is full, or a band asks for a new one: the next column, or the next page after the last. What is kept goes along. */
export function* endColumn(run: Run): Steps {
  const { page } = run;
  engineEvent(run, page, 'ColumnFinished');
  const { keeping } = run.keep;
  if (keeping) cutKept(run);
  yield* showRepeatedFooters(run);
  yield* showBand(run, page.columnFooter);
  run.curColumn += 1;
  if (run.curColumn >= page.effectiveColumnCount) run.curColumn = 0;
  run.curX = run.curColumn === 0 ? 0 : (page.columnPositions[run.curColumn] ?? 0);
  if (run.curColumn === 0) yield* endPage(run, true);
  else yield* startColumn(run);
  if (keeping) pasteKept(run);
}

/** @param goOn false: the report page ends with this sheet */
export function* endPage(run: Run, goOn: boolean): Steps {
  if (goOn) engineEvent(run, run.page, 'PageFinished');
  if (goOn && !run.firstPass && run.prepared.current === run.totalPages - 1) appendPage(run);
  yield* showBand(run, run.page.pageFooter);
  if (goOn) yield* startPage(run);
}

function* endLastPage(run: Run): Steps {
  const { page } = run;
  engineEvent(run, page, 'ColumnFinished');
  if (page.reportSummary) yield* showBand(run, page.reportSummary);
  else yield* showBand(run, page.columnFooter);
  yield* endPage(run, false);
}
