import { introSort } from '../../expression/introSort.ts';
import { DrawnObject, isContainer, type ReportObject, TextObject } from '../build/components.ts';
import { TableObject } from '../tables/tableObjects.ts';
import { Band } from '../bands/reportBands.ts';
import { cellularNeededHeight, drawnNeededHeight } from '../build/drawn.ts';
import { tableHeight } from '../tables/tables.ts';
import { neededHeight } from '../../text/index.ts';
import type { Run } from '../run.ts';

/** Coordinates closer than this count as equal. */
const nearly = 1e-4;

/** Grows, shrinks and shifts the objects of a band and sets its height (docs/frx/layout.md, Height of bands and containers). */
export function calcHeight(run: Run, band: ReportObject): void {
  const lowest = arrange(run, band.objects);
  if ((band.canGrow && lowest > band.height) || (band.canShrink && lowest < band.height)) band.height = lowest;
  growToBottom(band);
}

/**
 * Sets the height of a band with flowing tables: it ends where the first one begins, regardless of the growth of its objects, which still
 * grow and shift.
 */
export function endAboveTables(run: Run, band: Band, top: number): void {
  band.height = top;
  arrange(run, band.objects);
  growToBottom(band);
}

function growToBottom(band: ReportObject): void {
  for (const object of band.objects) if (object.growToBottom) object.height = band.height - object.top;
}

/**
 * Arranges the objects of a table cell whose text needs `textHeight` px. Invisible objects occupy space as well. Returns the height of the
 * cell.
 */
export function cellHeight(run: Run, cell: ReportObject, textHeight: number): number {
  const height = Math.max(textHeight, arrange(run, cell.objects, true));
  for (const object of cell.objects) if (object.growToBottom) object.height = height - object.top;
  return height;
}

/**
 * Sets the heights and positions of the objects of a band or container. Returns the lowest bottom of the visible ones, in a cell of all.
 */
function arrange(run: Run, objects: readonly ReportObject[], inCell = false): number {
  if (objects.length === 0) return 0;
  const sorted = [...objects];
  introSort(sorted, (a, b) => a.top - b.top);
  const heights = sorted.map((object) => (inCell || object.visible ? wantedHeight(run, object) : object.height));
  const shifts = sorted.map(() => 0);
  for (let i = 0; i < sorted.length; i++) {
    const above = sorted[i]!;
    const change = heights[i]! - above.height;
    if (change === 0) continue;
    for (let j = i + 1; j < sorted.length; j++) {
      const below = sorted[j]!;
      if (below.shiftMode === 'Never' || below.top < above.bottom - nearly) continue;
      if (
        below.shiftMode === 'WhenOverlapped' &&
        (below.left > above.right - nearly || above.left > below.right - nearly)
      )
        continue;
      const carried = change + shifts[i]!;
      shifts[j] = change > 0 ? Math.max(carried, shifts[j]!) : Math.min(carried, shifts[j]!);
    }
  }
  let lowest = 0;
  for (const [i, object] of sorted.entries()) {
    const { dock } = object;
    // In a cell each change of a docked object arranges all docked objects again, which determines its final height.
    if (!inCell) object.dock = 'None';
    object.height = heights[i]!;
    if (shifts[i] !== 0) object.top += shifts[i]!;
    const counts = inCell || (object.visible && !isPrintedApart(object));
    if (counts && object.bottom > lowest) lowest = object.bottom;
    if (!inCell) object.dock = dock;
  }
  return lowest;
}

/** Returns true for a table whose result is printed separately: its template occupies no space. */
const isPrintedApart = (object: ReportObject): boolean => object instanceof TableObject && object.flows;

function wantedHeight(run: Run, object: ReportObject): number {
  const { height } = object;
  if (!(object.canGrow || object.canShrink)) return height;
  if (isPrintedApart(object)) return height;
  const needed =
    object instanceof TextObject && object.type !== 'CellularTextObject'
      ? neededHeight(run.fonts, object, object)
      : neededObjectHeight(run, object);
  return (object.canGrow && needed > height) || (object.canShrink && needed < height) ? needed : height;
}

/** Returns the height that an object other than a text needs. */
function neededObjectHeight(run: Run, object: ReportObject): number {
  if (object instanceof TableObject) return tableHeight(run, object);
  if (object instanceof TextObject) return cellularNeededHeight(run, object);
  if (object instanceof DrawnObject) return drawnNeededHeight(run, object);
  if (isContainer(object)) return containerHeight(run, object);
  if (object instanceof Band) {
    run.fire(object, 'BeforeLayout');
    calcHeight(run, object);
    run.fire(object, 'AfterLayout');
    return object.height;
  }
  return object.height;
}

/** Arranges the objects of a container and returns its height. Objects that end below the lowest visible one are cut there. */
function containerHeight(run: Run, container: ReportObject): number {
  run.fire(container, 'BeforeLayout');
  const lowest = arrange(run, container.objects);
  for (const object of container.objects)
    if (object.growToBottom || object.bottom > lowest) object.height = lowest - object.top;
  run.fire(container, 'AfterLayout');
  return lowest;
}
