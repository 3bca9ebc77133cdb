import { breakText } from '../../text/index.ts';
import { type ReportObject, TextObject } from '../build/components.ts';
import { Band, SubreportObject } from '../bands/reportBands.ts';
import { anchors, endsBelow } from './geometry.ts';
import { plainTextStyle } from '../../objects/textStyle.ts';
import { isTransparent } from '../build/styles.ts';
import { breakOther } from '../bands/objects.ts';
import type { Run } from '../run.ts';
import { freeSpace } from '../pages/space.ts';

/** Number of times a band may move to a new page before it is printed even if it does not fit. */
export const AGAIN_LIMIT = 3;

/** Prints as much of a band as fits, goes to the next page and returns the rest, which the caller prints there. */
export function* breakBand(run: Run, band: Band): Generator<undefined, Band, undefined> {
  const head = withoutBands(band);
  const rest = unnumberedCopy(band);
  rest.objects = [];
  rest.canGrow = true;
  rest.startNewPage = false;
  rest.outline = undefined;
  rest.events = undefined;
  rest.mustBreak = true;
  head.setSize(head.width, freeSpace(run));
  if (splitBand(run, head, rest)) {
    yield* run.calls.addBand(run, head);
    yield* run.calls.endColumn(run);
    run.calls.calcHeight(run, rest);
  } else if (band.mustBreak) rest.checkFreeSpace = false;
  else {
    yield* run.calls.endColumn(run);
    run.calls.calcHeight(run, rest);
  }
  return rest;
}

/** Returns a copy of a band without child and row numbers. */
export function unnumberedCopy(band: Band): Band {
  const copy = band.copy();
  copy.child = undefined;
  copy.rowNo = 0;
  copy.absRowNo = 0;
  copy.detached = false;
  return copy;
}

/**
 * Returns a copy of a band without its subreports. Nested bands with CanBreak are replaced by their objects, after a text without content
 * that has their border and fill.
 */
function withoutBands(band: Band): Band {
  const copy = unnumberedCopy(band);
  copy.objects = copy.objects.flatMap((object) => {
    if (object instanceof SubreportObject) return [];
    if (!(object instanceof Band) || !object.canBreak) return [object];
    const inner = object.objects.filter((one) => !(one instanceof Band));
    for (const one of inner) {
      one.anchor = anchors.top | anchors.left;
      one.setDock('None');
      one.left += object.left;
      one.top += object.top;
      one.parent = copy;
    }
    const background = backgroundOf(object);
    return background ? [background, ...inner] : inner;
  });
  return copy;
}

/** Returns an unnamed, empty text with the border and fill of a band; undefined if the band has neither. */
function backgroundOf(band: Band): TextObject | undefined {
  const { lines } = band.border;
  const bordered = lines.left || lines.top || lines.right || lines.bottom || band.border.shadow;
  const filled = band.fill.kind !== 'solid' || !isTransparent(band.fill.color);
  if (!bordered && !filled) return undefined;
  const background = new TextObject(
    { ...band.source, type: 'TextObject', name: '' },
    band.border,
    band.fill,
    plainTextStyle,
  );
  background.left = band.left;
  background.top = band.top;
  background.setSize(band.width, band.height);
  background.canBreak = true;
  return background;
}

/** Moves the objects that do not fit the height of `head` to `rest`; returns false if none fits. */
function splitBand(run: Run, head: Band, rest: Band): boolean {
  const line = breakLine(run, head);
  for (const object of head.objects) {
    if (!endsBelow(object, line)) continue;
    if (object.top < line) {
      cutObject(run, object, line, rest);
      continue;
    }
    object.top += ((object.anchor & anchors.bottom) === 0 ? -line : 0) + 0.01;
    // Removed at once, because this arranges the docked objects again, which affects the objects that follow.
    head.objects = head.objects.filter((one) => one !== object);
    object.parent = rest;
    rest.objects.push(object);
  }
  head.height = line;
  rest.height -= line;
  return head.objects.length > 0;
}

/** Cuts an object at `line` and adds its lower part at the top of `rest`. @returns the lower part */
export function cutObject(run: Run, object: ReportObject, line: number, rest: Band): ReportObject {
  const lower = object.copy();
  lower.parent = rest;
  rest.objects.push(lower);
  lower.canGrow = true;
  lower.canShrink = false;
  lower.height -= line - object.top;
  lower.top = 0;
  object.height = line - object.top;
  breakObject(run, object, lower);
  return lower;
}

/** Returns the height at which the band is cut, so that the line crosses no object that cannot be broken. */
function breakLine(run: Run, band: Band): number {
  let line = band.height;
  for (;;) {
    const crossing = band.objects.find(
      (object) => object.top < line && endsBelow(object, line) && !canBreakAt(run, object, line - object.top),
    );
    if (!crossing) return line;
    line = Math.min(crossing.top, line);
  }
}

function canBreakAt(run: Run, object: ReportObject, height: number): boolean {
  if (!object.canBreak) return false;
  const tried = object.copy();
  tried.setSize(object.width, height);
  return breakObject(run, tried, undefined);
}

/** Leaves in `object` what fits its height and moves the rest to `rest`; returns false if nothing fits or the object cannot be broken. */
function breakObject(run: Run, object: ReportObject, rest: ReportObject | undefined): boolean {
  if (!(object instanceof TextObject)) return breakOther(run, object, rest);
  const parts = breakText(run.fonts, object, object);
  if (!parts) return false;
  if (rest instanceof TextObject) {
    rest.text = parts.rest;
    if (parts.skipFirstLineIndent)
      rest.style = { ...rest.style, paragraph: { ...rest.style.paragraph, skipFirstLineIndent: true } };
  }
  object.text = parts.head;
  if (parts.forceJustify) object.style = { ...object.style, forceJustify: true };
  return true;
}

/** Returns true when an object of the band has PageBreak. */
export const hasPageBreaks = (band: Band): boolean => band.objects.some((object) => object.pageBreak);

/**
 * Splits a band at its objects with PageBreak, in document order. Each of them begins a part that starts a page; the part before the first
 * one starts a page if the band does.
 */
export function splitAtPageBreaks(band: Band): Band[] {
  const parts: Band[] = [];
  let from = 0;
  let part: Band | undefined;
  for (const object of band.objects) {
    if (object.pageBreak) {
      if (part) part.height = object.top - from;
      part = undefined;
      from = object.top;
    }
    if (!part) {
      part = unnumberedCopy(band);
      part.objects = [];
      part.detached = true;
      if (object.pageBreak) part.startNewPage = true;
      parts.push(part);
    }
    const moved = object.copy();
    moved.top = object.top - from;
    moved.parent = part;
    part.objects.push(moved);
  }
  if (part) part.height = band.height - from;
  return parts;
}
