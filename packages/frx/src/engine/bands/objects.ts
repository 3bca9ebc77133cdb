import type { PlacedObject } from '../../page.ts';
import { notePlace } from '../../limits.ts';
import { breakText } from '../../text/index.ts';
import { DrawnObject, type ReportObject, TextObject } from '../build/components.ts';
import { TableCell, TableObject } from '../tables/tableObjects.ts';
import { Band } from './reportBands.ts';
import { describeCellular, describeDrawn, fillDrawn } from '../build/drawn.ts';
import { fillAdvMatrix } from '../tables/advMatrices.ts';
import { fillMatrix } from '../tables/matrices.ts';
import type { Run } from '../run.ts';
import { applyEvenStyle } from '../build/styles.ts';
import { breakTable, buildByScript, fillTable, fitCells, partsOf, placeTable } from '../tables/tables.ts';
import { fillText } from '../fitting/texts.ts';
import { fillLink } from '../values/links.ts';

/**
 * Saves the state of a band and its objects and fires BeforePrint, first that of the band; then applies the even style in every second row.
 * A band that contains rows of band columns fires the events of these rows once more.
 */
export function prepareObjects(run: Run, band: Band): void {
  band.save();
  band.isRunning = true;
  run.fire(band, 'BeforePrint');
  for (const object of band.objects) prepareObject(run, object, true);
  if (band.rowNo % 2 !== 0) return;
  applyEvenStyle(band);
  for (const object of band.objects) applyEvenStyle(object);
}

/**
 * As `prepareObjects`, for one object and its contents. Contents of a container or table are prepared before it, contents of a cell after
 * it. Cells of a table that a script builds fire their events when they are printed.
 */
export function prepareObject(run: Run, object: ReportObject, fireEvents: boolean): void {
  if (object instanceof Band) prepareObjects(run, object);
  else prepareInside(run, object, fireEvents);
  if (fireEvents && !(object instanceof TableCell)) run.fire(object, 'BeforePrint');
}

function prepareInside(run: Run, object: ReportObject, fireEvents: boolean): void {
  object.save();
  if (fireEvents && object instanceof TableCell) run.fire(object, 'BeforePrint');
  for (const inner of object.objects) prepareObject(run, inner, fireEvents);
  if (object instanceof TableObject) {
    if (!object.isBuilt) for (const part of partsOf(object)) prepareObject(run, part, fireEvents);
    const prints = object.visible && object.parent?.visible !== false;
    if (prints && object.isBuilt && object.parent instanceof Band && !object.options.printOnParent)
      endAboveTable(object.parent, object);
    if (fireEvents && prints && object.isBuiltByScript) buildByScript(run, object);
  }
}

/**
 * Ends the band at the top of a table that is built. The objects below the table are not saved yet, so that those anchored to the bottom
 * stay at their new positions.
 */
function endAboveTable(band: Band, table: TableObject): void {
  band.height = table.top;
  band.canGrow = false;
  band.canShrink = false;
}

/** Fires AfterPrint and restores the saved states, first that of the band. Objects added since `prepareObjects` are removed. */
export function finishObjects(run: Run, band: Band): void {
  run.fire(band, 'AfterPrint');
  restore(run, band);
  band.isRunning = false;
  for (const object of band.objects) finishObject(run, object);
}

/** Restores an object. Objects that a script has added to it are unregistered. */
function restore(run: Run, object: ReportObject): void {
  const before = object.objects;
  object.restore();
  if (object.objects.length === before.length) return;
  for (const added of before.slice(object.objects.length)) {
    const name = added.name.toLowerCase();
    if (run.objects.get(name) === added) run.objects.delete(name);
  }
}

/** As `finishObjects`, for one object and its contents. A band inside fires AfterPrint twice: as an object and as a band. */
export function finishObject(run: Run, object: ReportObject): void {
  run.fire(object, 'AfterPrint');
  if (object instanceof Band) {
    finishObjects(run, object);
    return;
  }
  restore(run, object);
  for (const inner of object.objects) finishObject(run, inner);
  if (!(object instanceof TableObject) || object.isBuilt) return;
  for (const part of partsOf(object)) finishObject(run, part);
  fitCells(object);
}

/** Fills a band or object with data: its contents first, then its AfterData event. */
export function fillObject(run: Run, object: ReportObject): void {
  try {
    fill(run, object);
  } catch (error) {
    notePlace(error, object.source);
    throw error;
  }
}

function fill(run: Run, object: ReportObject): void {
  fillLink(run, object);
  if (object instanceof TextObject) fillText(run, object);
  else if (object instanceof TableObject && object.matrix) fillMatrix(run, object, object.matrix);
  else if (object instanceof TableObject && object.advMatrix) fillAdvMatrix(run, object, object.advMatrix);
  else if (object instanceof TableObject) fillTable(run, object);
  else if (object instanceof DrawnObject) fillDrawn(run, object);
  // A table that is built appends its result to these objects.
  const { objects } = object;
  for (let i = 0, count = objects.length; i < count; i++) {
    const inner = objects[i]!;
    fillObject(run, inner);
    run.fire(inner, 'AfterData');
    breakIntoNext(run, inner);
  }
  if (object.parent === undefined || object instanceof Band) run.fire(object, 'AfterData');
}

/** BreakTo: the text that does not fit an object continues in another one. */
function breakIntoNext(run: Run, object: ReportObject): void {
  if (!(object instanceof TextObject) || !object.breakTo) return;
  const parts = breakText(run.fonts, object, object);
  if (!parts) return;
  object.breakTo.text = parts.rest;
  object.text = parts.head;
}

/** Breaks an object other than a text; returns false if it cannot be broken. */
export function breakOther(run: Run, object: ReportObject, rest: ReportObject | undefined): boolean {
  return object instanceof TableObject && breakTable(run, object, rest instanceof TableObject ? rest : undefined);
}

/** Adds the properties of a placed object beyond fill, border and text. */
export function describeObject(
  run: Run,
  object: ReportObject,
  placed: PlacedObject,
  band: Band,
  bandPlaced: PlacedObject,
): void {
  if (object instanceof TableObject) placeTable(run, object, placed, band, bandPlaced);
  else if (object instanceof DrawnObject) describeDrawn(run, object, placed);
  else if (object instanceof TextObject && object.type === 'CellularTextObject') describeCellular(run, object, placed);
}
