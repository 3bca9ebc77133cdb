import type { PlacedObject } from '../../page.ts';
import { type Dock, isSquare } from '../build/components.ts';
import { anchors, pxOfMm, round2 } from '../fitting/geometry.ts';
import { moveObject } from '../keeping/keep.ts';
import { Band, DataBand } from '../bands/reportBands.ts';
import type { Paper, Sheet } from '../state.ts';
import type { Run } from '../run.ts';

/** Bands that are printed in the columns of a page and keep their width there. */
const inColumns = new Set([
  'DataHeaderBand',
  'DataBand',
  'DataFooterBand',
  'GroupHeaderBand',
  'GroupFooterBand',
  'ColumnHeaderBand',
  'ColumnFooterBand',
  'ReportSummaryBand',
]);

/**
 * Sets the bands of a finished page, including nested ones, to the width of the page, in place of that of the template or the engine; their
 * objects follow by their anchors and docks (docs/frx/layout.md, Widths of bands).
 */
export function updateWidths(run: Run, sheet: Sheet): void {
  const width = sheet.page.unlimitedWidth ? contentWidth(run, sheet.objects) : paperWidthInside(sheet.paper);
  for (const band of sheet.objects) updateWidth(run, sheet, band, undefined, round2(width));
}

/** Returns the width in px between the margins of the paper. */
const paperWidthInside = (paper: Paper): number => pxOfMm(paper.paperWidth - paper.leftMargin - paper.rightMargin);

/** Returns the width in px of the objects on an unlimited page, without those anchored to the right or docked. */
export function contentWidth(run: Run, bands: readonly PlacedObject[]): number {
  let widest = 0;
  for (const band of bands) {
    for (const object of band.children ?? []) {
      const { anchor, dock } = sidesOf(run, object);
      if ((anchor & anchors.right) === 0 && dock === 'None')
        widest = Math.max(widest, object.left - band.left + object.width);
    }
  }
  return widest;
}

function updateWidth(
  run: Run,
  sheet: Sheet,
  object: PlacedObject,
  parent: PlacedObject | undefined,
  pageWidth: number,
): void {
  if (object.type.endsWith('Band')) {
    const left = parent ? object.left - parent.left : object.left;
    resize(run, object, widthOf(run, sheet, { object, parent, left, pageWidth }) - object.width, 0);
  }
  for (const child of object.children ?? []) updateWidth(run, sheet, child, object, pageWidth);
}

function widthOf(
  run: Run,
  { page, paper }: Sheet,
  band: { object: PlacedObject; parent: PlacedObject | undefined; left: number; pageWidth: number },
): number {
  const { object, parent, left, pageWidth } = band;
  const template = run.objects.get(object.name.toLowerCase());
  if (template instanceof DataBand) {
    // Columns that an event of a page or the engine, from an unlimited page, has set later do not count.
    const { count, width } = template.startedColumns;
    if (count > 1) return width > 0 ? width : paperWidthInside(paper) / count;
    if (template.idColumn !== '' && template.parentIdColumn !== '') return pageWidth - left;
  }
  const type = object.type === 'ChildBand' ? (parent?.type ?? '') : object.type;
  return page.columnCount > 1 && inColumns.has(type) ? object.width : pageWidth;
}

/** Arranges the docked objects of a placed band or container again, each in the space that the ones before it leave. */
export function arrangeDocks(run: Run, { left, top, width, height, children = [] }: PlacedObject): void {
  const free = { left, top, width, height };
  for (const child of children) {
    const { dock } = sidesOf(run, child);
    if (dock !== 'None') takeSide(run, child, dock, free);
    child.left = round2(child.left);
    child.top = round2(child.top);
  }
}

/** Changes the size of a placed object by (dx, dy) px; its contents follow. */
export function resize(run: Run, object: PlacedObject, dx: number, dy: number): void {
  if (Math.abs(dx) <= 0.001 && Math.abs(dy) <= 0.001) return;
  object.width = round2(object.width + dx);
  object.height = round2(object.height + dy);
  if (isSquare(object.type)) {
    if (dy === 0) object.height = object.width;
    else object.width = object.height;
  }
  if (!object.children || object.table) return;
  const free = { left: object.left, top: object.top, width: object.width, height: object.height };
  for (const child of object.children) {
    const { anchor, dock } = sidesOf(run, child);
    followAnchor(run, child, anchor, dx, dy);
    if (dock !== 'None') takeSide(run, child, dock, free);
  }
}

function sidesOf(run: Run, object: PlacedObject): { readonly anchor: number; readonly dock: Dock } {
  const template = run.objects.get(object.name.toLowerCase());
  if (!template || template instanceof Band) return { anchor: anchors.left | anchors.top, dock: 'None' };
  return template;
}

function followAnchor(run: Run, object: PlacedObject, anchor: number, dx: number, dy: number): void {
  const has = (side: number): boolean => (anchor & side) !== 0;
  if (has(anchors.right)) {
    if (has(anchors.left)) resize(run, object, dx, 0);
    else moveObject(object, dx, 0);
  } else if (!has(anchors.left)) moveObject(object, dx / 2, 0);
  if (has(anchors.bottom)) {
    if (has(anchors.top)) resize(run, object, 0, dy);
    else moveObject(object, 0, dy);
  } else if (!has(anchors.top)) moveObject(object, 0, dy / 2);
}

function takeSide(
  run: Run,
  object: PlacedObject,
  dock: Dock,
  free: { left: number; top: number; width: number; height: number },
): void {
  const { width, height } = object;
  const across = dock === 'Left' || dock === 'Right';
  const left = dock === 'Right' ? free.left + free.width - width : free.left;
  const top = dock === 'Bottom' ? free.top + free.height - height : free.top;
  moveObject(object, left - object.left, top - object.top);
  const toWidth = across ? width : free.width;
  const toHeight = dock === 'Top' || dock === 'Bottom' ? height : free.height;
  resize(run, object, toWidth - object.width, toHeight - object.height);
  if (dock === 'Fill') Object.assign(free, { width: 0, height: 0 });
  else if (across) {
    if (dock === 'Left') free.left += width;
    free.width -= width;
  } else {
    if (dock === 'Top') free.top += height;
    free.height -= height;
  }
}
