import { PLACE } from '../../../expression/budget.ts';
import type { Value } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { equalityOf, HashTable } from '../../runtime/collections.ts';
import { Func, Obj } from '../../runtime/objects.ts';
import { iterate, Sequence } from '../../runtime/sequences.ts';
import { error, textOf } from '../../runtime/values.ts';
import { DictionaryObj } from './collectionObjects.ts';
import { need } from '../registry.ts';
import { at, source, query } from './sources.ts';

/** Groups, lookups and dictionaries created from sequences. */

/** Items with one key. */
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

/** Groups of items by key. */
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

/** Groups items by key, in the order of the first item of each group. */
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

/** Parameters of grouping: functions of key and item, comparer, and types. */
export interface Keyed {
  readonly key: Func;
  readonly element: Func | null;
  readonly comparer: Value;
  /** Types of the keys and of the items. */
  readonly types: readonly [key: Type, element: Type];
}

/** Returns the parameters for grouping the items themselves. */
export const ofItems = (c: Call, key: Func, comparer: Value = null): Keyed => ({
  key,
  element: null,
  comparer,
  types: [at(c, 1), at(c, 0)],
});

/** Returns the parameters for grouping the results of a function. */
export const ofElements = (c: Call, key: Func, element: Func, comparer: Value = null): Keyed => ({
  key,
  element,
  comparer,
  types: [at(c, 1), at(c, 2)],
});

const groupType = ({ types }: Keyed): NamedType => need('IGrouping', 2).of(types);

const tableOf = (c: Call, from: Value, by: Keyed): HashTable =>
  groups(c, from, by.key, by.element, by.comparer, groupType(by));

/** Returns the groups of a sequence in the order of their first items. */
export function grouped(c: Call, from: Value, by: Keyed): Sequence {
  source(from);
  return query(c, groupType(by), function* run() {
    const table = tableOf(c, from, by);
    for (const place of table.places()) yield table.values[place] ?? null;
  });
}

/** Returns the results of a function for the groups of a sequence. */
export function groupResults(c: Call, from: Value, by: Keyed, result: Func, resultType: Type): Sequence {
  const all = grouped(c, from, by);
  return query(c, resultType, function* run() {
    for (const group of iterate(all, c.rt)) if (group instanceof Grouping) yield result.invoke([group.key, group]);
  });
}

/** Returns the groups of a sequence as a lookup by key. */
export function lookup(c: Call, from: Value, by: Keyed): LookupObj {
  source(from);
  return new LookupObj(need('ILookup', 2).of(by.types), tableOf(c, from, by));
}

/** Returns a dictionary of the items of a sequence. @throws ArgumentException for a duplicate key */
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
