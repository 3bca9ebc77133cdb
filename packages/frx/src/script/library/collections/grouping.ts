import { PLACE } from '../../../expression/budget.ts';
import type { Value } from '../../../expression/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { equalityOf, HashTable } from '../../runtime/collections.ts';
import { Func, Obj } from '../../runtime/objects.ts';
import { iterate, Sequence } from '../../runtime/sequences.ts';
import { error, textOf } from '../../runtime/values.ts';
import { DictionaryObj } from './collectionObjects.ts';
import { need } from '../registry.ts';
import { at, source, query } from './sources.ts';

/** Groups, lookups and dictionaries made of sequences. */

/** Items of one key. */
export class Grouping extends Obj {
  readonly key: Value;
  readonly list: Value[] = [];
  constructor(type: NamedType, key: Value) {
    super(type);
    this.key = key;
  }
  override iterate(): Iterable<Value> {
    return this.list;
  }
}

/** Groups of items by their keys. */
export class LookupObj extends Obj {
  readonly table: HashTable;
  constructor(type: NamedType, table: HashTable) {
    super(type);
    this.table = table;
  }
  override *iterate(): Generator<Value> {
    for (const place of this.table.places()) yield this.table.values[place] ?? null;
  }
}

/** Puts items into groups by their keys, in the order of the first of each. */
export function groups(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  type: NamedType,
): HashTable {
  const table = new HashTable(equalityOf(comparer, c.rt));
  for (const item of iterate(from, c.rt)) {
    c.rt.budget.step();
    const group = key.invoke([item]);
    let place = table.find(group);
    if (place < 0) {
      table.insert(group, new Grouping(type, group), c.rt);
      place = table.find(group);
    }
    const list = table.values[place];
    if (list instanceof Grouping) list.list.push(element ? element.invoke([item]) : item);
    c.rt.budget.collect(PLACE);
  }
  return table;
}

/** Grouping of a sequence: by which keys, of what, and the types of both. */
export interface Keyed {
  readonly key: Func;
  readonly element: Func | null;
  readonly comparer: Value;
  /** Types of the keys and of the items. */
  readonly types: readonly [key: Type, element: Type];
}

/** Grouping of the items themselves. */
export const ofItems = (c: Call, key: Func, comparer: Value = null): Keyed => ({
  key,
  element: null,
  comparer,
  types: [at(c, 1), at(c, 0)],
});

/** Grouping of what a function makes of the items. */
export const ofElements = (c: Call, key: Func, element: Func, comparer: Value = null): Keyed => ({
  key,
  element,
  comparer,
  types: [at(c, 1), at(c, 2)],
});

const groupType = ({ types }: Keyed): NamedType => need('IGrouping', 2).of(types);

const tableOf = (c: Call, from: Value, by: Keyed): HashTable =>
  groups(c, from, by.key, by.element, by.comparer, groupType(by));

/** Groups of a sequence, in the order of their first items. */
export function grouped(c: Call, from: Value, by: Keyed): Sequence {
  source(from);
  return query(c, groupType(by), function* run() {
    const table = tableOf(c, from, by);
    for (const place of table.places()) yield table.values[place] ?? null;
  });
}

/** Results of a function for the groups of a sequence. */
export function groupResults(c: Call, from: Value, by: Keyed, result: Func, resultType: Type): Sequence {
  const all = grouped(c, from, by);
  return query(c, resultType, function* run() {
    for (const group of iterate(all, c.rt)) if (group instanceof Grouping) yield result.invoke([group.key, group]);
  });
}

/** Groups of a sequence, found by their key. */
export function lookup(c: Call, from: Value, by: Keyed): LookupObj {
  source(from);
  return new LookupObj(need('ILookup', 2).of(by.types), tableOf(c, from, by));
}

/** Dictionary of the items of a sequence. Throws ArgumentException for a key that stands twice. */
export function dictionary(c: Call, from: Value, by: Keyed): DictionaryObj {
  source(from);
  const { key, element, comparer, types } = by;
  const made = new DictionaryObj(need('Dictionary', 2).of(types), new HashTable(equalityOf(comparer, c.rt)));
  for (const item of iterate(from, c.rt)) {
    const given = key.invoke([item]);
    if (given === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'key')");
    if (made.table.find(given) >= 0)
      throw error(
        'ArgumentException',
        `An item with the same key has already been added. Key: ${given instanceof Obj ? given.nativeText(c.rt) : textOf(given, c.rt)}`,
      );
    made.table.insert(given, element ? element.invoke([item]) : item, c.rt);
  }
  return made;
}
