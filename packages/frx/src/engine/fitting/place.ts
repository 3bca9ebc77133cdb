import { rectangle, stroked } from '../../objects/drawing/path.ts';
import { objectClass } from '../../objects/index.ts';
import { lineWidth, missingGlyph } from '../../text/index.ts';
import { LimitError } from '../../limits.ts';
import type { Link, PlacedObject } from '../../page.ts';
import { type ReportObject, TextObject } from '../build/components.ts';
import { TableCell, TableObject } from '../tables/tableObjects.ts';
import { Band, SubreportObject } from '../bands/reportBands.ts';
import { anchors, round2 } from './geometry.ts';
import { describeObject } from '../bands/objects.ts';
import { canPrint } from '../printing.ts';
import { templateOfTable } from '../tables/tables.ts';
import type { Calculate } from '../build/contents.ts';
import { currentSheet } from '../pages/prepared.ts';
import { addPending } from '../values/processAt.ts';
import type { Run } from '../run.ts';
import { isTransparent } from '../build/styles.ts';
import { placedValue } from './texts.ts';

/** Marks a text with an expression that could not be calculated. */
const failedPen = { color: '#ff0000', width: 1, dash: [3, 2] };

/** Returns a band placed on the page, with its contents; undefined if it is not printed here. */
export function placeBand(run: Run, band: Band): PlacedObject | undefined {
  if (!canPrint(run, band, band)) return undefined;
  if (!band.detached) setBookmark(run, band, band.top);
  const placed = placedOf(band, band.left, band.top);
  if (!run.draws && !holdsWaitingText(band)) {
    if (!band.detached) setBookmarksInside(run, band, band.top);
    leaveMarksInside(band);
    return placed;
  }
  for (const object of band.objects) {
    const child = placeObject(run, object, placed, band, placed);
    if (child) (placed.children ??= []).push(child);
  }
  return placed;
}

/**
 * Returns true if an object contains a text with ProcessAt. A first pass calculates these as well, because one that is calculated while its
 * row is being printed keeps that text.
 */
function holdsWaitingText(object: ReportObject): boolean {
  return (object instanceof TextObject && object.processAt !== 'Default') || object.objects.some(holdsWaitingText);
}

/** Places an object of a band, container or cell; its coordinates are relative to the top left corner of `parent`. */
export function placeObject(
  run: Run,
  object: ReportObject,
  parent: PlacedObject,
  band: Band,
  bandPlaced: PlacedObject,
): PlacedObject | undefined {
  if (object instanceof SubreportObject) return undefined;
  if (object instanceof TableObject && object.flows) return placeTemplate(run, object, parent, band, bandPlaced);
  if (!canPrint(run, object, band)) return undefined;
  if (object instanceof TextObject && object.autoWidth) applyAutoWidth(run, object, band.detached);
  const placed = placedOf(object, round2(parent.left + object.left), round2(parent.top + object.top));
  if (!band.detached) setBookmark(run, object, placed.top);
  if (object instanceof TextObject) {
    placed.text = { text: object.text, style: object.style };
    warnOfMissingGlyph(run, object);
    if (object.failed) placed.drawing = [stroked(rectangle(0, 0, object.width, object.height), failedPen)];
    if (object.source.attributes.get('Editable')?.toLowerCase() === 'true') placed.editable = true;
    const value = placedValue(run, object);
    if (value) placed.value = value;
    // In a part of a broken band or a row of band columns the object is a copy, which keeps its text.
    if (object.processAt !== 'Default' && run.objects.get(object.name.toLowerCase()) === object) {
      addPending(run, {
        object,
        processAt: object.processAt,
        placed,
        band: bandPlaced,
        templateBand: band,
        sheet: currentSheet(run.prepared),
      });
    }
  }
  describeObject(run, object, placed, band, bandPlaced);
  countDrawn(run, placed);
  const owner = object instanceof Band ? object : band;
  for (const inner of object.objects) {
    const child = placeObject(run, inner, placed, owner, bandPlaced);
    if (child) (placed.children ??= []).push(child);
  }
  return placed;
}

/**
 * Places the template of a table that is printed separately. It is invisible while its band is printed, unless its VisibleExpression is
 * true: then the template is printed in the band beside the result.
 */
function placeTemplate(
  run: Run,
  table: TableObject,
  parent: PlacedObject,
  band: Band,
  bandPlaced: PlacedObject,
): PlacedObject | undefined {
  if (!table.visibleExpression) return undefined;
  const { visible } = table;
  table.visible = false;
  const prints = canPrint(run, table, band);
  table.visible = visible;
  return prints ? placeObject(run, templateOfTable(table), parent, band, bandPlaced) : undefined;
}

/** Limit of shapes and texts in drawings for each object that a page may have; a text in cells has several for each cell. */
const DRAWN_PER_OBJECT = 5;

function countDrawn(run: Run, { drawing }: PlacedObject): void {
  if (!drawing) return;
  const sheet = currentSheet(run.prepared);
  sheet.drawn += drawing.length;
  if (sheet.drawn > run.limits.objectsPerPage * DRAWN_PER_OBJECT)
    throw new LimitError('objectsPerPage', run.limits.objectsPerPage);
}

function warnOfMissingGlyph(run: Run, object: TextObject): void {
  const missing = missingGlyph(run.fonts, object.style.font, object.text);
  if (missing === undefined) return;
  const code = missing.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const message = `No font has the character U+${code}; a box stands in its place.`;
  run.warn({ message, object: object.name, line: object.source.line });
}

/** Returns the placed form of an object without its contents. */
export function placedOf(object: ReportObject, left: number, top: number): PlacedObject {
  const placed: PlacedObject = {
    type: object.type,
    name: object.name,
    left,
    top,
    width: object.width,
    height: object.height,
  };
  const { fill, border } = object;
  if (fill.kind !== 'solid' || !isTransparent(fill.color)) placed.fill = fill;
  const { left: l, top: t, right: r, bottom: b } = border.lines;
  if ((l || t || r || b || border.shadow) && objectClass(object.type).drawnByBorder !== true) placed.border = border;
  const link = linkOf(object);
  if (link) placed.link = link;
  if (object.bookmarkName !== '') placed.bookmark = object.bookmarkName;
  if (!answer(object.exportableExpression, object.exportable)) placed.exportable = false;
  if (!answer(object.printableExpression, object.printable)) placed.printable = false;
  return placed;
}

function answer(expression: Calculate | undefined, otherwise: boolean): boolean {
  const value = expression?.();
  return typeof value === 'boolean' ? value : otherwise;
}

function linkOf(object: ReportObject): Link | undefined {
  const { link } = object;
  if (!link) return undefined;
  const value = object.linkValue === '' ? link.value : object.linkValue;
  if (value === '') return undefined;
  return { kind: link.kind, value, newTab: link.newTab };
}

function setBookmark(run: Run, object: ReportObject, top: number): void {
  const name = object.bookmarkName;
  if (name !== '' && !run.bookmarks.has(name)) {
    run.bookmarks.set(name, { page: run.prepared.current, offsetY: top });
    if (run.keep.keeping) run.keep.bookmarks.push(name);
  }
}

/** Marks inner texts with AutoWidth and tables as placed. A first pass places no objects, but this effect lasts. */
function leaveMarksInside(object: ReportObject): void {
  if (object instanceof TextObject && object.autoWidth) object.stopWrapping();
  for (const inner of object.objects) leaveMarksInside(inner);
  if (!(object instanceof TableObject) || !object.visible || object.isBuilt) return;
  object.wasPlaced = true;
  for (const cell of object.cells.flat()) leaveMarksInside(cell);
}

/** Sets the bookmarks of all inner objects. A first pass places no objects, but pages of the second pass may refer to their bookmarks. */
function setBookmarksInside(run: Run, object: ReportObject, top: number): void {
  for (const inner of object.objects) {
    setBookmark(run, inner, top + inner.top);
    setBookmarksInside(run, inner, top + inner.top);
  }
}

/**
 * Sets the width of a text with AutoWidth to that of its text on one line. A text aligned or anchored to the right keeps its right edge, a
 * centred one its centre. A cell keeps the width of its columns.
 */
function applyAutoWidth(run: Run, object: TextObject, detached: boolean): void {
  object.stopWrapping();
  if (object instanceof TableCell) return;
  const width = detached ? 0 : lineWidth(run.fonts, object, object);
  if (detached && object.text !== '')
    run.warn({
      message: `${object.name} is not visible: a text with AutoWidth has no width in a band that is split at a page break.`,
      object: object.name,
      line: object.source.line,
    });
  if ((object.anchor & anchors.right) !== 0 || object.style.horzAlign === 'Right') object.left = object.right - width;
  if (object.style.horzAlign === 'Center') object.left += (object.width - width) / 2;
  object.width = width;
}
