import { ExpressionError } from '../../../expression/errors.ts';
import type { EnumValue, NetArray, Value } from '../../../expression/values/values.ts';
import { arrayOf } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { Obj, TypedArray } from '../../runtime/objects.ts';
import { equals, error } from '../../runtime/values.ts';
import { keyOf } from '../../runtime/hashCodes.ts';
import { nullOf } from '../collections/listHelpers.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';
import { cell, keyItems, outward } from './parts.ts';
import { columnOf } from './cells.ts';
import { order, select, sortColumns } from './selection.ts';
import { ColumnObj, converted, TableObj } from './table.ts';
import type { RowObj } from './table.ts';

/** System.Data.DataView: the rows of a table by filter and sort. */

const CURRENT_ROWS = 22;

/** A DataView. */
export class ViewObj extends Obj {
  readonly table: TableObj;
  filter = '';
  sort = '';
  /** The row started by AddNew, which the view has at its end and the table does not have yet. */
  begun: RowViewObj | undefined;
  constructor(table: TableObj) {
    super(need('DataView').open);
    this.table = table;
  }
  rows(c: Call): RowObj[] {
    const rows = select(this.table, c, this.filter, this.sort);
    return this.begun ? [...rows, this.begun.row] : rows;
  }
  /** Adds the started row to the table. */
  endNew(c: Call): void {
    const row = this.begun?.row;
    this.begun = undefined;
    if (row) this.table.addRow(c, row);
  }
  override *iterate(rt: Call['rt']): Generator<Value> {
    for (const row of this.rows({ rt, t: [], type: this.type })) yield new RowViewObj(this, row);
  }
  /** Returns the positions of the rows whose sort columns have values. @throws ArgumentException if the view is not sorted */
  places(c: Call, key: readonly Value[]): number[] {
    const columns = sortColumns(this.table, this.sort);
    if (columns.length === 0)
      throw error('ArgumentException', 'Find finds a row based on a Sort order, and no Sort order is specified.');
    if (columns.length !== key.length)
      throw error('ArgumentException', `Expecting ${String(columns.length)} value(s) for the key being indexed, but received ${String(key.length)} value(s).`); // prettier-ignore
    const wanted = columns.map((column, index) => converted(c, column, key[index] ?? null));
    return this.rows(c).flatMap((row, place) =>
      columns.every((column, index) => sameCell(c, this.table, row.read(c, column), wanted[index] ?? null))
        ? [place]
        : [],
    );
  }
}

function sameCell(c: Call, table: TableObj, a: Value, b: Value): boolean {
  c.rt.budget.step();
  return a === null || b === null ? a === b : typeof a === 'string' ? order(table, c, a, b) === 0 : equals(a, b, c.rt);
}

class RowViewObj extends Obj {
  readonly view: ViewObj;
  readonly row: RowObj;
  constructor(view: ViewObj, row: RowObj) {
    super(need('DataRowView').open);
    this.view = view;
    this.row = row;
  }
  /** The row is not in the table yet. */
  get isNew(): boolean {
    return this.view.begun?.row === this.row;
  }
}

/** Returns a table of some columns of a view; `distinct` removes duplicate rows. */
function tableOf(c: Call, view: ViewObj, distinct: boolean, names: readonly Value[], name = view.table.name): TableObj {
  const source = view.table;
  const columns = names.length === 0 ? source.columns : names.map((name) => columnOf(source, name));
  const made = new TableObj(need('DataTable').open, name, c);
  for (const each of columns) made.addColumn(new ColumnObj(each.name, each.dataType));
  const seen = new Set<string>();
  for (const row of view.rows(c)) {
    const cells = columns.map((each) => row.read(c, each));
    const key = cells.map((value) => `${typeof value}:${String(keyOf(value, c.rt))}`).join('\u0000');
    if (distinct && seen.has(key)) continue;
    seen.add(key);
    made.addRow(c, made.rowOf(c, cells.map(outward)));
  }
  return made;
}

const found = (c: Call, view: ViewObj, key: readonly Value[]): TypedArray => {
  const rows = view.rows(c);
  return new TypedArray(
    arrayOf(need('DataRowView').open),
    view.places(c, key).flatMap((place) => {
      const row = rows[place];
      return row ? [new RowViewObj(view, row)] : [];
    }),
  );
};

declare('System.Data', 'class DataView : IEnumerable, IDisposable', {
  'new(DataTable table)': (_c, table: TableObj | null) => new ViewObj(table ?? nullOf('table')),
  'new(DataTable table, string RowFilter, string Sort, DataViewRowState RowState)': (_c, table: TableObj | null, filter: string | null, sort: string | null, state: EnumValue) => {
    if (state.value !== CURRENT_ROWS) throw new ExpressionError('A DataView shows DataViewRowState.CurrentRows only');
    const view = new ViewObj(table ?? nullOf('table'));
    if ((filter ?? '').trim() !== '') view.table.parse(filter ?? '');
    view.filter = filter ?? '';
    view.sort = sort ?? '';
    return view;
  },
  'int Count { get; }': (c, self: ViewObj) => self.rows(c).length,
  'string RowFilter { get; set; }': {
    get: (_c, self: ViewObj) => self.filter,
    set: (_c, self: ViewObj, filter: string | null) => {
      if ((filter ?? '').trim() !== '') self.table.parse(filter ?? '');
      self.filter = filter ?? '';
    },
  },
  'string Sort { get; set; }': {
    get: (_c, self: ViewObj) => self.sort,
    set: (_c, self: ViewObj, sort: string | null) => void (self.sort = sort ?? ''),
  },
  'DataTable Table { get; }': (_c, self: ViewObj) => self.table,
  'DataRowView this[int recordIndex] { get; }': (c, self: ViewObj, index: number) => {
    const row = self.rows(c)[index];
    if (!row) throw error('IndexOutOfRangeException', `Index ${String(index)} is either negative or above rows count.`);
    return new RowViewObj(self, row);
  },
  'int Find(object key)': (c, self: ViewObj, key: Value) => self.places(c, [key])[0] ?? -1,
  'int Find(object[] key)': (c, self: ViewObj, key: Value) => self.places(c, keyItems(key))[0] ?? -1,
  'DataRowView[] FindRows(object key)': (c, self: ViewObj, key: Value) => found(c, self, [key]),
  'DataRowView[] FindRows(object[] key)': (c, self: ViewObj, key: Value) => found(c, self, keyItems(key)),
  'DataRowView AddNew()': (c, self: ViewObj) => {
    self.endNew(c);
    self.begun = new RowViewObj(self, self.table.newRow(c));
    return self.begun;
  },
  'void Delete(int index)': (c, self: ViewObj, index: number) => {
    const row = self.rows(c)[index];
    if (!row) throw error('IndexOutOfRangeException', `Index ${String(index)} is either negative or above rows count.`);
    self.table.deleteRow(row);
  },
  'void Dispose()': () => undefined,
  'DataTable ToTable()': (c, self: ViewObj) => tableOf(c, self, false, []),
  'DataTable ToTable(string tableName)': (c, self: ViewObj, name: string | null) => tableOf(c, self, false, [], name ?? ''),
  'DataTable ToTable(string tableName, bool distinct, params string[] columnNames)': (c, self: ViewObj, name: string | null, distinct: boolean, names: NetArray) => tableOf(c, self, distinct, names.items, name ?? ''),
  'DataTable ToTable(bool distinct, params string[] columnNames)': (c, self: ViewObj, distinct: boolean, names: NetArray) => tableOf(c, self, distinct, names.items),
}); // prettier-ignore
declare('System.Data', 'class DataRowView', {
  ...Object.fromEntries(
    ['int ndx', 'string property'].map((key): [string, Declarations[string]] => [
      `object this[${key}] { get; set; }`,
      {
        get: (c: Call, self: RowViewObj, name: Value) => cell(c, self.row, name),
        set: (c: Call, self: RowViewObj, name: Value, value: Value) =>
          self.row.write(c, columnOf(self.row.table, name), value),
      },
    ]),
  ),
  'DataRow Row { get; }': (_c, self: RowViewObj) => self.row,
  'DataView DataView { get; }': (_c, self: RowViewObj) => self.view,
  'bool IsNew { get; }': (_c, self: RowViewObj) => self.isNew,
  'bool IsEdit { get; }': (_c, self: RowViewObj) => self.isNew,
  'void BeginEdit()': () => undefined,
  'void EndEdit()': (c, self: RowViewObj) => {
    if (self.isNew) self.view.endNew(c);
  },
  'void Delete()': (_c, self: RowViewObj) => self.row.table.deleteRow(self.row),
});

need('DataView').foreachItem = () => need('Object').open;
