import { flowTable, flowTablesSideBySide, gridHeight, gridWidth, type TableFlow } from '../../objects/table/index.ts';
import type { PlacedObject } from '../../page.ts';
import type { TableObject } from './tableObjects.ts';
import type { Band } from '../bands/reportBands.ts';
import { round2 } from '../fitting/geometry.ts';

import { placedOf } from '../fitting/place.ts';
import { canPrint } from '../printing.ts';
import { currentSheet } from '../pages/prepared.ts';
import type { Run, Steps } from '../run.ts';
import { drain } from '../steps.ts';
import { freeSpace, pageWidth } from '../pages/space.ts';
import { CellNames } from './cellNames.ts';
import { cellTools, mergeDuplicates, placeTable, tablesBelow } from './tables.ts';

/** Prints the built tables of a band below it. */
export function* showFlowingTables(run: Run, band: Band): Steps {
  const tables = tablesBelow(band)
    .filter((table) => table.grid)
    .toSorted((a, b) => a.left - b.left);
  const [first] = tables;
  if (!first) return;
  // The finished table fires the AfterData event of its template once more.
  for (const table of tables) if (table.isBuiltByScript) run.fire(table, 'AfterData');
  const flows = tables.map((table, i) => {
    table.showLines();
    const before = tables[i - 1];
    const grid = table.grid!;
    if (tables.length === 1) mergeDuplicates(grid);
    const names = new CellNames(grid);
    return {
      grid,
      tools: cellTools(run, names),
      options: { ...table.options, canBreak: table.canBreak || table.matrix !== undefined, height: gridHeight(grid) },
      flow: flowOf(run, band, table, names),
      gap: before ? table.left - before.left - before.statedWidth : 0,
    };
  });
  run.prepared.holding += 1;
  if (flows.length > 1) flowTablesSideBySide(flows, first.left);
  else
    for (const { grid, tools, options, flow } of flows)
      flowTable(grid, tools, options, flow, first.resultLeft ?? first.left);
  run.prepared.holding -= 1;
  run.curY = round2(run.curY);
  for (const table of tables) table.grid = table.resultLeft = undefined;
  yield;
}

function flowOf(run: Run, band: Band, table: TableObject, names: CellNames): TableFlow {
  const { prepared } = run;
  // Every part has the size of the whole table.
  const size = table.grid && { width: round2(gridWidth(table.grid)), height: round2(gridHeight(table.grid)) };
  return {
    freeSpace: () => freeSpace(run),
    pageWidth: () => (run.page.unlimitedWidth ? Number.POSITIVE_INFINITY : pageWidth(run.page)),
    get curY() {
      return run.curY;
    },
    set curY(value) {
      run.curY = value;
    },
    get curPage() {
      return prepared.current;
    },
    set curPage(value) {
      prepared.current = value;
    },
    startNewPage: () => {
      drain(run.calls.endPage(run, true));
    },
    endPage: () => {
      drain(run.calls.endPage(run, false));
    },
    endColumn: () => {
      drain(run.calls.endColumn(run));
    },
    writeOver: (on) => {
      prepared.appends = !on;
    },
    mayMoveKept: () => run.keep.keeping && run.keep.startY > 0 && band.isFirstRow,
    unlimitedWidth: run.page.unlimitedWidth,
    unlimitedHeight: run.page.unlimitedHeight,
    place: (part) => {
      // A table that cannot break, or one across pages of which the next has a higher footer, may need more height than is left: it moves
      // to the next column, and the part of its band that does not fit there to the one after.
      if (round2(part.bandHeight) > freeSpace(run)) drain(run.calls.endColumn(run));
      const fits = table.canBreak || table.matrix ? Math.min(part.bandHeight, freeSpace(run)) : part.bandHeight;
      // A part on a later page is placed in its first column.
      const holder = putHolder(run, part.bandWidth, fits);
      if (printsPart(run, table)) {
        const placed = { ...placedOf(table, round2(holder.left + part.left), holder.top), ...size };
        placeTable(run, table, placed, band, holder, { ...part, names });
        holder.children = [placed];
      }
      if (fits === part.bandHeight) return;
      drain(run.calls.endColumn(run));
      putHolder(run, part.bandWidth, part.bandHeight - fits);
    },
    aborted: () => run.stopped,
  };
}

/**
 * Returns true if a part of a table that a script has built is printed on its page, by PrintOn and VisibleExpression; a matrix is always
 * printed.
 */
function printsPart(run: Run, table: TableObject): boolean {
  if (table.matrix || table.advMatrix) return true;
  const { visible } = table;
  const prints = canPrint(run, table, undefined);
  table.visible = visible;
  return prints;
}

/** Adds a band without a name at the current position and moves this to its end. */
function putHolder(run: Run, width: number, height: number): PlacedObject {
  const holder: PlacedObject = {
    type: 'DataBand',
    name: '',
    left: round2(run.originX + run.curX),
    top: round2(run.curY),
    width: round2(width),
    height: round2(height),
  };
  currentSheet(run.prepared).objects.push(holder);
  run.curY = round2(run.curY + holder.height);
  return holder;
}
