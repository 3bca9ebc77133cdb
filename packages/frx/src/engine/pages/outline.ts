import type { Outline } from '../state.ts';
import type { OutlineNode } from '../../page.ts';
import { ENTRY, weightOf } from '../../expression/budget.ts';
import { toText } from '../../expression/formats/toText.ts';
import { type Band, DataBand, GroupHeaderBand } from '../bands/reportBands.ts';
import type { Calculate } from '../build/contents.ts';
import type { Run } from '../run.ts';

/** An outline without nodes. */
export const createOutline = (): Outline => ({ root: [], path: [] });

/**
 * Adds a node below the current one and makes it the current one. A repeated band adds a deeper level each time; nodes beyond the limit of
 * nesting become siblings.
 */
export function addOutline(run: Run, text: string): void {
  const { root, path } = run.outline;
  run.budget.collect(ENTRY + weightOf(text));
  const node = { text, page: run.prepared.current, offsetY: run.curY, children: [] };
  const parent = path[Math.min(path.length, run.limits.nesting - 1) - 1];
  (parent?.children ?? root).push(node);
  path.push(node);
}

/** Makes the parent of the current node the current one. */
export function outlineUp(run: Run): void {
  run.outline.path.pop();
}

/** Adds the node of a printed band; those of data and group bands stay current until `bandOutlineUp`. */
export function addBandOutline(run: Run, band: Band): void {
  if (!band.outline || !band.visible || band.repeated) return;
  addOutline(run, outlineText(run, band.outline));
  if (!(band instanceof DataBand) && !(band instanceof GroupHeaderBand)) outlineUp(run);
}

/** Returns the text of an outline expression. */
export function outlineText(run: Run, calculate: Calculate): string {
  return toText(calculate(), run.culture);
}

/** Returns from the node of a data or group band to its parent. */
export function bandOutlineUp(run: Run, band: Band): void {
  if (band.outline) outlineUp(run);
}

/** Moves the nodes that were added since the start of a keep to the page to which the kept objects have moved. */
export function shiftOutline(
  nodes: readonly OutlineNode[],
  from: { page: number; top: number },
  to: { page: number; dy: number },
): void {
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i]!;
    shiftOutline(node.children, from, to);
    // Nodes are in the order of the pages: this node was added before the keep, as were all nodes before it.
    if (node.page !== from.page || node.offsetY < from.top) return;
    Object.assign(node, { page: to.page, offsetY: node.offsetY + to.dy });
  }
}
