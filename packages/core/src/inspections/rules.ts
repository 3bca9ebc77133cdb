/** Default items in the order of their creation: parents before children, otherwise as configured. */
export function parentsFirst<T extends { id: string; parentDefaultItemId: string | null }>(
  defaults: readonly T[],
): T[] {
  const known = new Map(defaults.map((each) => [each.id, each]));
  const listed = new Set<T>();
  const list = (each: T): void => {
    const parent = each.parentDefaultItemId === null ? undefined : known.get(each.parentDefaultItemId);
    if (parent !== undefined && !listed.has(parent)) list(parent);
    listed.add(each);
  };
  for (const each of defaults) if (!listed.has(each)) list(each);
  return [...listed];
}

/** The ids of some items and of all their descendants. */
export function itemsBelow(
  items: readonly { id: string; parentItemId: string | null }[],
  roots: Iterable<string>,
): Set<string> {
  const children = new Map<string, string[]>();
  for (const { id, parentItemId } of items) {
    if (parentItemId === null) continue;
    const siblings = children.get(parentItemId);
    if (siblings === undefined) children.set(parentItemId, [id]);
    else siblings.push(id);
  }
  const reached = new Set<string>();
  const waiting = [...roots];
  while (waiting.length > 0) {
    const id = waiting.pop()!;
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(children.get(id) ?? []));
  }
  return reached;
}
