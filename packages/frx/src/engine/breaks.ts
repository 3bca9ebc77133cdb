import { breakText } from '../text/index.ts';
import { type ReportObject, TextObject } from './components.ts';
import { type Band } from './reportBands.ts';
import { anchors } from './geometry.ts';
import { breakOther } from './objects.ts';
import type { Run, Steps } from './run.ts';
import { freeSpace } from './space.ts';

/** How often a band may ask for a fresh page before it is put down as it is. */
export const AGAIN_LIMIT = 3;

/** Prints as much of a band as fits, and the rest on the next page. */
export function* breakBand(run: Run, band: Band): Steps {
  const head = band.copy();
  const rest = band.copy();
  head.child = undefined;
  rest.objects = [];
  rest.child = undefined;
  rest.canGrow = true;
  rest.startNewPage = false;
  rest.outline = undefined;
  rest.bookmark = undefined;
  rest.events = undefined;
  rest.mustBreak = true;
  const { height } = band;
  head.setSize(head.width, freeSpace(run));
  rest.setSize(rest.width, height);
  if (splitBand(run, head, rest)) {
    head.checkFreeSpace = false;
    yield* run.calls.addBand(run, head);
    yield* run.calls.endColumn(run);
    yield* run.calls.showOnce(run, rest, false);
    return;
  }
  if (band.mustBreak) {
    rest.checkFreeSpace = false;
    yield* run.calls.addBand(run, rest);
  } else {
    yield* run.calls.endColumn(run);
    yield* run.calls.showOnce(run, rest, false);
  }
}

/** Moves what does not fit the height of `head` to `rest`; false when nothing fits. */
function splitBand(run: Run, head: Band, rest: Band): boolean {
  const { height } = rest;
  const line = breakLine(run, head);
  const stay: ReportObject[] = [];
  for (const object of head.objects) {
    if (object.bottom <= line) {
      stay.push(object);
      continue;
    }
    if (object.top < line) {
      const rest2 = object.copy();
      rest2.canGrow = true;
      rest2.canShrink = false;
      rest2.setSize(object.width, object.height - (line - object.top));
      rest2.top = 0;
      object.setSize(object.width, line - object.top);
      breakObject(run, object, rest2);
      rest2.parent = rest;
      rest.objects.push(rest2);
      stay.push(object);
      continue;
    }
    object.top += ((object.anchor & anchors.bottom) === 0 ? -line : 0) + 0.01;
    object.parent = rest;
    rest.objects.push(object);
  }
  head.objects = stay;
  head.setSize(head.width, line);
  rest.height = height - line;
  return stay.length > 0;
}

/** The height at which the band is cut: no object that cannot be broken crosses it. */
function breakLine(run: Run, band: Band): number {
  let line = band.height;
  for (;;) {
    const crossing = band.objects.find(
      (object) => object.top < line && object.bottom > line && !canBreakAt(run, object, line - object.top),
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

/** Leaves in `object` what fits its height and puts the rest into `rest`; false when nothing fits or it cannot be broken. */
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

/** Whether an object of the band asks for a new page. */
export const hasPageBreaks = (band: Band): boolean => band.objects.some((object) => object.pageBreak);

/** The parts of a band with objects that ask for a new page: each such object begins a part; all but a first one without starts a new page. */
export function splitAtPageBreaks(band: Band): Band[] {
  const parts: Band[] = [];
  let from = 0;
  let part: Band | undefined;
  const close = (bottom: number): void => {
    if (part) part.setSize(band.width, bottom - from);
  };
  for (const object of band.objects.toSorted((a, b) => a.top - b.top)) {
    if (object.pageBreak || !part) {
      if (object.pageBreak) {
        close(object.top);
        from = object.top;
      }
      part = band.copy();
      part.startNewPage = object.pageBreak;
      part.objects = [];
      parts.push(part);
    }
    const moved = object.copy();
    moved.top -= from;
    moved.parent = part;
    part.objects.push(moved);
  }
  close(band.height);
  return parts;
}
