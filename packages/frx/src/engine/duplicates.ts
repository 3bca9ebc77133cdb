import type { PlacedObject } from '../page.ts';
import { TextObject } from './components.ts';
import type { Run } from './run.ts';

/** Bands this near to each other are neighbours. */
const gap = 0.5;

/**
 * Equal texts of one object in neighbouring bands of a page: the later ones are hidden or emptied, or all are merged into the last. Objects
 * with a MergeMode are merged with equal neighbours of their band.
 */
export function applyDuplicates(run: Run, bands: PlacedObject[]): PlacedObject[] {
  for (const object of run.objects.values()) {
    if (!(object instanceof TextObject)) continue;
    if (object.duplicates !== 'Show') hideDuplicates(object, bands);
  }
  for (const band of bands) mergeNeighbours(run, band);
  return bands;
}

interface Found {
  readonly parent: PlacedObject;
  readonly object: PlacedObject;
}

function hideDuplicates(object: TextObject, bands: readonly PlacedObject[]): void {
  const found: Found[] = [];
  const collect = (parent: PlacedObject): void => {
    for (const child of parent.children ?? []) {
      if (child.name === object.name) found.push({ parent, object: child });
      else collect(child);
    }
  };
  bands.forEach(collect);
  for (let i = 0; i < found.length;) {
    let end = i + 1;
    while (end < found.length && follows(found[end - 1]!, found[end]!)) end += 1;
    if (end > i + 1) treatRun(object.duplicates, found.slice(i, end));
    i = end;
  }
}

const follows = (above: Found, below: Found): boolean =>
  above.object.text?.text === below.object.text?.text &&
  Math.abs(above.parent.top + above.parent.height - below.parent.top) <= gap;

function treatRun(mode: TextObject['duplicates'], run: readonly Found[]): void {
  if (mode === 'Clear') {
    for (const { object } of run.slice(1)) if (object.text) object.text = { ...object.text, text: '' };
    return;
  }
  if (mode === 'Hide') {
    for (const { parent, object } of run.slice(1)) remove(parent, object);
    return;
  }
  const first = run[0]!.object;
  const last = run.at(-1)!.object;
  for (const { parent, object } of run.slice(0, -1)) remove(parent, object);
  last.height = last.top + last.height - first.top;
  last.top = first.top;
}

function remove(parent: PlacedObject, object: PlacedObject): void {
  parent.children = parent.children?.filter((child) => child !== object);
}

const horizontal = 1;
const vertical = 2;

function mergeNeighbours(run: Run, band: PlacedObject): void {
  const { children } = band;
  if (!children) return;
  for (let i = 0; i < children.length; i++) {
    const object = children[i]!;
    const mode = modeOf(run, object);
    if (mode === 0) continue;
    for (let j = i + 1; j < children.length;) {
      const other = children[j]!;
      if (modeOf(run, other) === 0 || other.text?.text !== object.text?.text || !merge(object, other, mode)) j += 1;
      else children.splice(j, 1);
    }
  }
  for (const child of children) mergeNeighbours(run, child);
}

function modeOf(run: Run, object: PlacedObject): number {
  const template = object.text ? run.objects.get(object.name.toLowerCase()) : undefined;
  return template instanceof TextObject ? template.mergeMode : 0;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= gap;

function merge(object: PlacedObject, other: PlacedObject, mode: number): boolean {
  if (
    (mode & horizontal) !== 0 &&
    near(object.top, other.top) &&
    near(object.height, other.height) &&
    near(object.left + object.width, other.left)
  ) {
    object.width += other.width;
    return true;
  }
  if (
    (mode & vertical) !== 0 &&
    near(object.left, other.left) &&
    near(object.width, other.width) &&
    near(object.top + object.height, other.top)
  ) {
    object.height += other.height;
    return true;
  }
  return false;
}
