import type { InspectionRow, ListViewField } from '@holdfast/contract';

const byName = new Intl.Collator('en-GB', { numeric: true });

/**
 * Rows as the working list shows them: every item below its parent, siblings by order and name; a row that is no member only where a member lies
 * below it (data.md 18). Questions follow under their own heading (decisions 15).
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

  /** The shown children of a row, last first, as a stack wants them. */
  function childrenOf(parent: string | null): InspectionRow[] {
    const siblings = (children.get(parent) ?? []).filter((row) => shown.has(row.itemId));
    return siblings.toSorted(
      (a, b) => Number(b.isQuestion) - Number(a.isQuestion) || b.order - a.order || byName.compare(b.name, a.name),
    );
  }
}

/** The names of the fields an inspection type shows or searches in its list, each once. */
export function listViewFieldNames(settings: {
  itemTypeListViewFieldNames: string;
  inspectionItemTypeListViewFieldNames: string;
}): string[] {
  const names = [settings.itemTypeListViewFieldNames, settings.inspectionItemTypeListViewFieldNames].flatMap((json) =>
    (json === '' ? [] : (JSON.parse(json) as ListViewField[])).map((field) => field.name),
  );
  return [...new Set(names)];
}
