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
import { source, query } from './sources.ts';

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

/** Groups of a sequence, in the order of their first items. */
export function grouped(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  keyType: Type,
  elementType: Type,
): Sequence {
  source(from);
  const type = need('IGrouping', 2).of([keyType, elementType]);
  return query(c, type, function* run() {
    const table = groups(c, from, key, element, comparer, type);
    for (const place of table.places()) yield table.values[place] ?? null;
  });
}

/** Results of a function for the groups of a sequence. */
export function groupResults(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  result: Func,
  comparer: Value,
  keyType: Type,
  elementType: Type,
  resultType: Type,
): Sequence {
  source(from);
  const type = need('IGrouping', 2).of([keyType, elementType]);
  return query(c, resultType, function* run() {
    const table = groups(c, from, key, element, comparer, type);
    for (const place of table.places()) {
      const group = table.values[place];
      if (group instanceof Grouping) yield result.invoke([group.key, group]);
    }
  });
}

/** Groups of a sequence, found by their key. */
export function lookup(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  keyType: Type,
  elementType: Type,
): LookupObj {
  source(from);
  return new LookupObj(
    need('ILookup', 2).of([keyType, elementType]),
    groups(c, from, key, element, comparer, need('IGrouping', 2).of([keyType, elementType])),
  );
}

/** Dictionary of the items of a sequence. Throws ArgumentException for a key that stands twice. */
export function dictionary(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  keyType: Type,
  elementType: Type,
): DictionaryObj {
  source(from);
  const made = new DictionaryObj(
    need('Dictionary', 2).of([keyType, elementType]),
    new HashTable(equalityOf(comparer, c.rt)),
  );
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
