import { unnumberedCopy } from '../fitting/breaks.ts';
import { round2 } from '../fitting/geometry.ts';
import { startKeep } from '../keeping/keep.ts';
import { checkKeepFooter, footersHeight, isDeepmost, needsKeepLastRow } from '../keeping/keepRows.ts';
import { addBandOutline, bandOutlineUp } from '../pages/outline.ts';
import type { Band, DataBand } from '../bands/reportBands.ts';
import type { Run, Steps } from '../run.ts';
import { TableObject } from '../tables/tableObjects.ts';
import { templateOfTable } from '../tables/tables.ts';
import { freeSpace, triedHeight } from '../pages/space.ts';
import { noBorder, noFill } from '../build/styles.ts';

/** Returns the distance in px between the left edges of two columns of a data band. */
function bandColumnWidth(band: DataBand): number {
  if (band.columns.width > 0) return band.columns.width;
  return round2((band.page?.width ?? band.width) / Math.max(1, band.columns.count));
}

/** Adds a copy of a filled band to `run.outputBand` instead of the page. */
export function addRowToOutput(run: Run, band: Band): void {
  const { outputBand } = run;
  if (!outputBand) return;
  const row = unnumberedCopy(band);
  row.setDock('None');
  row.left = run.curX;
  row.top = run.curY;
  row.parent = outputBand;
  row.objects = row.objects.map((object) =>
    object instanceof TableObject && object.flows ? hiddenTemplate(object) : object,
  );
  outputBand.objects.push(row);
  run.curY = round2(run.curY + row.height);
}

/** Returns the hidden template of a table that prints separately and is not built again with the output band. */
function hiddenTemplate(table: TableObject): TableObject {
  const template = templateOfTable(table);
  template.visible = false;
  return template;
}

/** Returns an empty band that takes one row of band columns: a copy without border, fill, outline, child and objects. */
function collectingBand(band: DataBand): DataBand {
  const row = band.copy();
  row.child = undefined;
  row.objects = [];
  row.outline = undefined;
  row.border = noBorder;
  row.fill = noFill;
  row.rowNo = 0;
  row.absRowNo = 0;
  return row;
}

/** Prints rows of as many bands as there are columns; the tallest band determines the height of a row. */
export function* showAcrossThenDown(run: Run, band: DataBand, rowCount: number): Steps {
  const columnWidth = bandColumnWidth(band);
  const source = band.dataSource;
  const firstRow = source?.currentRowNo ?? 0;
  const keepsLastRow = needsKeepLastRow(run, band);
  band.width = columnWidth;
  let row = collectingBand(band);
  let column = 0;
  for (let i = 0; i < rowCount; i++) {
    const isLast = i === rowCount - 1;
    source?.moveTo(firstRow + i);
    if (column === 0) row = collectingBand(band);
    const { curX, curY, outputBand } = run;
    Object.assign(run, { curX: column * columnWidth, curY: 0, outputBand: row });
    yield* run.calls.showBand(run, band);
    Object.assign(run, { curX, curY, outputBand });
    addBandOutline(run, band);
    bandOutlineUp(run, band);
    band.rowNo += 1;
    band.absRowNo += 1;
    column += 1;
    if (column < band.columns.count && !isLast) continue;
    column = 0;
    const keepsFooter = isLast && keepsLastRow && isDeepmost(band);
    if (keepsFooter) startKeep(run, row);
    yield* run.calls.showOnce(run, row, false);
    if (keepsFooter) yield* checkKeepFooter(run, band);
  }
  source?.moveTo(firstRow + rowCount);
}

/** Prints one column after the other. A block higher than the page continues on the next one, column by column. */
export function* showDownThenAcross(run: Run, band: DataBand, rowCount: number): Steps {
  const source = band.dataSource;
  const firstRow = source?.currentRowNo ?? 0;
  band.width = bandColumnWidth(band);
  const heights: number[] = [];
  for (let i = 0; i < rowCount; i++) {
    source?.moveTo(firstRow + i);
    heights.push(triedHeight(run, band));
  }
  let done = 0;
  while (done < rowCount) {
    source?.moveTo(firstRow + done);
    const rest = heights.slice(done);
    const perColumn = Math.max(Math.ceil(rest.length / band.columns.count), band.columns.minRowCount);
    const highest = highestColumn(rest, perColumn, band.columns.count);
    if (highest > freeSpace(run)) done += yield* fillColumns(run, band, firstRow + done, rest);
    else {
      yield* showWholeBlock(run, band, { firstRow: firstRow + done, rowCount: rest.length, perColumn, highest });
      done = rowCount;
    }
  }
}

function highestColumn(heights: readonly number[], perColumn: number, columns: number): number {
  let highest = 0;
  for (let column = 0; column < columns; column++) {
    const height = heights.slice(column * perColumn, (column + 1) * perColumn).reduce((sum, one) => sum + one, 0);
    highest = Math.max(highest, height);
  }
  return highest;
}

/**
 * Fills the columns of the remaining page, each to its end, and returns the number of printed rows. If all rows fit, printing continues
 * below the last one, in its column.
 */
function* fillColumns(
  run: Run,
  band: DataBand,
  firstRow: number,
  heights: readonly number[],
): Generator<undefined, number, undefined> {
  const { curX, curY } = run;
  const columnWidth = bandColumnWidth(band);
  let column = 0;
  for (let i = 0; i < heights.length;) {
    band.dataSource?.moveTo(firstRow + i);
    run.curX = curX + column * columnWidth;
    if (heights[i]! > freeSpace(run) && i > 0) {
      column += 1;
      if (column === band.columns.count) {
        run.curX = curX;
        yield* run.calls.endPage(run, true);
        return i;
      }
      run.curY = curY;
      continue;
    }
    yield* showRow(run, band);
    band.rowNo += 1;
    band.absRowNo += 1;
    i += 1;
  }
  band.dataSource?.moveTo(firstRow + heights.length);
  return heights.length;
}

/** Prints a row in its column. If the previous list ended in a later column, columns of this one may be beyond the page. */
function* showRow(run: Run, band: DataBand): Steps {
  yield* run.calls.showBand(run, band);
  if (run.curX + band.width / 2 < run.page.width || run.page.unlimitedWidth) return;
  run.warn({
    message: `Rows of ${band.name} stand beyond the right edge of the page, because the list before them has ended in a later column. Use Columns.Layout="AcrossThenDown", or let each list start a page.`,
    object: band.name,
    line: band.source.line,
  });
}

/**
 * Prints a block of columns that fits the page. The last row moves to the next page with the footers it is kept with if these do not fit.
 */
function* showWholeBlock(
  run: Run,
  band: DataBand,
  block: { firstRow: number; rowCount: number; perColumn: number; highest: number },
): Steps {
  const { firstRow, rowCount, perColumn, highest } = block;
  const { curX, curY } = run;
  const columnWidth = bandColumnWidth(band);
  const carriesLast =
    isDeepmost(band) && needsKeepLastRow(run, band) && footersHeight(run, band) > freeSpace(run) - highest;
  let lowest = curY;
  let column = 0;
  let inColumn = 0;
  for (let i = 0; i < rowCount; i++) {
    band.dataSource?.moveTo(firstRow + i);
    if (i === rowCount - 1 && carriesLast) {
      run.curX = curX;
      run.curY = lowest;
      yield* run.calls.endColumn(run);
      yield* run.calls.showBand(run, band);
      bandOutlineUp(run, band);
      band.dataSource?.moveTo(firstRow + rowCount);
      return;
    }
    run.curX = curX + column * columnWidth;
    yield* showRow(run, band);
    bandOutlineUp(run, band);
    lowest = Math.max(lowest, run.curY);
    band.rowNo += 1;
    band.absRowNo += 1;
    inColumn += 1;
    if (inColumn >= perColumn) {
      column += 1;
      inColumn = 0;
      run.curY = curY;
    }
  }
  run.curX = curX;
  run.curY = lowest;
  band.dataSource?.moveTo(firstRow + rowCount);
}
