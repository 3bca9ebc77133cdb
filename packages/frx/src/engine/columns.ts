import { PlacedRow } from './components.ts';
import { Band, type DataBand } from './reportBands.ts';
import { round2 } from './geometry.ts';
import { placeBand } from './place.ts';
import type { Run, Steps } from './run.ts';
import { freeSpace } from './space.ts';
import { noBorder, noFill } from './styles.ts';

/** px between the left edges of two columns of a data band. */
export function bandColumnWidth(band: DataBand): number {
  if (band.columns.width > 0) return band.columns.width;
  return round2((band.page?.width ?? band.width) / band.columns.count);
}

/** Puts a filled band into the band that collects (`run.outputBand`) instead of on the page. */
export function addRowToOutput(run: Run, band: Band): void {
  const { outputBand } = run;
  if (!outputBand) return;
  const { left, top } = band;
  band.left = run.curX;
  band.top = run.curY;
  const placed = placeBand(run, band);
  band.left = left;
  band.top = top;
  if (!placed) return;
  const row = new PlacedRow(band.source, noBorder, noFill, placed);
  row.left = placed.left;
  row.top = placed.top;
  row.setSize(placed.width, placed.height);
  row.parent = outputBand;
  outputBand.objects.push(row);
  run.curY = round2(run.curY + band.height);
}

/** A band of the same name that holds a row of band columns. */
function collectingBand(band: DataBand): Band {
  const row = new Band(band.source, noBorder, noFill);
  row.page = band.page;
  row.left = band.left;
  row.absRowNo = band.absRowNo;
  row.rowNo = band.rowNo;
  return row;
}

/** Rows of as many bands as there are columns; the tallest decides the height of a row. */
export function* showAcrossThenDown(run: Run, band: DataBand, rowCount: number): Steps {
  const source = band.dataSource;
  const { curX, curY } = run;
  const columnWidth = bandColumnWidth(band);
  band.width = columnWidth;
  let row: Band | undefined;
  let highest = 0;
  let column = 0;
  run.curY = 0;
  let y = curY;
  for (let i = 0; i < rowCount; i++) {
    row ??= collectingBand(band);
    if (i > 0) {
      band.rowNo += 1;
      band.absRowNo += 1;
      band.isFirstRow = false;
      band.isLastRow = i === rowCount - 1;
    }
    run.curX = column * columnWidth;
    run.curY = 0;
    const { outputBand } = run;
    run.outputBand = row;
    yield* run.calls.showBand(run, band);
    run.outputBand = outputBand;
    highest = Math.max(highest, run.curY);
    column += 1;
    if (column === band.columns.count || i === rowCount - 1) {
      run.curX = curX;
      run.curY = y;
      row.setSize(columnWidth, highest);
      if (outputBand) addRowToOutput(run, row);
      else yield* run.calls.addBand(run, row);
      y = run.curY;
      row = undefined;
      column = 0;
      highest = 0;
    }
    source?.next();
  }
  run.curX = curX;
  run.curY = y;
}

/** Fills one column after the other; a block higher than the page goes on, column by column, on the next one. */
export function* showDownThenAcross(run: Run, band: DataBand, rowCount: number): Steps {
  const source = band.dataSource;
  const { curX } = run;
  const startPage = run.prepared.current;
  const columnWidth = bandColumnWidth(band);
  band.width = columnWidth;
  let perColumn = Math.max(Math.ceil(rowCount / band.columns.count), band.columns.minRowCount);
  let startY = run.curY;
  let column = 0;
  let inColumn = 0;
  let lowest = startY;
  let page = startPage;
  for (let i = 0; i < rowCount; i++) {
    if (i > 0) {
      band.rowNo += 1;
      band.absRowNo += 1;
      band.isFirstRow = false;
      band.isLastRow = i === rowCount - 1;
    }
    run.curX = curX + column * columnWidth;
    const wouldEndPage = freeSpace(run) < band.height;
    if (wouldEndPage && column < band.columns.count - 1 && inColumn > 0) {
      column += 1;
      inColumn = 0;
      run.curY = startY;
      run.curX = curX + column * columnWidth;
    } else if (wouldEndPage && inColumn > 0) {
      run.curX = curX;
      yield* run.calls.endColumn(run);
      startY = run.curY;
      lowest = startY;
      column = 0;
      inColumn = 0;
      perColumn = Math.max(Math.ceil((rowCount - i) / band.columns.count), band.columns.minRowCount);
      run.curX = curX;
    }
    yield* run.calls.showBand(run, band);
    if (run.prepared.current !== page) {
      page = run.prepared.current;
      lowest = 0;
    }
    lowest = Math.max(lowest, run.curY);
    inColumn += 1;
    if (inColumn >= perColumn && column < band.columns.count - 1) {
      column += 1;
      inColumn = 0;
      run.curY = startY;
    }
    source?.next();
  }
  run.curX = curX;
  run.curY = lowest;
}
