import { showDataFooter, showDataHeader } from './headers.ts';
import { showAcrossThenDown, showDownThenAcross } from '../columns/columns.ts';
import { type DataBand, GroupHeaderBand, parentDataBand, type RowBand } from './reportBands.ts';
import { showHierarchy } from './hierarchy.ts';
import { endKeep, startKeep } from '../keeping/keep.ts';
import { checkKeepFooter, isDeepmost, needsKeepFirstRow, needsKeepLastRow } from '../keeping/keepRows.ts';
import { resetPageNumber } from '../pages/numbering.ts';
import { bandOutlineUp } from '../pages/outline.ts';
import { engineEvent } from '../values/processAt.ts';
import { moveLastObjects } from '../keeping/lastObjects.ts';
import { freeSpace } from '../pages/space.ts';
import type { Run, Steps } from '../run.ts';

/** Prints a data band for each of its rows. */
export function* runDataBand(run: Run, band: DataBand): Steps {
  if (run.page.columnCount > 1 && run.page.unlimitedHeight)
    band.columns = { ...band.columns, count: run.page.columnCount };
  initDataSource(band);
  const source = band.dataSource;
  let rowCount = countRows(band);
  if (rowCount === 0 && band.printIfDatasourceEmpty) rowCount = 1;
  if (band.collectChildRows && rowCount > 1) rowCount = 1;
  if (band.maxRows > 0 && rowCount > band.maxRows) rowCount = band.maxRows;
  yield* runRows(run, band, rowCount, needsKeepFirstRow(band), needsKeepLastRow(run, band));
  source?.prior();
}

/** Returns the number of rows to print: RowCount for a band without a data source, Infinity while rows are streamed. */
function countRows(band: DataBand): number {
  const { dataSource } = band;
  if (!dataSource) return band.rowCount;
  return dataSource.streaming ? (dataSource.hasMoreRows ? Number.POSITIVE_INFINITY : 0) : dataSource.rowCount;
}

/** Starts the data source of a band: the rows that belong to the current row of the parent band, filtered and sorted. */
export function initDataSource(band: DataBand): void {
  const source = band.dataSource;
  if (!source) return;
  const parent = parentDataBand(band);
  const relation = band.relation ?? (parent?.dataSource ? band.relationTo(parent.dataSource) : undefined);
  const { filter } = band;
  source.init({
    relation,
    allParentRows: parent?.collectChildRows ?? false,
    // As in the reference, a row stays unless the filter returns false.
    filter: filter && (() => filter() !== false),
    sort: band.sort.map(({ calculate, descending }) => ({ evaluate: calculate, descending })),
  });
}

/** Returns true when no detail band has rows, so that the row is not printed; false with PrintIfDetailEmpty. */
function isDetailEmpty(band: DataBand): boolean {
  if (band.printIfDetailEmpty || band.bands.length === 0) return false;
  return band.bands.every((detail) => isEmpty(detail));
}

function isEmpty(detail: RowBand): boolean {
  const band = detail instanceof GroupHeaderBand ? detail.dataBand : detail;
  if (!band) return true;
  initDataSource(band);
  const source = band.dataSource;
  if (!source) return band.rowCount === 0;
  if (!source.hasMoreRows) return !band.printIfDatasourceEmpty;
  while (source.hasMoreRows) {
    if (!isDetailEmpty(band)) return false;
    source.next();
  }
  return true;
}

/** Prints `rowCount` rows, starting with the current one, with the band's header, details and footer. */
export function* runRows(
  run: Run,
  band: DataBand,
  rowCount: number,
  keepFirstRow: boolean,
  keepLastRow: boolean,
): Steps {
  if (band.dataSource && band.idColumn !== '' && band.parentIdColumn !== '') {
    yield* showHierarchy(run, band, rowCount);
    return;
  }
  const source = band.dataSource;
  band.rowNo = 0;
  band.isFirstRow = false;
  band.isLastRow = false;
  const oneRow = rowCount === 1 && keepFirstRow && keepLastRow;
  let isFirst = true;
  let printed = false;
  const hasRow = (i: number): boolean =>
    rowCount === Number.POSITIVE_INFINITY ? source?.hasMoreRows === true : i < rowCount;
  for (let i = 0; hasRow(i); i++) {
    const isLast = rowCount === Number.POSITIVE_INFINITY ? (source?.isOnLastRow ?? true) : i === rowCount - 1;
    if (!isDetailEmpty(band)) {
      band.rowNo += 1;
      band.absRowNo += 1;
      band.isFirstRow = isFirst;
      band.isLastRow = isLast;
      if (isFirst && keepFirstRow) startKeep(run, band);
      if (isFirst && band.keepTogether) startKeep(run, band);
      if (band.keepDetail) startKeep(run, band);
      if (isFirst) yield* showDataHeader(run, band);
      const keepsFooter = isLast && keepLastRow && isDeepmost(band);
      if (keepsFooter) startKeep(run, band);
      yield* showDataBand(run, band, rowCount);
      if (isFirst && keepFirstRow && !oneRow) endKeep(run);
      if (keepsFooter) yield* checkKeepFooter(run, band);
      yield* run.calls.runBands(run, band.bands);
      bandOutlineUp(run, band);
      if (band.keepDetail) endKeep(run);
      isFirst = false;
      printed = true;
      if (band.columns.count > 1) break;
    }
    source?.next();
    if (run.stopped) break;
  }
  yield* completeRows(run, band, rowCount);
  if (!printed) return;
  engineEvent(run, band, 'BlockFinished');
  yield* showDataFooter(run, band);
  if (band.keepTogether) endKeep(run);
  if (keepLastRow) endKeep(run);
}

/** Prints the child band for missing rows (CompleteToNRows) or instead of an empty list (PrintIfDatabandEmpty). */
function* completeRows(run: Run, band: DataBand, rowCount: number): Steps {
  const { child } = band;
  if (!child) return;
  for (let i = rowCount; i < child.completeToRows; i++) {
    child.rowNo = i + 1;
    child.absRowNo = i + 1;
    yield* run.calls.showBand(run, child);
  }
  const isEmpty = rowCount === 0 || (rowCount === 1 && band.printIfDatasourceEmpty && countRows(band) === 0);
  if (child.printIfDatabandEmpty && isEmpty) yield* run.calls.showBand(run, child);
}

function* showDataBand(run: Run, band: DataBand, rowCount: number): Steps {
  if (band.columns.count > 1) {
    if (band.columns.downThenAcross) yield* showDownThenAcross(run, band, rowCount);
    else yield* showAcrossThenDown(run, band, rowCount);
    return;
  }
  if (band.resetPageNumber && (band.firstRowStartsNewPage || band.rowNo > 1)) resetPageNumber(run);
  const { footer } = band;
  if (footer?.keepWithData && band.canBreak && footer.height + band.height > freeSpace(run))
    moveLastObjects(run, band, footer);
  yield* run.calls.showBand(run, band);
}
