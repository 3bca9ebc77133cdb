/** The header items of an advanced matrix: its data rows, grouped by the descriptors of one side. */
import type { Value } from '../../expression/values/values.ts';
import type { AdvDescriptor } from './descriptors.ts';

/** A header of the result: a value of its descriptor, and the headers inside. */
export interface AdvItem {
  readonly parent: AdvItem | undefined;
  readonly descriptor: AdvDescriptor;
  /** null for items without a value. */
  readonly value: Value;
  /** Numbers of its data rows, in order. */
  readonly rows: readonly number[];
  /** The visible items inside. */
  readonly inner: AdvItem[];
  /** Number of the item among those of its descriptor, from 1. */
  readonly no: number;
  /** Number of items with a value that it covers: those inside, those it sums up, or those beside it. */
  count: number;
}

/** Calculations of the engine. */
export interface ItemTools {
  /** Value of a descriptor's expression on a data row. */
  readonly value: (descriptor: AdvDescriptor, row: number) => Value;
  /** The aggregate by which a descriptor is sorted. */
  readonly total: (descriptor: AdvDescriptor, rows: readonly number[]) => Value;
  readonly compare: (a: Value, b: Value) => number;
  readonly keyOf: (value: Value) => string;
}

interface Group {
  readonly value: Value;
  readonly rows: number[];
}

function groupsOf(descriptor: AdvDescriptor, rows: readonly number[], tools: ItemTools): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const value = tools.value(descriptor, row);
    const key = tools.keyOf(value);
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { value, rows: [row] });
  }
  const found = [...groups.values()];
  if (descriptor.sort === 'None' && !descriptor.sortsByTotal) return found;
  const direction = descriptor.sort === 'Descending' ? -1 : 1;
  const keys = new Map(
    found.map((group) => [group, descriptor.sortsByTotal ? tools.total(descriptor, group.rows) : group.value]),
  );
  return found.toSorted((a, b) => direction * tools.compare(keys.get(a) ?? null, keys.get(b) ?? null));
}

const rowsOf = (groups: readonly Group[]): number[] => groups.flatMap(({ rows }) => rows).toSorted((a, b) => a - b);

/** Creates the items of a list of descriptors for these data rows. */
export function itemsOf(
  descriptors: readonly AdvDescriptor[],
  rows: readonly number[],
  tools: ItemTools,
  parent?: AdvItem,
): AdvItem[] {
  /** Groups that a descriptor with TopN leaves to another descriptor. */
  const left = new Map<string, { readonly groups: readonly Group[]; readonly together: boolean }>();
  const grouped = new Map<AdvDescriptor, readonly Group[]>();
  let count = 0;
  for (const descriptor of descriptors) {
    if (!descriptor.groups) continue;
    const groups = groupsOf(descriptor, rows, tools);
    const { topN } = descriptor;
    const first = topN ? groups.slice(0, topN.count) : groups;
    grouped.set(descriptor, first);
    count += first.length;
    if (!topN) continue;
    const others = groups.slice(topN.count);
    left.set(topN.total, { groups: first, together: true });
    left.set(topN.others, { groups: others, together: false });
    left.set(topN.othersTotal, { groups: others, together: true });
    left.delete('');
  }
  return descriptors.flatMap((descriptor) => {
    const make = (value: Value, of: readonly number[], no: number, beside: number): AdvItem[] => {
      const item: AdvItem = { parent, descriptor, value, rows: of, inner: [], no, count: beside };
      item.inner.push(...itemsOf(descriptor.inner, of, tools, item));
      if (parent && descriptor.groups) parent.count += 1;
      return descriptor.visible ? [item] : [];
    };
    const stands = left.get(descriptor.name);
    const groups = grouped.get(descriptor) ?? (stands?.together === false ? stands.groups : undefined);
    if (groups) return groups.flatMap(({ value, rows: of }, i) => make(value, of, i + 1, 0));
    if (!stands) return make(null, rows, 1, descriptor.inner.some(({ groups: inside }) => inside) ? 0 : count);
    return stands.groups.length === 0 ? [] : make(null, rowsOf(stands.groups), 1, stands.groups.length);
  });
}

/** The items that have a line of cells, in order. */
export function linesOf(items: readonly AdvItem[]): AdvItem[] {
  return items.flatMap((item) =>
    item.inner.length === 0 ? [item] : item.descriptor.stepped ? [item, ...linesOf(item.inner)] : linesOf(item.inner),
  );
}

/** The items with values nearest to an item: those of its own descriptor, or those beside an item without a value. */
export function valuesBeside(item: AdvItem, top: readonly AdvItem[]): readonly AdvItem[] {
  const beside = item.parent?.inner ?? top;
  if (item.descriptor.groups) return beside.filter(({ descriptor }) => descriptor === item.descriptor);
  const values = beside.find(({ descriptor }) => descriptor.groups)?.descriptor;
  if (values) return beside.filter(({ descriptor }) => descriptor === values);
  return item.parent ? valuesBeside(item.parent, top) : [];
}
