import type { PlacedObject } from '../../page.ts';
import { TextObject } from '../build/components.ts';
import { arrangeDocks, resize } from '../columns/widths.ts';
import { moveObject } from '../keeping/keep.ts';
import type { Run } from '../run.ts';

/** Greatest distance of adjacent bands, in px. */
const gap = 0.5;
/** Edges closer than this coincide; px. */
const near = 0.01;

/** A text with its parent, which determines its top and bottom, and its band. */
interface Found {
  readonly parent: PlacedObject;
  readonly object: PlacedObject;
  readonly template: TextObject;
  readonly band: string;
  /** Top of the parent within its own parent. */
  readonly parentTop: number;
  /** Height of the parent when its docks are arranged again: a cell then has that of the first rows of its table. */
  readonly parentHeight: number;
}

/**
 * Applies Duplicates and MergeMode to the bands of a page. With Duplicates, equal texts of one object in adjacent bands are hidden or
 * emptied after the first, or merged into the last. With MergeMode, equal texts in bands of the same name are merged where their edges
 * coincide, ordered from left to right and top to bottom, in two passes. Cells of tables are not merged.
 */
export function applyDuplicates(run: Run, bands: PlacedObject[]): PlacedObject[] {
  const templates = treatedTexts(run);
  if (templates.size === 0) return bands;
  const found: Found[] = [];
  for (const band of bands) collect(templates, band, { band: band.name, top: band.top, height: band.height }, found);
  // Groups of equal texts that end before the end of the page are processed first, the others last.
  const open = new Map<TextObject, Found[]>();
  for (const one of found) {
    if (one.template.duplicates === 'Show') continue;
    const texts = open.get(one.template) ?? [];
    open.set(one.template, texts);
    if (texts.length > 0 && !follows(texts.at(-1)!, one)) treatRun(run, texts.splice(0));
    texts.push(one);
  }
  const byBand = Map.groupBy(
    found.filter(
      ({ template, object }) => template.mergeMode !== 0 && object.text !== undefined && object.type !== 'TableCell',
    ),
    ({ band }) => band,
  );
  for (const texts of byBand.values()) mergeTexts(run, texts);
  for (const texts of open.values()) treatRun(run, texts);
  return bands;
}

const treated = new WeakMap<Run, Map<string, TextObject>>();

function treatedTexts(run: Run): Map<string, TextObject> {
  let texts = treated.get(run);
  if (!texts) {
    texts = new Map();
    for (const object of run.objects.values())
      if (object instanceof TextObject && (object.duplicates !== 'Show' || object.mergeMode !== 0))
        texts.set(object.name, object);
    treated.set(run, texts);
  }
  return texts;
}

function collect(
  templates: ReadonlyMap<string, TextObject>,
  parent: PlacedObject,
  place: { readonly band: string; readonly top: number; readonly height: number },
  found: Found[],
): void {
  for (const object of parent.children ?? []) {
    const template = templates.get(object.name);
    if (template && object.text)
      found.push({ parent, object, template, band: place.band, parentTop: place.top, parentHeight: place.height });
    const band = object.type.endsWith('Band') ? object.name : place.band;
    const height = object.cell ? heightOfFirstRows(parent, object.cell.rowSpan) : object.height;
    collect(templates, object, { band, top: object.top - parent.top, height }, found);
  }
}

const heightOfFirstRows = ({ table }: PlacedObject, count: number): number =>
  (table?.rows ?? []).slice(0, count).reduce((sum, height) => sum + height, 0);

const follows = (above: Found, below: Found): boolean =>
  above.object.text?.text === below.object.text?.text &&
  Math.abs(above.parentTop + above.parent.height - below.parentTop) <= gap;

function treatRun(run: Run, texts: readonly Found[]): void {
  const last = texts.at(-1)!;
  switch (last.template.duplicates) {
    case 'Clear':
      for (const { object } of texts.slice(1)) if (object.text) object.text = { ...object.text, text: '' };
      break;
    case 'Hide':
      for (const one of texts.slice(1)) remove(one);
      break;
    case 'Merge': {
      const above = last.object.top - texts[0]!.object.top;
      for (const one of texts.slice(0, -1)) remove(one);
      move(run, last, 0, -above);
      grow(run, last, 0, above);
      break;
    }
    case 'Show':
  }
}

/** Moves a text. If it is docked, the docked objects that remain in its parent are arranged again. */
function move(run: Run, { parent, parentHeight, object, template }: Found, dx: number, dy: number): void {
  moveObject(object, dx, dy);
  if (template.dock !== 'None') arrangeDocks(run, { ...parent, height: parentHeight });
}

/** As `move`, but changes the size. */
function grow(run: Run, { parent, parentHeight, object, template }: Found, dx: number, dy: number): void {
  resize(run, object, dx, dy);
  if (template.dock !== 'None') arrangeDocks(run, { ...parent, height: parentHeight });
}

/** Removes a text. Its position is then that within its parent, which MergeMode compares. */
function remove({ parent, object }: Found): void {
  parent.children = parent.children?.filter((child) => child !== object);
  moveObject(object, -parent.left, -parent.top);
}

const horizontal = 1;
const vertical = 2;

function mergeTexts(run: Run, texts: Found[]): void {
  const left = texts.toSorted((a, b) => a.object.left - b.object.left || a.object.top - b.object.top);
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < left.length; i++) {
      for (let j = i + 1; j < left.length;) {
        if (merge(run, left[i]!, left[j]!)) remove(left.splice(j, 1)[0]!);
        else j += 1;
      }
    }
  }
}

/** Compares edges in the precision of the reference. */
const meet = (a: number, b: number): boolean => Math.abs(Math.fround(Math.fround(a) - Math.fround(b))) < near;

function merge(run: Run, into: Found, other: Found): boolean {
  const a = into.object;
  const b = { ...other.object };
  if (a.text?.text !== b.text?.text) return false;
  const modes = into.template.mergeMode & other.template.mergeMode;
  if ((modes & vertical) !== 0 && meet(a.width, b.width) && meet(a.left, b.left)) {
    const below = meet(a.top + a.height, b.top);
    if (!below && !meet(a.top, b.top + b.height)) return false;
    grow(run, into, 0, b.height);
    if (!below) move(run, into, 0, -b.height);
    return true;
  }
  if ((modes & horizontal) !== 0 && meet(a.height, b.height) && meet(a.top, b.top)) {
    const right = meet(a.left + a.width, b.left);
    if (!right && !meet(a.left, b.left + b.width)) return false;
    grow(run, into, b.width, 0);
    if (!right) move(run, into, -b.width, 0);
    return true;
  }
  return false;
}
