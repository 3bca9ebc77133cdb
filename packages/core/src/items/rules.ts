import type { InspectionRow, ItemNode } from '@holdfast/contract';
import { storedListViewFields } from '../storedJson.ts';

const byName = new Intl.Collator('en-GB', { numeric: true });

/**
 * Rows in the order of the working list: every item below its parent, siblings by order and name; rows that are not members only where a
 * member is below (data decision 18). Questions follow under their own heading (product decision 15).
 */
export function inListOrder(rows: readonly InspectionRow[], members: ReadonlySet<string>): InspectionRow[] {
  const known = new Map(rows.map((row) => [row.itemId, row]));
  const children = new Map<string | null, InspectionRow[]>();
  for (const row of rows) {
    const parent = row.parentItemId !== null && known.has(row.parentItemId) ? row.parentItemId : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [row]);
    else siblings.push(row);
  }
  const shown = new Set<string>();
  for (const row of rows) {
    if (!members.has(row.itemId)) continue;
    let next: InspectionRow | undefined = row;
    while (next !== undefined && !shown.has(next.itemId)) {
      shown.add(next.itemId);
      next = next.parentItemId === null ? undefined : known.get(next.parentItemId);
    }
  }
  const listed: InspectionRow[] = [];
  const waiting = childrenOf(null);
  while (waiting.length > 0) {
    const row = waiting.pop()!;
    listed.push(row);
    waiting.push(...childrenOf(row.itemId));
  }
  return listed;

  /** The shown children of a row in reverse order, as needed for a stack. */
  function childrenOf(parent: string | null): InspectionRow[] {
    const siblings = (children.get(parent) ?? []).filter((row) => shown.has(row.itemId));
    return siblings.toSorted(
      (a, b) => Number(b.isQuestion) - Number(a.isQuestion) || b.order - a.order || byName.compare(b.name, a.name),
    );
  }
}

/** The names of the fields that an inspection type shows or searches in its list, each once. */
export function listViewFieldNames(settings: {
  itemTypeListViewFieldNames: string;
  inspectionItemTypeListViewFieldNames: string;
}): string[] {
  const names = [settings.itemTypeListViewFieldNames, settings.inspectionItemTypeListViewFieldNames].flatMap((json) =>
    storedListViewFields(json).map((field) => field.name),
  );
  return [...new Set(names)];
}

/** Rows in list order as a tree. */
export function asTree(rows: readonly InspectionRow[]): ItemNode[] {
  const nodes = new Map<string, ItemNode>();
  const tree: ItemNode[] = [];
  for (const { itemId, name, itemTypeId, isLocation, context, parentItemId } of rows) {
    const node: ItemNode = { id: itemId, name, itemTypeId, isLocation, context, children: [] };
    nodes.set(itemId, node);
    const parent = parentItemId === null ? undefined : nodes.get(parentItemId);
    (parent?.children ?? tree).push(node);
  }
  return tree;
}

/** Orders items so that each follows its parent; siblings, and items whose parent is not among them, in the order of `compare`. */
export function inTreeOrder<T extends { id: string; parentItemId: string | null }>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  const known = new Set(items.map((item) => item.id));
  const children = new Map<string | null, T[]>();
  // In reverse order, as needed for a stack.
  for (const item of items.toSorted((a, b) => compare(b, a))) {
    const parent = item.parentItemId !== null && known.has(item.parentItemId) ? item.parentItemId : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [item]);
    else siblings.push(item);
  }
  const listed: T[] = [];
  const waiting = children.get(null) ?? [];
  while (waiting.length > 0) {
    const item = waiting.pop()!;
    listed.push(item);
    waiting.push(...(children.get(item.id) ?? []));
  }
  return listed;
}

/** The path of each item: the names of its ancestors, then its own. */
export function pathsOf(
  items: readonly { id: string; name: string; parentItemId: string | null }[],
): Map<string, string> {
  const known = new Map(items.map((item) => [item.id, item]));
  const paths = new Map<string, string>();
  const pathOf = (id: string): string | undefined => {
    const item = known.get(id);
    if (item === undefined) return undefined;
    const made = paths.get(id);
    if (made !== undefined) return made;
    const above = item.parentItemId === null ? undefined : pathOf(item.parentItemId);
    const path = above === undefined ? item.name : `${above} / ${item.name}`;
    paths.set(id, path);
    return path;
  };
  for (const { id } of items) pathOf(id);
  return paths;
}
