import type { EnumValue, NetArray, Value } from '../../expression/values/values.ts';
import { asBigInt } from '../../expression/values/promotion.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call } from '../binder/types/types.ts';
import { ListObj } from '../runtime/collections.ts';
import { TypedArray, TypeObj } from '../runtime/objects.ts';
import { typeObject } from '../runtime/hooks.ts';
import { gathered } from '../runtime/sequences.ts';
import { error } from '../runtime/values.ts';
import { dbNull } from './core.ts';
import { declareEnum, enumValue } from './enums.ts';
import { eventsOfTable } from './data/events.ts';
import { relations, relatives } from './data/sets.ts';
import { importRow, merge } from './data/merge.ts';
import { cell, counted, keyItems, outward, PartsObj, rowList } from './data/parts.ts';
import { columnOf, fieldAs } from './data/cells.ts';
import { compute, select } from './data/selection.ts';
import { ColumnObj, converted, RowObj, STATES, TableObj } from './data/table.ts';
import { ViewObj } from './data/views.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.Data: tables created by a script. */

declareEnum('System.Data', 'DataRowState', { Detached: 1, Unchanged: 2, Added: 4, Deleted: 8, Modified: 16 }, true);
declareEnum('System.Data', 'DataViewRowState', { None: 0, Unchanged: 2, Added: 4, Deleted: 8, ModifiedCurrent: 16, CurrentRows: 22, ModifiedOriginal: 32, OriginalRows: 42 }, true); // prettier-ignore
declareEnum('System.Data', 'DataRowVersion', { Original: 256, Current: 512, Proposed: 1024, Default: 1536 });

const typeOfColumn = (type: TypeObj | null): TypeObj['of'] => (type ? type.of : nullOf('dataType'));

function column(name: string | null, type: TypeObj | null, expression = ''): ColumnObj {
  const made = new ColumnObj(name ?? '', type ? type.of : need('String').open);
  made.expression = expression;
  made.isReadOnly = expression !== '';
  return made;
}

declare('System.Data', 'class DataColumn', {
  'new()': () => column(null, null),
  'new(string columnName)': (_c, name: string | null) => column(name, null),
  'new(string columnName, Type dataType)': (_c, name: string | null, type: TypeObj) => new ColumnObj(name ?? '', typeOfColumn(type)),
  'new(string columnName, Type dataType, string expr)': (_c, name: string | null, type: TypeObj, expression: string) => column(name, type, expression),
  'string ColumnName { get; set; }': {
    get: (_c, self: ColumnObj) => self.name,
    set: (_c, self: ColumnObj, name: string) => {
      if (self.table?.columns.some((other) => other !== self && other.name === name))
        throw error('DuplicateNameException', `A column named '${name}' already belongs to this DataTable.`);
      self.name = name;
    },
  },
  'Type DataType { get; set; }': {
    get: (_c, self: ColumnObj) => typeObject(self.dataType),
    set: (_c, self: ColumnObj, type: TypeObj | null) => {
      if (self.table && self.table.rows.length > 0)
        throw error('ArgumentException', 'Cannot change DataType of a column once it has data.');
      self.dataType = typeOfColumn(type);
    },
  },
  'string Caption { get; set; }': {
    get: (_c, self: ColumnObj) => self.caption ?? self.name,
    set: (_c, self: ColumnObj, caption: string | null) => void (self.caption = caption ?? ''),
  },
  'object DefaultValue { get; set; }': {
    get: (_c, self: ColumnObj) => outward(self.initial),
    set: (c, self: ColumnObj, value: Value) => void (self.initial = converted(c, self, value)),
  },
  'bool AllowDBNull { get; set; }': {
    get: (_c, self: ColumnObj) => self.allowsNull,
    set: (_c, self: ColumnObj, value: boolean) => void (self.allowsNull = value),
  },
  'bool Unique { get; set; }': {
    get: (_c, self: ColumnObj) => self.isUnique,
    set: (_c, self: ColumnObj, value: boolean) => void (self.isUnique = value),
  },
  'bool ReadOnly { get; set; }': {
    get: (_c, self: ColumnObj) => self.isReadOnly,
    set: (_c, self: ColumnObj, value: boolean) => {
      if (!value && self.expression !== '')
        throw error('ReadOnlyException', 'Cannot change ReadOnly property for the expression column.');
      self.isReadOnly = value;
    },
  },
  'bool AutoIncrement { get; set; }': {
    get: (_c, self: ColumnObj) => self.isCounting,
    set: (_c, self: ColumnObj, value: boolean) => void (self.isCounting = value),
  },
  'long AutoIncrementSeed { get; set; }': {
    get: (_c, self: ColumnObj) => self.seed,
    set: (_c, self: ColumnObj, value: Value) => {
      self.seed = asBigInt(value);
      self.next = undefined;
    },
  },
  'long AutoIncrementStep { get; set; }': {
    get: (_c, self: ColumnObj) => self.step,
    set: (_c, self: ColumnObj, value: Value) => void (self.step = asBigInt(value)),
  },
  'int MaxLength { get; set; }': {
    get: (_c, self: ColumnObj) => self.maxLength,
    set: (_c, self: ColumnObj, value: number) => void (self.maxLength = value),
  },
  'string Expression { get; set; }': {
    get: (_c, self: ColumnObj) => self.expression,
    set: (_c, self: ColumnObj, expression: string | null) => {
      if (self.table) self.table.calculate(self, expression ?? '');
      else self.expression = expression ?? '';
      if (self.expression !== '') self.isReadOnly = true;
    },
  },
  'int Ordinal { get; }': (_c, self: ColumnObj) => self.ordinal,
  'DataTable Table { get; }': (_c, self: ColumnObj) => self.table,
  'void SetOrdinal(int ordinal)': (_c, self: ColumnObj, ordinal: number) => {
    const columns = self.table?.columns ?? [];
    columns.splice(self.ordinal, 1);
    columns.splice(ordinal, 0, self);
  },
  'string ToString()': (_c, self: ColumnObj) => self.nativeText(),
}); // prettier-ignore

type Columns = PartsObj<TableObj>;
type Rows = PartsObj<TableObj>;

const added = (self: Columns, made: ColumnObj): ColumnObj => {
  self.table.addColumn(made);
  return made;
};

declare('System.Data', 'class DataColumnCollection : ICollection', {
  ...counted,
  'DataColumn Add()': (_c, self: Columns) => added(self, column(null, null)),
  'DataColumn Add(string columnName)': (_c, self: Columns, name: string | null) => added(self, column(name, null)),
  'DataColumn Add(string columnName, Type type)': (_c, self: Columns, name: string | null, type: TypeObj) => added(self, new ColumnObj(name ?? '', typeOfColumn(type))),
  'DataColumn Add(string columnName, Type type, string expression)': (_c, self: Columns, name: string | null, type: TypeObj, expression: string) => added(self, column(name, type, expression)),
  'void Add(DataColumn column)': (_c, self: Columns, given: ColumnObj | null) => void added(self, given ?? nullOf('column')),
  'void AddRange(DataColumn[] columns)': (_c, self: Columns, given: NetArray) => { for (const each of given.items) if (each instanceof ColumnObj) added(self, each); },
  'DataColumn this[int index] { get; }': (_c, self: Columns, index: number) => columnOf(self.table, index),
  'DataColumn this[string name] { get; }': (_c, self: Columns, name: string) => self.table.columns[self.table.column(name)] ?? null,
  'bool Contains(string name)': (_c, self: Columns, name: string) => self.table.column(name) >= 0,
  'int IndexOf(string columnName)': (_c, self: Columns, name: string | null) => (name === null ? -1 : self.table.column(name)),
  'int IndexOf(DataColumn column)': (_c, self: Columns, given: ColumnObj) => self.table.columns.indexOf(given),
  'void Remove(string name)': (_c, self: Columns, name: string) => removeColumn(self.table, columnOf(self.table, name)),
  'void Remove(DataColumn column)': (_c, self: Columns, given: ColumnObj) => removeColumn(self.table, columnOf(self.table, given)),
  'void RemoveAt(int index)': (_c, self: Columns, index: number) => removeColumn(self.table, columnOf(self.table, index)),
  'bool CanRemove(DataColumn column)': (_c, self: Columns, given: ColumnObj | null) => given?.table === self.table,
  'void Clear()': (_c, self: Columns) => { for (const each of Array.from(self.table.columns)) removeColumn(self.table, each); },
}); // prettier-ignore

function removeColumn(table: TableObj, given: ColumnObj): void {
  table.columns.splice(given.ordinal, 1);
  given.table = null;
  for (const row of table.rows) row.cells.delete(given);
}

const rowAt = (self: Rows, index: number): RowObj => {
  const row = self.table.rows[index];
  if (!row) throw error('IndexOutOfRangeException', `There is no row at position ${String(index)}.`);
  return row;
};

declare('System.Data', 'class DataRowCollection : ICollection', {
  ...counted,
  'void Add(DataRow row)': (c, self: Rows, row: RowObj | null) => void self.table.addRow(c, row ?? nullOf('row')),
  'DataRow Add(params object[] values)': (c, self: Rows, values: NetArray) => self.table.addRow(c, self.table.rowOf(c, values.items)),
  'DataRow this[int index] { get; }': (_c, self: Rows, index: number) => rowAt(self, index),
  'void Remove(DataRow row)': (_c, self: Rows, row: RowObj) => self.table.takeOut(row),
  'void RemoveAt(int index)': (_c, self: Rows, index: number) => self.table.takeOut(rowAt(self, index)),
  'void InsertAt(DataRow row, int pos)': (c, self: Rows, row: RowObj, at: number) => void self.table.addRow(c, row, Math.min(at, self.table.rows.length)),
  'void Clear()': (_c, self: Rows) => self.table.clear(),
  'int IndexOf(DataRow row)': (_c, self: Rows, row: RowObj) => self.table.rows.indexOf(row),
  'bool Contains(object key)': (c, self: Rows, key: Value) => self.table.find(c, [key]) !== undefined,
  'bool Contains(object[] keys)': (c, self: Rows, keys: Value) => self.table.find(c, keyItems(keys)) !== undefined,
  'DataRow Find(object key)': (c, self: Rows, key: Value) => self.table.find(c, [key]) ?? null,
  'DataRow Find(object[] keys)': (c, self: Rows, keys: Value) => self.table.find(c, keyItems(keys)) ?? null,
}); // prettier-ignore

const versioned = (c: Call, self: RowObj, key: Value, version: EnumValue): Value => {
  if (version.value === 1024 && self.before === undefined && self.state !== 'Detached')
    throw error('VersionNotFoundException', 'There is no Proposed data to access.');
  if (version.value === 512 && self.before) return outward(self.before.get(columnOf(self.table, key)) ?? null);
  if (version.value !== 256) return cell(c, self, key);
  if (!self.original) throw error('VersionNotFoundException', 'There is no Original data to access.');
  return outward(self.original.get(columnOf(self.table, key)) ?? null);
};
const isNull = (c: Call, self: RowObj, key: Value): boolean => self.read(c, columnOf(self.table, key)) === null;
const KEYS = ['int columnIndex', 'string columnName', 'DataColumn column'] as const;

/** Members for error texts of a row and its cells; these have no other effect. */
function errorsOfRow(): Declarations {
  const ofColumns = KEYS.flatMap((key): [string, Declarations[string]][] => [
    [
      `void SetColumnError(${key}, string error)`,
      (_c: Call, self: RowObj, name: Value, text: string | null) => {
        const asked = columnOf(self.table, name);
        if ((text ?? '') === '') self.columnErrors.delete(asked);
        else self.columnErrors.set(asked, text ?? '');
      },
    ],
    [
      `string GetColumnError(${key})`,
      (_c: Call, self: RowObj, name: Value) => self.columnErrors.get(columnOf(self.table, name)) ?? '',
    ],
  ]);
  return {
    ...Object.fromEntries(ofColumns),
    'string RowError { get; set; }': {
      get: (_c, self: RowObj) => self.error,
      set: (_c, self: RowObj, text: string | null) => void (self.error = text ?? ''),
    },
    'bool HasErrors { get; }': (_c, self: RowObj) => self.hasErrors,
    'DataColumn[] GetColumnsInError()': (_c, self: RowObj) =>
      new TypedArray(arrayOf(need('DataColumn').open), [...self.columnErrors.keys()]),
    'void ClearErrors()': (_c, self: RowObj) => {
      self.error = '';
      self.columnErrors.clear();
    },
  };
}

declare('System.Data', 'class DataRow', {
  ...Object.fromEntries(
    KEYS.flatMap((key): [string, Declarations[string]][] => [
      [
        `object this[${key}] { get; set; }`,
        {
          get: cell,
          set: (c: Call, self: RowObj, name: Value, value: Value) => self.write(c, columnOf(self.table, name), value),
        },
      ],
      [`object this[${key}, DataRowVersion version] { get; }`, versioned],
      [`bool IsNull(${key})`, isNull],
    ]),
  ),
  'object[] ItemArray { get; set; }': {
    get: (c, self: RowObj) =>
      new TypedArray(
        arrayOf(need('Object').open),
        self.table.columns.map((each) => outward(self.read(c, each))),
      ),
    set: (c, self: RowObj, values: NetArray) => {
      self.edit(c, () => {
        for (const [index, value] of values.items.entries())
          if (value !== null) self.write(c, columnOf(self.table, index), value);
      });
    },
  },
  'DataTable Table { get; }': (_c, self: RowObj) => self.table,
  'DataRowState RowState { get; }': (_c, self: RowObj) => enumValue('DataRowState', self.state),
  'bool HasVersion(DataRowVersion version)': (_c, self: RowObj, version: EnumValue) =>
    version.value === 256 ? self.original !== undefined : version.value !== 1024 || self.before !== undefined,
  'void Delete()': (_c, self: RowObj) => self.table.deleteRow(self),
  'void AcceptChanges()': (_c, self: RowObj) => self.table.acceptRow(self),
  'void RejectChanges()': (_c, self: RowObj) => self.table.rejectRow(self),
  'void SetAdded()': (_c, self: RowObj) => self.mark('Added'),
  'void SetModified()': (_c, self: RowObj) => self.mark('Modified'),
  'void BeginEdit()': (_c, self: RowObj) => self.beginEdit(),
  'void EndEdit()': (c, self: RowObj) => self.endEdit(c),
  'void CancelEdit()': (_c, self: RowObj) => self.cancelEdit(),
  ...errorsOfRow(),
  ...relatives(),
});

/** Returns a copy of the rows in some states; null if there are none. */
function changesOf(c: Call, self: TableObj, states: number): TableObj | null {
  const rows = self.rows.filter((row) => (STATES[row.state] & states) !== 0);
  if (rows.length === 0) return null;
  const made = self.clone(c);
  for (const row of rows) importRow(c, made, row);
  return made;
}

declare('System.Data', 'class DataTable : IDisposable', {
  'new()': (c) => new TableObj(c.type, '', c),
  'new(string tableName)': (c, name: string | null) => new TableObj(c.type, name ?? '', c),
  'string TableName { get; set; }': {
    get: (_c, self: TableObj) => self.name,
    set: (_c, self: TableObj, name: string | null) => void (self.name = name ?? ''),
  },
  'DataColumnCollection Columns { get; }': (_c, self: TableObj) => new PartsObj('DataColumnCollection', self, () => self.columns),
  'DataRowCollection Rows { get; }': (_c, self: TableObj) => new PartsObj('DataRowCollection', self, () => self.rows, () => self.version),
  'DataSet DataSet { get; }': (_c, self: TableObj) => self.owner,
  'DataView DefaultView { get; }': (_c, self: TableObj) => (self.view ??= new ViewObj(self)),
  'bool CaseSensitive { get; set; }': {
    get: (_c, self: TableObj) => self.caseSensitive,
    set: (_c, self: TableObj, value: boolean) => void (self.caseSensitive = value),
  },
  'DataColumn[] PrimaryKey { get; set; }': {
    get: (_c, self: TableObj) => new TypedArray(arrayOf(need('DataColumn').open), [...self.primaryKey]),
    set: (_c, self: TableObj, columns: NetArray | null) => {
      self.primaryKey = (columns?.items ?? []).flatMap((each) => (each instanceof ColumnObj ? [columnOf(self, each)] : []));
      for (const each of self.primaryKey) each.allowsNull = false;
    },
  },
  ...eventsOfTable(),
  'DataRow NewRow()': (c, self: TableObj) => {
    const row = self.newRow(c);
    self.events.newRow(self, row);
    return row;
  },
  'DataRow[] Select()': (c, self: TableObj) => rowList(select(self, c, null, null)),
  'DataRow[] Select(string filterExpression)': (c, self: TableObj, filter: string | null) => rowList(select(self, c, filter, null)),
  'DataRow[] Select(string filterExpression, string sort)': (c, self: TableObj, filter: string | null, sort: string | null) => rowList(select(self, c, filter, sort)),
  'DataRow[] Select(string filterExpression, string sort, DataViewRowState recordStates)': (c, self: TableObj, filter: string | null, sort: string | null, states: EnumValue) => rowList(select(self, c, filter, sort, states.value)),
  'bool HasErrors { get; }': (_c, self: TableObj) => self.rows.some((row) => row.hasErrors),
  'DataRow[] GetErrors()': (_c, self: TableObj) => rowList(self.rows.filter((row) => row.hasErrors)),
  'DataTable GetChanges()': (c, self: TableObj) => changesOf(c, self, 4 | 8 | 16),
  'DataTable GetChanges(DataRowState rowStates)': (c, self: TableObj, states: EnumValue) => changesOf(c, self, states.value),
  'DataRelationCollection ChildRelations { get; }': (_c, self: TableObj) => relations(self, () => self.children),
  'DataRelationCollection ParentRelations { get; }': (_c, self: TableObj) => relations(self, () => self.parents),
  'object Compute(string expression, string filter)': (c, self: TableObj, expression: string | null, filter: string | null) => outward(compute(self, c, expression, filter)),
  'void Clear()': (_c, self: TableObj) => self.clear(),
  'DataTable Clone()': (c, self: TableObj) => self.clone(c),
  'DataTable Copy()': (c, self: TableObj) => {
    const made = self.clone(c);
    for (const row of self.rows) importRow(c, made, row);
    return made;
  },
  'void Merge(DataTable table)': (c, self: TableObj, from: TableObj | null) => merge(c, self, from ?? nullOf('table')),
  'void ImportRow(DataRow row)': (c, self: TableObj, row: RowObj) => importRow(c, self, row),
  'DataRow LoadDataRow(object[] values, bool fAcceptChanges)': (c, self: TableObj, values: NetArray, accept: boolean) => {
    const row = self.addRow(c, self.rowOf(c, values.items));
    if (accept) self.acceptRow(row);
    return row;
  },
  'void AcceptChanges()': (_c, self: TableObj) => { for (const row of Array.from(self.rows)) self.acceptRow(row); },
  'void RejectChanges()': (_c, self: TableObj) => { for (const row of Array.from(self.rows)) self.rejectRow(row); },
  'void BeginLoadData()': () => undefined,
  'void EndLoadData()': () => undefined,
  'void Dispose()': () => undefined,
  'string ToString()': (_c, self: TableObj) => self.name,
}); // prettier-ignore

declare(
  'System.Data',
  'static class DataRowExtensions',
  Object.fromEntries(
    KEYS.flatMap((key): [string, Declarations[string]][] => [
      [
        `T Field<T>(this DataRow row, ${key})`,
        (c: Call, row: RowObj, name: Value) =>
          fieldAs(row.read(c, columnOf(row.table, name)), c.t[0] ?? need('Object').open),
      ],
      [
        `void SetField<T>(this DataRow row, ${key}, T value)`,
        (c: Call, row: RowObj, name: Value, value: Value) =>
          row.write(c, columnOf(row.table, name), value === null ? dbNull() : value),
      ],
    ]),
  ),
);
declare('System.Data', 'static class DataTableExtensions', {
  'IEnumerable<DataRow> AsEnumerable(this DataTable source)': (_c, table: TableObj) =>
    new ListObj(need('List', 1).of([need('DataRow').open]), [...table.rows]),
  'DataTable CopyToDataTable<T>(this IEnumerable<T> source)': (c, source: Value) => {
    const rows = gathered(source, c.rt);
    const [first] = rows;
    if (!(first instanceof RowObj)) throw error('InvalidOperationException', 'The source contains no DataRows.');
    const made = first.table.clone(c);
    made.name = '';
    for (const row of rows) if (row instanceof RowObj) importRow(c, made, row);
    for (const row of made.rows) made.acceptRow(row);
    return made;
  },
});
for (const name of ['DataColumnCollection', 'DataRowCollection']) need(name).foreachItem = () => need('Object').open;
