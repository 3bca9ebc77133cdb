/** Checks that an SVG document can be passed to a library that draws it without limits of its own. */
import { readSvg, SvgError, type SvgElement } from './tree.ts';

/** Maximum number of drawn elements; a `use` counts with the elements it shows. */
const MAX_DRAWN = 50_000;
/** Maximum depth of nested elements; a `use` counts as the parent of the element it shows. */
const DEEPEST = 500;
/** Minimum length of a dash pattern, in user units: a shorter one splits a line into millions of dashes. */
const SHORTEST_PATTERN = 0.1;

/** Returns true when a document is well-formed, does not multiply its parts without limit, and has no tiny dashes. */
export function isModestSvg(source: string): boolean {
  if (declaresEntities(source) || hasTinyDashes(source)) return false;
  try {
    const root = readSvg(source);
    return drawnElements(root, elementsById(root), new Map()) <= MAX_DRAWN;
  } catch (error) {
    if (error instanceof SvgError) return false;
    throw error;
  }
}

/** Returns true when a document type or an entity has declarations of its own, which could multiply parts. */
function declaresEntities(source: string): boolean {
  return source.split('>').some((part) => {
    const start = part.search(/<!(?:DOCTYPE|ENTITY)/i);
    return start >= 0 && part.includes('[', start);
  });
}

function hasTinyDashes(source: string): boolean {
  for (const [, pattern = ''] of source.matchAll(/stroke-dasharray\s*[=:]\s*["']?([^"';}>]*)/gi)) {
    const lengths = pattern.split(/[\s,]+/).map((length) => Number.parseFloat(length) || 0);
    const period = lengths.reduce((sum, length) => sum + Math.abs(length), 0);
    if (period > 0 && period < SHORTEST_PATTERN) return true;
  }
  return false;
}

function elementsById(root: SvgElement): Map<string, SvgElement> {
  const byId = new Map<string, SvgElement>();
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const id = element.attributes['id'];
    if (id !== undefined) byId.set(id, element);
    waiting.push(...element.children);
  }
  return byId;
}

/** Returns the number of elements drawn below one, including itself. Infinity when one shows itself. */
function drawnElements(
  element: SvgElement,
  byId: ReadonlyMap<string, SvgElement>,
  known: Map<SvgElement, number>,
  depth = 0,
): number {
  if (depth > DEEPEST) return Infinity;
  const counted = known.get(element);
  if (counted !== undefined) return counted;
  // An element that is found again inside itself shows itself.
  known.set(element, Infinity);
  let count = 1;
  const target = element.name === 'use' ? byId.get((element.attributes['href'] ?? '').replace(/^#/, '')) : undefined;
  if (target !== undefined) count += drawnElements(target, byId, known, depth + 1);
  for (const child of element.children) count += drawnElements(child, byId, known, depth + 1);
  known.set(element, count);
  return count;
}
