import type { Value } from '../../../expression/values/values.ts';
import { arrayOf } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { Obj, TypedArray } from '../../runtime/objects.ts';
import { error } from '../../runtime/values.ts';
import { dbNull } from '../core.ts';
import { need } from '../registry.ts';
import type { Declarations } from '../registry.ts';
import { columnOf } from './cells.ts';
import type { RowObj } from './table.ts';

/** Shared parts of the tables, views and sets of System.Data. */

/** Returns a cell as a script value, with DBNull for null. */
export const outward = (value: Value): Value => value ?? dbNull();

/** A live collection of columns, rows or tables. */
export class PartsObj<T extends Obj> extends Obj {
  readonly table: T;
  readonly #items: () => readonly Value[];
  readonly #version: () => number;
  constructor(name: string, table: T, items: () => readonly Value[], version: () => number = () => items().length) {
    super(need(name).open);
    this.table = table;
    this.#items = items;
    this.#version = version;
  }
  get list(): readonly Value[] {
    return this.#items();
  }
  override *iterate(): Generator<Value> {
    const version = this.#version();
    for (const item of this.#items()) {
      yield item;
      if (version !== this.#version())
        throw error('InvalidOperationException', 'Collection was modified; enumeration operation might not execute.');
    }
  }
}

/** Members of every collection of these. */
export const counted: Declarations = { 'int Count { get; }': (_c, self: PartsObj<Obj>) => self.list.length };

/** Returns the cell of a row by name, index or column. */
export const cell = (c: Call, self: RowObj, key: Value): Value => {
  self.table.asked = c;
  return outward(self.read(c, columnOf(self.table, key)));
};

/** Returns rows as a DataRow[]. */
export const rowList = (rows: readonly RowObj[]): TypedArray =>
  new TypedArray(arrayOf(need('DataRow').open), [...rows]);

/** Returns the values of a key, which is an array or a single value. */
export const keyItems = (key: Value): readonly Value[] => (key instanceof TypedArray ? key.items : [key]);
