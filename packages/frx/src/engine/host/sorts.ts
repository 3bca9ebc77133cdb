import {
  boolProperty,
  ExpressionError,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  type Value,
} from '../../expression/index.ts';
import type { SortKey } from '../../data/dataSource.ts';
import type { TemplateObject } from '../../template/model.ts';
import type { SortExpression } from '../bands/reportBands.ts';
import { sortKeyOf } from '../values/sortKeys.ts';
import type { Host } from './host.ts';

/** Members of sort keys for scripts. */

/** `new Sort("[Source.Column]", descending)`. */
interface SortState {
  readonly expression: string;
  readonly descending: boolean;
}

/** Members of a sort condition of a data band. */
export const sortClass = hostClass<SortState>('Sort', {
  properties: {
    Expression: textProperty(({ expression }) => expression),
    Descending: boolProperty(({ descending }) => descending),
  },
});

/** Returns the value of `new Sort(…)`. */
export function newSort([expression, descending]: readonly Value[]): Value {
  if (typeof expression !== 'string') throw new ExpressionError('Sort takes an expression as a text');
  return new HostObject(sortClass, { expression, descending: descending === true });
}

/** Sort keys of a data band, or a list created by a script. */
interface Sorted {
  readonly host: Host;
  readonly object: { sort: SortExpression[]; readonly source: TemplateObject };
}

/** Members of a list of sort keys. */
export const sortsClass = hostClass<Sorted>('SortCollection', {
  properties: { Count: intProperty(({ object }) => object.sort.length) },
  getIndex: ({ object }, [index]) => {
    const key = object.sort[typeof index === 'number' ? index : -1];
    if (!key) throw new ExpressionError('The list has no such sort key');
    return new HostObject(sortClass, { expression: key.source, descending: key.descending });
  },
  items: ({ object }) =>
    object.sort.map((key) => new HostObject(sortClass, { expression: key.source, descending: key.descending })),
  methods: {
    Clear: ({ object }) => {
      object.sort = [];
      return null;
    },
    Add: ({ object, host }, [value]) => {
      const sort = value === undefined ? undefined : liveOf(sortClass, value);
      if (!sort) throw new ExpressionError('A Sort is expected');
      const calculate = sortKeyOf(host.run, sort.expression, host.run.compile(sort.expression, object.source));
      object.sort = [...object.sort, { calculate, source: sort.expression, descending: sort.descending }];
      return object.sort.length - 1;
    },
  },
});

/** Returns the value of `new SortCollection()`. */
export function newSorts(host: Host): Value {
  return new HostObject(sortsClass, { host, object: { sort: [], source: host.run.template.root } });
}

/** Returns the keys of a list in the form of data sources; undefined for other values. */
export function sortKeysOf(value: Value): readonly SortKey[] | undefined {
  return liveOf(sortsClass, value)?.object.sort.map(({ calculate, descending }) => ({
    evaluate: calculate,
    descending,
  }));
}
