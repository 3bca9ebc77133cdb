import type { PlacedObject } from '../../page.ts';
import { type Dock, TextObject } from '../build/components.ts';
import type { Run } from '../run.ts';

/** Bands this near to each other are neighbours; px. */
const gap = 0.5;
/** Edges nearer than this are the same; px. */
const near = 0.01;

/** A text with what it stands in: its parent, which decides where it begins and ends, and its band. */
interface Found {
  readonly parent: PlacedObject;
  readonly object: PlacedObject;
  readonly template: TextObject;
  readonly band: string;
  /** Top of the parent within its own parent. */
  readonly parentTop: number;
}

/**
 * Applies Duplicates and MergeMode to the bands of a page. Equal texts of one object in neighbouring bands: the later ones are hidden or
 * emptied, or all are merged into the last. Equal texts with a MergeMode in bands of one name become one where their edges meet, first from
 * left to right and top to bottom, then once more with what has come of it. Cells of tables are not merged.
 */
export function applyDuplicates(run: Run, bands: PlacedObject[]): PlacedObject[] {
  const templates = treatedTexts(run);
  if (templates.size === 0) return bands;
  const found: Found[] = [];
  for (const band of bands) collect(templates, band, { band: band.name, top: band.top }, found);
  const byObject = Map.groupBy(
    found.filter(({ template }) => template.duplicates !== 'Show'),
    ({ template }) => template,
  );
  for (const [template, texts] of byObject) treatDuplicates(template.duplicates, texts);
  const byBand = Map.groupBy(
    found.filter(
      ({ template, object }) => template.mergeMode !== 0 && object.text !== undefined && object.type !== 'TableCell',
    ),
    ({ band }) => band,
  );
  for (const texts of byBand.values()) mergeTexts(texts);
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
  place: { readonly band: string; readonly top: number },
  found: Found[],
): void {
  for (const object of parent.children ?? []) {
    const template = templates.get(object.name);
    if (template && object.text) found.push({ parent, object, template, band: place.band, parentTop: place.top });
    const band = object.type.endsWith('Band') ? object.name : place.band;
    collect(templates, object, { band, top: object.top - parent.top }, found);
  }
}

function treatDuplicates(mode: TextObject['duplicates'], texts: readonly Found[]): void {
  for (let i = 0; i < texts.length;) {
    let end = i + 1;
    while (end < texts.length && follows(texts[end - 1]!, texts[end]!)) end += 1;
    if (end > i + 1) treatRun(mode, texts.slice(i, end));
    i = end;
  }
}

const follows = (above: Found, below: Found): boolean =>
  above.object.text?.text === below.object.text?.text &&
  Math.abs(above.parentTop + above.parent.height - below.parentTop) <= gap;

function treatRun(mode: TextObject['duplicates'], run: readonly Found[]): void {
  if (mode === 'Clear') {
    for (const { object } of run.slice(1)) if (object.text) object.text = { ...object.text, text: '' };
    return;
  }
  if (mode === 'Hide') {
    for (const one of run.slice(1)) remove(one);
    return;
  }
  const first = run[0]!.object;
  const last = run.at(-1)!.object;
  for (const one of run.slice(0, -1)) remove(one);
  if (takesSide(run.at(-1)!, 'Left', 'Right')) return;
  last.height = last.top + last.height - first.top;
  if (!takesSide(run.at(-1)!, 'Top')) last.top = first.top;
}

function remove({ parent, object }: Found): void {
  parent.children = parent.children?.filter((child) => child !== object);
}

const horizontal = 1;
const vertical = 2;

function mergeTexts(texts: Found[]): void {
  const left = texts.toSorted((a, b) => a.object.left - b.object.left || a.object.top - b.object.top);
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < left.length; i++) {
      for (let j = i + 1; j < left.length;) {
        if (merge(left[i]!, left[j]!)) remove(left.splice(j, 1)[0]!);
        else j += 1;
      }
    }
  }
}

/** Edges are compared in the precision in which the reference keeps them. */
const meet = (a: number, b: number): boolean => Math.abs(Math.fround(Math.fround(a) - Math.fround(b))) < near;

/** A docked text takes the others in, but its dock keeps the size that goes with the side. */
const takesSide = ({ template }: Found, ...sides: readonly Dock[]): boolean =>
  template.dock === 'Fill' || sides.includes(template.dock);

function merge(into: Found, other: Found): boolean {
  const a = into.object;
  const b = other.object;
  if (a.text?.text !== b.text?.text) return false;
  const modes = into.template.mergeMode & other.template.mergeMode;
  if ((modes & vertical) !== 0 && meet(a.width, b.width) && meet(a.left, b.left)) {
    const below = meet(a.top + a.height, b.top);
    if (!below && !meet(a.top, b.top + b.height)) return false;
    if (takesSide(into, 'Left', 'Right')) return true;
    if (!below) a.top -= b.height;
    a.height += b.height;
    return true;
  }
  if ((modes & horizontal) !== 0 && meet(a.height, b.height) && meet(a.top, b.top)) {
    const right = meet(a.left + a.width, b.left);
    if (!right && !meet(a.left, b.left + b.width)) return false;
    if (takesSide(into, 'Top', 'Bottom')) return true;
    if (!right) a.left -= b.width;
    a.width += b.width;
    return true;
  }
  return false;
}
