import type { NetArray, Value } from '../../../expression/values/values.ts';
import { arrayOf, same } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { Obj, TypedArray } from '../../runtime/objects.ts';
import { equals, error, textOf } from '../../runtime/values.ts';
import { nullOf } from '../collections/listHelpers.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';
import { importRow } from './merge.ts';
import { counted, PartsObj, rowList } from './parts.ts';
import { ColumnObj, TableObj } from './table.ts';
import type { Relation, RowObj } from './table.ts';

/** System.Data.DataSet: tables by name, and relations between their rows. */

class RelationObj extends Obj implements Relation {
  name: string;
  readonly parentColumns: readonly ColumnObj[];
  readonly childColumns: readonly ColumnObj[];
  readonly isConstraint: boolean;
  isNested = false;
  constructor(
    name: string,
    parentColumns: readonly ColumnObj[],
    childColumns: readonly ColumnObj[],
    isConstraint: boolean,
  ) {
    super(need('DataRelation').open);
    if (parentColumns.length !== childColumns.length)
      throw error('ArgumentException', 'ParentColumns and ChildColumns should be the same length.');
    if (!parentColumns.every(({ dataType }, index) => same(dataType, childColumns[index]!.dataType)))
      throw error('InvalidConstraintException', "Parent Columns and Child Columns don't have type-matching columns.");
    this.name = name;
    this.parentColumns = parentColumns;
    this.childColumns = childColumns;
    this.isConstraint = isConstraint;
  }
  override nativeText(): string {
    return this.name;
  }
  get parent(): TableObj {
    return this.parentColumns[0]?.table ?? nullOf('parentColumn');
  }
  get child(): TableObj {
    return this.childColumns[0]?.table ?? nullOf('childColumn');
  }

  /** Returns the rows of a table with values in columns. */
  #rows(c: Call, table: TableObj, columns: readonly ColumnObj[], values: readonly Value[]): RowObj[] {
    if (values.includes(null)) return [];
    return table.current().filter((row) => {
      c.rt.budget.step();
      return columns.every((column, index) => equals(row.cells.get(column) ?? null, values[index] ?? null, c.rt));
    });
  }
  childrenOf(c: Call, row: RowObj): RowObj[] {
    return this.#rows(c, this.child, this.childColumns, this.parentColumns.map((each) => row.cells.get(each) ?? null)); // prettier-ignore
  }
  parentsOf(c: Call, row: RowObj): RowObj[] {
    return this.#rows(c, this.parent, this.parentColumns, this.childColumns.map((each) => row.cells.get(each) ?? null)); // prettier-ignore
  }

  checkChild(c: Call, cells: ReadonlyMap<ColumnObj, Value>): void {
    if (!this.isConstraint) return;
    const key = this.childColumns.map((column) => cells.get(column) ?? null);
    if (key.includes(null) || this.#rows(c, this.parent, this.parentColumns, key).length > 0) return;
    const isItsOwnParent = this.parentColumns.every((each, index) => equals(cells.get(each) ?? null, key[index] ?? null, c.rt)); // prettier-ignore
    if (this.parent === this.child && isItsOwnParent) return;
    throw error(
      'InvalidConstraintException',
      `ForeignKeyConstraint ${this.name} requires the child key values (${key.map((value) => textOf(value, c.rt)).join(', ')}) to exist in the parent table.`,
    );
  }
  passOn(c: Call, row: RowObj, column: ColumnObj, value: Value): void {
    const index = this.parentColumns.indexOf(column);
    const target = this.childColumns[index];
    if (!this.isConstraint || !target) return;
    for (const child of this.childrenOf(c, row)) {
      child.cells.set(target, value);
      if (child.state === 'Unchanged') child.state = 'Modified';
    }
  }
  dependants(c: Call, row: RowObj): readonly RowObj[] {
    return this.isConstraint ? this.childrenOf(c, row) : [];
  }
  checkReject(c: Call, row: RowObj): void {
    const isChanged = this.parentColumns.some((each) => !equals(row.cells.get(each) ?? null, row.original?.get(each) ?? null, c.rt)); // prettier-ignore
    if (isChanged && this.dependants(c, row).length > 0)
      throw error('InvalidConstraintException', `Cannot make this change because constraints are enforced on relation ${this.name}, and changing this value will strand child rows.`); // prettier-ignore
  }
  checkClear(): void {
    if (this.isConstraint && this.child.rows.length > 0)
      throw error(
        'InvalidConstraintException',
        `Cannot clear table ${this.parent.name} because ForeignKeyConstraint ${this.name} enforces constraints and there are child rows in ${this.child.name}.`,
      );
  }

  /** Throws if existing rows violate the relation. */
  checkRows(c: Call): void {
    if (!this.isConstraint) return;
    for (const row of this.child.current()) {
      const key = this.childColumns.map((column) => row.cells.get(column) ?? null);
      if (!key.includes(null) && this.#rows(c, this.parent, this.parentColumns, key).length === 0)
        throw error(
          'ArgumentException',
          'This constraint cannot be enabled as not all values have corresponding parent values.',
        );
    }
  }
}

/** A DataSet. */
class SetOfTables extends Obj {
  name: string;
  readonly tables: TableObj[] = [];
  readonly relations: RelationObj[] = [];
  constructor(name: string) {
    super(need('DataSet').open);
    this.name = name;
  }
  add(table: TableObj): TableObj {
    if (table.owner !== null)
      throw error('ArgumentException', table.owner === this ? 'DataTable already belongs to this DataSet.' : 'DataTable already belongs to another DataSet.'); // prettier-ignore
    if (table.name === '') {
      let number = 1;
      while (this.tables.some(({ name }) => name === `Table${String(number)}`)) number++;
      table.name = `Table${String(number)}`;
    }
    if (this.tables.some(({ name }) => name === table.name))
      throw error('DuplicateNameException', `A DataTable named '${table.name}' already belongs to this DataSet.`);
    table.owner = this;
    this.tables.push(table);
    return table;
  }
  find(name: string): TableObj | undefined {
    return (
      this.tables.find((table) => table.name === name) ??
      this.tables.find((table) => table.name.toLowerCase() === name.toLowerCase())
    );
  }
  remove(table: TableObj | undefined, name: string): void {
    if (!table || table.owner !== this)
      throw error('ArgumentException', `Table ${name} does not belong to this DataSet.`);
    if (table.children.length > 0 || table.parents.length > 0)
      throw error('ArgumentException', 'Cannot remove a table that has existing relations.  Remove relations first.');
    this.tables.splice(this.tables.indexOf(table), 1);
    table.owner = null;
  }
  relate(c: Call, relation: RelationObj): RelationObj {
    if (relation.name === '') {
      let number = 1;
      while (this.relations.some(({ name }) => name === `Relation${String(number)}`)) number++;
      relation.name = `Relation${String(number)}`;
    }
    if (this.relations.some(({ name }) => name === relation.name))
      throw error('DuplicateNameException', `A Relation named '${relation.name}' already belongs to this DataSet.`);
    const isSame = (a: readonly ColumnObj[], b: readonly ColumnObj[]): boolean =>
      a.length === b.length && a.every((column, index) => column === b[index]);
    if (
      this.relations.some(
        (other) =>
          isSame(other.parentColumns, relation.parentColumns) && isSame(other.childColumns, relation.childColumns),
      )
    )
      throw error('ArgumentException', 'A relation already exists for these child columns.');
    const [only, ...others] = relation.parentColumns;
    if (relation.isConstraint && only && others.length === 0) {
      only.isUnique = true;
      for (const row of relation.parent.current()) relation.parent.checkCell(c, row, only, row.cells.get(only) ?? null);
    }
    relation.checkRows(c);
    this.relations.push(relation);
    relation.parent.children.push(relation);
    relation.child.parents.push(relation);
    return relation;
  }
  /** Returns tables with the same columns and relations, optionally with their rows. */
  copy(c: Call, withRows: boolean): SetOfTables {
    const made = new SetOfTables(this.name);
    for (const table of this.tables) {
      const copied = table.clone(c);
      if (withRows) for (const row of table.rows) importRow(c, copied, row);
      made.add(copied);
    }
    for (const { name, parentColumns, childColumns, isConstraint } of this.relations) {
      const moved = (columns: readonly ColumnObj[]): ColumnObj[] =>
        columns.flatMap((each) => made.find(each.table?.name ?? '')?.columns[each.ordinal] ?? []);
      made.relate(c, new RelationObj(name, moved(parentColumns), moved(childColumns), isConstraint));
    }
    return made;
  }
}
type Tables = PartsObj<SetOfTables>;

const columnsOf = (given: NetArray): ColumnObj[] => given.items.flatMap((each) => (each instanceof ColumnObj ? [each] : [])); // prettier-ignore
const columnArray = (columns: readonly ColumnObj[]): TypedArray => new TypedArray(arrayOf(need('DataColumn').open), [...columns]); // prettier-ignore
const single = (column: ColumnObj | null, name: string): ColumnObj[] => [column ?? nullOf(name)];

declare('System.Data', 'class DataRelation', {
  'new(string relationName, DataColumn parentColumn, DataColumn childColumn)': (_c, name: string | null, parent: ColumnObj | null, child: ColumnObj | null) => new RelationObj(name ?? '', single(parent, 'parentColumn'), single(child, 'childColumn'), true),
  'new(string relationName, DataColumn parentColumn, DataColumn childColumn, bool createConstraints)': (_c, name: string | null, parent: ColumnObj | null, child: ColumnObj | null, constraint: boolean) => new RelationObj(name ?? '', single(parent, 'parentColumn'), single(child, 'childColumn'), constraint),
  'new(string relationName, DataColumn[] parentColumns, DataColumn[] childColumns)': (_c, name: string | null, parents: NetArray, children: NetArray) => new RelationObj(name ?? '', columnsOf(parents), columnsOf(children), true),
  'new(string relationName, DataColumn[] parentColumns, DataColumn[] childColumns, bool createConstraints)': (_c, name: string | null, parents: NetArray, children: NetArray, constraint: boolean) => new RelationObj(name ?? '', columnsOf(parents), columnsOf(children), constraint),
  'string RelationName { get; set; }': {
    get: (_c, self: RelationObj) => self.name,
    set: (_c, self: RelationObj, name: string | null) => void (self.name = name ?? ''),
  },
  'DataTable ParentTable { get; }': (_c, self: RelationObj) => self.parent,
  'DataTable ChildTable { get; }': (_c, self: RelationObj) => self.child,
  'DataColumn[] ParentColumns { get; }': (_c, self: RelationObj) => columnArray(self.parentColumns),
  'DataColumn[] ChildColumns { get; }': (_c, self: RelationObj) => columnArray(self.childColumns),
  'DataSet DataSet { get; }': (_c, self: RelationObj) => self.parent.owner,
  'bool Nested { get; set; }': {
    get: (_c, self: RelationObj) => self.isNested,
    set: (_c, self: RelationObj, value: boolean) => void (self.isNested = value),
  },
  'string ToString()': (_c, self: RelationObj) => self.name,
}); // prettier-ignore

/** Returns the relations of a table or of a set. */
export const relations = (owner: Obj, list: () => readonly Obj[]): Obj =>
  new PartsObj('DataRelationCollection', owner, list);

const ownerOf = (self: PartsObj<Obj>, columns: readonly ColumnObj[]): SetOfTables => {
  const set = self.table instanceof SetOfTables ? self.table : columns[0]?.table?.owner;
  if (set instanceof SetOfTables) return set;
  throw error('ArgumentException', 'Cannot create a Relation between tables that are not in a DataSet.');
};
const related = (c: Call, self: PartsObj<Obj>, made: RelationObj): RelationObj =>
  ownerOf(self, made.parentColumns).relate(c, made);
const relationNamed = (list: readonly Value[], name: string | null): RelationObj | undefined =>
  list.find((each): each is RelationObj => each instanceof RelationObj && each.name.toLowerCase() === (name ?? '').toLowerCase()); // prettier-ignore

declare('System.Data', 'class DataRelationCollection : ICollection', {
  ...counted,
  'DataRelation Add(DataColumn parentColumn, DataColumn childColumn)': (c, self: PartsObj<Obj>, parent: ColumnObj | null, child: ColumnObj | null) => related(c, self, new RelationObj('', single(parent, 'parentColumn'), single(child, 'childColumn'), true)),
  'DataRelation Add(string name, DataColumn parentColumn, DataColumn childColumn)': (c, self: PartsObj<Obj>, name: string | null, parent: ColumnObj | null, child: ColumnObj | null) => related(c, self, new RelationObj(name ?? '', single(parent, 'parentColumn'), single(child, 'childColumn'), true)),
  'DataRelation Add(string name, DataColumn parentColumn, DataColumn childColumn, bool createConstraints)': (c, self: PartsObj<Obj>, name: string | null, parent: ColumnObj | null, child: ColumnObj | null, constraint: boolean) => related(c, self, new RelationObj(name ?? '', single(parent, 'parentColumn'), single(child, 'childColumn'), constraint)),
  'DataRelation Add(string name, DataColumn[] parentColumns, DataColumn[] childColumns)': (c, self: PartsObj<Obj>, name: string | null, parents: NetArray, children: NetArray) => related(c, self, new RelationObj(name ?? '', columnsOf(parents), columnsOf(children), true)),
  'void Add(DataRelation relation)': (c, self: PartsObj<Obj>, relation: RelationObj | null) => void related(c, self, relation ?? nullOf('relation')),
  'DataRelation this[int index] { get; }': (_c, self: PartsObj<Obj>, index: number) => {
    const found = self.list[index];
    if (found === undefined) throw error('IndexOutOfRangeException', `Cannot find relation ${String(index)}.`);
    return found;
  },
  'DataRelation this[string name] { get; }': (_c, self: PartsObj<Obj>, name: string | null) => relationNamed(self.list, name) ?? null,
  'bool Contains(string name)': (_c, self: PartsObj<Obj>, name: string | null) => relationNamed(self.list, name) !== undefined,
}); // prettier-ignore

const RELATIONS = ['string relationName', 'DataRelation relation'] as const;

/** Members of a row that follow a relation to other rows. */
export function relatives(): Declarations {
  const found = (row: RowObj, key: Value, side: 'children' | 'parents'): RelationObj | undefined => {
    const relation =
      key instanceof RelationObj ? key : relationNamed(row.table[side], typeof key === 'string' ? key : '');
    if (!relation) return undefined;
    const table = side === 'children' ? relation.parent : relation.child;
    if (table !== row.table)
      throw error('InvalidConstraintException', `GetChildRows requires a row whose Table is ${table.name}, but the specified row's Table is ${row.table.name}.`); // prettier-ignore
    return relation;
  };
  return Object.fromEntries(
    RELATIONS.flatMap((key): [string, Declarations[string]][] => [
      [
        `DataRow[] GetChildRows(${key})`,
        (c: Call, row: RowObj, of: Value) => {
          row.checkAccess();
          return rowList(found(row, of, 'children')?.childrenOf(c, row) ?? []);
        },
      ],
      [
        `DataRow[] GetParentRows(${key})`,
        (c: Call, row: RowObj, of: Value) => rowList(found(row, of, 'parents')?.parentsOf(c, row) ?? []),
      ],
      [
        `DataRow GetParentRow(${key})`,
        (c: Call, row: RowObj, of: Value) => {
          const [parent, ...others] = found(row, of, 'parents')?.parentsOf(c, row) ?? [];
          if (others.length > 0) throw error('DataException', 'A child row has multiple parents.');
          return parent ?? null;
        },
      ],
    ]),
  );
}

declare('System.Data', 'class DataSet : IDisposable', {
  'new()': () => new SetOfTables('NewDataSet'),
  'new(string dataSetName)': (_c, name: string) => new SetOfTables(name),
  'string DataSetName { get; set; }': {
    get: (_c, self: SetOfTables) => self.name,
    set: (_c, self: SetOfTables, name: string) => void (self.name = name),
  },
  'DataTableCollection Tables { get; }': (_c, self: SetOfTables) =>
    new PartsObj('DataTableCollection', self, () => self.tables),
  'DataRelationCollection Relations { get; }': (_c, self: SetOfTables) => relations(self, () => self.relations),
  'DataSet Clone()': (c, self: SetOfTables) => self.copy(c, false),
  'DataSet Copy()': (c, self: SetOfTables) => self.copy(c, true),
  'void Clear()': (_c, self: SetOfTables) => {
    for (const table of self.tables) table.clear(false);
  },
  'void AcceptChanges()': (_c, self: SetOfTables) => {
    for (const table of self.tables) for (const row of Array.from(table.rows)) table.acceptRow(row);
  },
  'void RejectChanges()': (_c, self: SetOfTables) => {
    for (const table of self.tables) for (const row of Array.from(table.rows)) table.rejectRow(row, false);
  },
  'bool HasChanges()': (_c, self: SetOfTables) =>
    self.tables.some(({ rows }) => rows.some(({ state }) => state !== 'Unchanged')),
  'bool HasErrors { get; }': (_c, self: SetOfTables) =>
    self.tables.some(({ rows }) => rows.some(({ hasErrors }) => hasErrors)),
  'void Dispose()': () => undefined,
});
declare('System.Data', 'class DataTableCollection : ICollection', {
  ...counted,
  'DataTable Add()': (c, self: Tables) => self.table.add(new TableObj(need('DataTable').open, '', c)),
  'DataTable Add(string name)': (c, self: Tables, name: string | null) =>
    self.table.add(new TableObj(need('DataTable').open, name ?? '', c)),
  'void Add(DataTable table)': (_c, self: Tables, table: TableObj | null) =>
    void self.table.add(table ?? nullOf('table')),
  'void AddRange(DataTable[] tables)': (_c, self: Tables, given: NetArray) => {
    for (const each of given.items) if (each instanceof TableObj) self.table.add(each);
  },
  'DataTable this[int index] { get; }': (_c, self: Tables, index: number) => {
    const found = self.table.tables[index];
    if (!found) throw error('IndexOutOfRangeException', `Cannot find table ${String(index)}.`);
    return found;
  },
  'DataTable this[string name] { get; }': (_c, self: Tables, name: string) => self.table.find(name) ?? null,
  'bool Contains(string name)': (_c, self: Tables, name: string) => self.table.find(name) !== undefined,
  'int IndexOf(string tableName)': (_c, self: Tables, name: string | null) => {
    const found = self.table.find(name ?? '');
    return found ? self.table.tables.indexOf(found) : -1;
  },
  'int IndexOf(DataTable table)': (_c, self: Tables, table: TableObj | null) =>
    table ? self.table.tables.indexOf(table) : -1,
  'void Remove(string name)': (_c, self: Tables, name: string) => self.table.remove(self.table.find(name), name),
  'void Remove(DataTable table)': (_c, self: Tables, table: TableObj | null) =>
    self.table.remove(table ?? nullOf('table'), table?.name ?? ''),
});
for (const name of ['DataTableCollection', 'DataRelationCollection'])
  need(name).foreachItem = () => need('Object').open;
