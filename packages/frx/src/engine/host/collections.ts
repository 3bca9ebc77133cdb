import {
  ExpressionError,
  HostObject,
  hostClass,
  intProperty,
  type HostClass,
  type Value,
} from '../../expression/index.ts';
import { numberOfValue } from '../../data/convert.ts';

/** Collections for scripts: count, index and enumeration always reflect the current items. */

/** The items of a collection and its optional operations. */
export interface Items {
  readonly items: () => readonly Value[];
  readonly add?: ((value: Value) => void) | undefined;
  readonly find?: ((name: string, by: 'name' | 'alias') => Value) | undefined;
  /** Returns the index of an item by its name, -1 if there is none. */
  readonly indexOf?: ((name: string) => number) | undefined;
}

const find =
  (by: 'name' | 'alias') =>
  ({ find: search }: Items, [name]: readonly Value[]): Value =>
    typeof name === 'string' ? (search?.(name, by) ?? null) : null;

function indexIn({ items, indexOf }: Items, value: Value): number {
  return indexOf && typeof value === 'string' ? indexOf(value) : items().indexOf(value);
}

function collectionClass(name: string): HostClass<Items> {
  return hostClass<Items>(name, {
    properties: { Count: intProperty(({ items }) => items().length) },
    methods: {
      IndexOf: (given, [value]) => indexIn(given, value ?? null),
      Contains: (given, [value]) => indexIn(given, value ?? null) >= 0,
      Add: ({ items, add }, [value]) => {
        if (!add) throw new ExpressionError(`Nothing can be added to '${name}'`);
        add(value ?? null);
        return items().length - 1;
      },
      FindByName: find('name'),
      FindByAlias: find('alias'),
    },
    getIndex: ({ items }, [index]) => {
      const item = items()[numberOfValue(index ?? null) ?? -1];
      if (item === undefined)
        throw new ExpressionError(`'${name}' has no item ${String(numberOfValue(index ?? null))}`);
      return item;
    },
    items: ({ items }) => items(),
  });
}

const classes = new Map(
  (
    'ObjectCollection ReportComponentCollection BandCollection PageCollection ColumnCollection DataSourceCollection ParameterCollection ' +
    'TotalCollection FloatCollection StyleCollection'
  )
    .split(' ')
    .map((name) => [name, collectionClass(name)]),
);

/** Returns the table of a class of collections. */
export function collectionClassOf(name: string): HostClass<Items> | undefined {
  return classes.get(name);
}

/** Returns a collection as a script value. */
export function collection(name: string, items: Items): Value {
  const definition = classes.get(name);
  if (!definition) throw new Error(`There is no collection ${name}`);
  return new HostObject(definition, items);
}
