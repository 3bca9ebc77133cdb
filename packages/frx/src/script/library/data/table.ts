import { NetException } from '../../../expression/errors.ts';
import { asBigInt } from '../../../expression/values/promotion.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call, NamedType, Type } from '../../binder/types/types.ts';
import { integral, isIntegral } from '../../runtime/arithmetic.ts';
import { Obj } from '../../runtime/objects.ts';
import { equals, error, textOf, typeName } from '../../runtime/values.ts';
import { dbNull } from '../core.ts';
import { need } from '../registry.ts';
import { changeInto } from './convert.ts';
import { TableEvents } from './events.ts';
import { parseDataExpression } from './expression.ts';
import type { DataExpression, Relative, Source } from './expression.ts';

/** Tables of System.Data created by scripts. Cells contain null for DBNull. */

export class ColumnObj extends Obj {
  name: string;
  dataType: Type;
  caption: string | null = null;
  initial: Value = null;
  allowsNull = true;
  isUnique = false;
  isReadOnly = false;
  isCounting = false;
  seed = 0n;
  step = 1n;
  next: bigint | undefined;
  maxLength = -1;
  expression = '';
  calculated: DataExpression<RowObj> | undefined;
  table: TableObj | null = null;
  constructor(name: string, dataType: Type) {
    super(need('DataColumn').open);
    this.name = name;
    this.dataType = dataType;
  }
  override nativeText(): string {
    return this.expression === '' ? this.name : `${this.name} + ${this.expression}`;
  }
  get ordinal(): number {
    return this.table?.columns.indexOf(this) ?? -1;
  }
}

/** State of a row since changes were last accepted. */
export type RowState = 'Detached' | 'Unchanged' | 'Added' | 'Deleted' | 'Modified';

/** Numbers of DataRowState and DataViewRowState. */
export const STATES: Readonly<Record<RowState, number>> = {
  Detached: 1,
  Unchanged: 2,
  Added: 4,
  Deleted: 8,
  Modified: 16,
};
/** Constraints of a relation on the rows of its two tables. */
export interface Relation extends Obj {
  readonly name: string;
  readonly parent: TableObj;
  readonly child: TableObj;
  childrenOf(c: Call, row: RowObj): readonly RowObj[];
  parentsOf(c: Call, row: RowObj): readonly RowObj[];
  /** Throws when a row of the child table with these cells has no parent. */
  checkChild(c: Call, cells: ReadonlyMap<ColumnObj, Value>): void;
  /** Passes the new value of a column to the children of a row. */
  passOn(c: Call, row: RowObj, column: ColumnObj, value: Value): void;
  /** Returns the rows that are deleted with a row. */
  dependants(c: Call, row: RowObj): readonly RowObj[];
  /** Throws if the former key of a row cannot be restored because it has children. */
  checkReject(c: Call, row: RowObj): void;
  /** Throws if rows of the child table prevent clearing the parent table. */
  checkClear(): void;
}

/** A DataRow. */
export class RowObj extends Obj {
  readonly table: TableObj;
  /** Cells by their columns. */
  cells = new Map<ColumnObj, Value>();
  original: Map<ColumnObj, Value> | undefined;
  /** Cells before an edit that has not ended. */
  before: Map<ColumnObj, Value> | undefined;
  state: RowState = 'Detached';
  error = '';
  readonly columnErrors = new Map<ColumnObj, string>();
  constructor(table: TableObj) {
    super(need('DataRow').open);
    this.table = table;
  }

  get hasErrors(): boolean {
    return this.error !== '' || this.columnErrors.size > 0;
  }

  /** Throws for a deleted row. */
  checkAccess(): void {
    if (this.state === 'Deleted')
      throw error('DeletedRowInaccessibleException', 'Deleted row information cannot be accessed through the row.');
  }

  /** Returns a cell; null for DBNull. */
  read(c: Call, column: ColumnObj): Value {
    this.checkAccess();
    if (!column.calculated) return this.cells.get(column) ?? null;
    c.rt.budget.enter();
    try {
      return converted(
        c,
        column,
        column.calculated.evaluate(c, this, () => this.table.current()),
      );
    } finally {
      c.rt.budget.leave();
    }
  }

  write(c: Call, column: ColumnObj, given: Value): void {
    this.checkAccess();
    if (column.isReadOnly || column.calculated)
      throw error('ReadOnlyException', `Column '${column.name}' is read only.`);
    this.edit(c, () => {
      const { events } = this.table;
      const proposed = events.changing(this.table, this, column, given);
      if (proposed === null && isValueColumn(column))
        throw error('ArgumentException', `Cannot set Column '${column.name}' to be null. Please use DBNull instead.`);
      const value = converted(c, column, proposed);
      if (this.before === undefined && this.state !== 'Detached') {
        this.#check(c, column, value);
        this.#put(c, column, value);
      } else this.cells.set(column, value);
      events.changed(this.table, this, column, value);
    });
  }

  /** Changes cells. If events are raised, all changes together are one change of the row. */
  edit(c: Call, change: () => void): void {
    if (this.table.events.isEmpty || this.before !== undefined || this.state === 'Detached') {
      change();
      return;
    }
    this.beginEdit();
    try {
      change();
      this.endEdit(c);
    } finally {
      this.cancelEdit();
    }
  }

  /** Marks an unchanged row as one that was added or modified. */
  mark(state: 'Added' | 'Modified'): void {
    if (this.state !== 'Unchanged')
      throw error(
        'InvalidOperationException',
        'SetAdded and SetModified can only be called on DataRows with Unchanged DataRowState.',
      );
    this.state = state;
    if (state === 'Added') this.original = undefined;
  }

  /** Begins an edit, until the end of which changed cells are proposed values. */
  beginEdit(): void {
    this.checkAccess();
    if (this.before === undefined && this.state !== 'Detached') this.before = new Map(this.cells);
  }

  cancelEdit(): void {
    if (this.before) this.cells = this.before;
    this.before = undefined;
  }

  /** Ends an edit: the proposed values become those of the row. If one is not allowed, it throws and restores the previous values. */
  endEdit(c: Call): void {
    const { before, cells: proposed } = this;
    if (!before) return;
    this.cancelEdit();
    const changed = [...proposed].filter(([column, value]) => value !== before.get(column));
    for (const [column, value] of changed) this.#check(c, column, value);
    this.cells = proposed;
    try {
      this.table.events.around(this.table, this, 'Change', () => {
        this.cells = before;
        for (const [column, value] of changed) this.#put(c, column, value);
        if (this.state === 'Unchanged') this.state = 'Modified';
      });
    } finally {
      if (this.cells === proposed) this.cells = before;
    }
  }

  /** Throws if a cell may not have a value. */
  #check(c: Call, column: ColumnObj, value: Value): void {
    this.table.checkCell(c, this, column, value);
    if (this.table.parents.length === 0) return;
    const changed = new Map(this.cells).set(column, value);
    for (const relation of this.table.parents) relation.checkChild(c, changed);
  }

  #put(c: Call, column: ColumnObj, value: Value): void {
    for (const relation of this.table.children) relation.passOn(c, this, column, value);
    this.cells.set(column, value);
    if (this.state === 'Unchanged') this.state = 'Modified';
  }
}

function isValueColumn(column: ColumnObj): boolean {
  return column.dataType.kind === 'named' && column.dataType.definition.isValueType;
}

/** Converts a value to the type of a column. @throws ArgumentException if it cannot be converted */
export function converted(c: Call, column: ColumnObj, given: Value): Value {
  if (given === null || given === dbNull()) return null;
  try {
    const value = changeInto(c, given, column.dataType);
    c.rt.budget.collect(typeof value === 'string' ? value.length + 8 : 8);
    return value;
  } catch (caught) {
    if (!(caught instanceof NetException)) throw caught;
    throw error(
      'ArgumentException',
      `${caught.message}Couldn't store <${textOf(given, c.rt)}> in ${column.name} Column.  Expected type is ${typeName(column.dataType)}.`,
    );
  }
}

/** A DataTable. */
export class TableObj extends Obj implements Source<RowObj> {
  name: string;
  readonly columns: ColumnObj[] = [];
  readonly rows: RowObj[] = [];
  version = 0;
  primaryKey: readonly ColumnObj[] = [];
  caseSensitive = false;
  owner: Value = null;
  /** Relations in which the table is the parent, and those in which it is the child. */
  readonly children: Relation[] = [];
  readonly parents: Relation[] = [];
  readonly events = new TableEvents();
  /** The view returned by `DefaultView`, always the same one. */
  view: Obj | undefined;
  /** The current call, for calculated columns. */
  asked: Call;
  constructor(type: NamedType, name: string, asked: Call) {
    super(type);
    this.name = name;
    this.asked = asked;
  }
  override nativeText(): string {
    return this.name;
  }

  column(name: string): number {
    const exact = this.columns.findIndex((column) => column.name === name);
    return exact >= 0 ? exact : this.columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
  }

  dataTypeName(index: number): string {
    const type = this.columns[index]?.dataType;
    return type ? typeName(type) : '';
  }

  /** Returns the relations that an expression may follow from a row of the table. */
  relatives(side: 'parents' | 'children'): readonly Relative<RowObj>[] {
    return this[side].map((relation) => ({
      name: relation.name,
      table: side === 'children' ? relation.child : relation.parent,
      rows: (c, row) => (side === 'children' ? relation.childrenOf(c, row) : relation.parentsOf(c, row)),
    }));
  }

  readonly value = (row: RowObj, index: number): Value => {
    const column = this.columns[index];
    return column ? row.read(this.asked, column) : null;
  };

  /** Rows that are not deleted. */
  current(): RowObj[] {
    return this.rows.filter(({ state }) => state !== 'Deleted');
  }

  parse(expression: string): DataExpression<RowObj> {
    return parseDataExpression<RowObj>(expression, this);
  }

  addColumn(column: ColumnObj): void {
    if (column.table === this)
      throw error('ArgumentException', `Column '${column.name}' already belongs to this DataTable.`);
    if (column.table) throw error('ArgumentException', `Column '${column.name}' already belongs to another DataTable.`);
    if (column.name === '') {
      let number = 1;
      while (this.column(`Column${String(number)}`) >= 0) number++;
      column.name = `Column${String(number)}`;
    }
    if (this.columns.some(({ name }) => name === column.name))
      throw error('DuplicateNameException', `A column named '${column.name}' already belongs to this DataTable.`);
    column.table = this;
    this.columns.push(column);
    if (column.expression !== '') this.calculate(column, column.expression);
    for (const row of this.rows) row.cells.set(column, column.initial);
  }

  /** Sets the expression of a column; an empty one removes it. */
  calculate(column: ColumnObj, expression: string): void {
    column.calculated = expression === '' ? undefined : this.parse(expression);
    column.expression = expression;
  }

  newRow(c: Call): RowObj {
    const row = new RowObj(this);
    c.rt.budget.collect(64 + this.columns.length * 8);
    for (const column of this.columns) row.cells.set(column, this.#initial(column));
    return row;
  }

  #initial(column: ColumnObj): Value {
    if (!column.isCounting) return column.initial;
    const value = (column.next ??= column.seed);
    column.next = value + column.step;
    const { dataType } = column;
    const special = dataType.kind === 'named' ? dataType.special : undefined;
    return special && isIntegral(special) ? integral(special, value) : null;
  }

  /** Creates a row from values; a missing value or null becomes the column's default. */
  rowOf(c: Call, values: readonly Value[]): RowObj {
    if (values.length > this.columns.length)
      throw error('ArgumentException', 'Input array is longer than the number of columns in this table.');
    const row = this.newRow(c);
    for (const [index, value] of values.entries()) {
      const column = this.columns[index];
      if (column && value !== null && !column.calculated) {
        row.cells.set(column, converted(c, column, value));
        // An auto-increment column continues after the greatest value.
        if (column.isCounting && value !== dbNull()) {
          const given = asBigInt(row.cells.get(column) ?? null);
          if (given >= (column.next ?? column.seed)) column.next = given + column.step;
        }
      }
    }
    return row;
  }

  addRow(c: Call, row: RowObj, at = this.rows.length): RowObj {
    if (row.table !== this) throw error('ArgumentException', 'This row already belongs to another table.');
    if (row.state !== 'Detached') throw error('ArgumentException', 'This row already belongs to this table.');
    this.events.around(this, row, 'Add', () => {
      for (const column of this.columns) this.checkCell(c, row, column, row.cells.get(column) ?? null);
      if (this.primaryKey.length > 0) this.#checkKey(c, row);
      for (const relation of this.parents) relation.checkChild(c, row.cells);
      this.rows.splice(at, 0, row);
      row.state = 'Added';
      this.version++;
    });
    return row;
  }

  /** Throws if a cell may not have a value. */
  checkCell(c: Call, row: RowObj, column: ColumnObj, value: Value): void {
    if (value === null && !column.allowsNull && !column.calculated)
      throw error('NoNullAllowedException', `Column '${column.name}' does not allow nulls.`);
    if (typeof value === 'string' && column.maxLength >= 0 && value.length > column.maxLength)
      throw error(
        'ArgumentException',
        `Cannot set column '${column.name}'. The value violates the MaxLength limit of this column.`,
      );
    if (!column.isUnique) return;
    for (const other of this.rows) {
      c.rt.budget.step();
      if (other !== row && other.state !== 'Deleted' && equals(other.cells.get(column) ?? null, value, c.rt))
        throw error(
          'ConstraintException',
          `Column '${column.name}' is constrained to be unique.  Value '${textOf(value, c.rt)}' is already present.`,
        );
    }
  }

  #checkKey(c: Call, row: RowObj): void {
    const key = this.primaryKey.map((column) => row.cells.get(column) ?? null);
    if (this.find(c, key))
      throw error(
        'ConstraintException',
        `Column '${this.primaryKey.map(({ name }) => name).join(', ')}' is constrained to be unique.  Value '${key.map((value) => textOf(value, c.rt)).join(', ')}' is already present.`,
      );
  }

  /** Returns the row with values of the primary key. */
  find(c: Call, key: readonly Value[]): RowObj | undefined {
    if (this.primaryKey.length === 0) throw error('MissingPrimaryKeyException', "Table doesn't have a primary key.");
    if (key.length !== this.primaryKey.length)
      throw error('ArgumentException', `Expecting ${String(this.primaryKey.length)} value(s) for the key being indexed, but received ${String(key.length)} value(s).`); // prettier-ignore
    const wanted = this.primaryKey.map((column, index) => converted(c, column, key[index] ?? null));
    return this.rows.find((row) => {
      c.rt.budget.step();
      return (
        row.state !== 'Deleted' &&
        this.primaryKey.every((column, index) => equals(row.cells.get(column) ?? null, wanted[index] ?? null, c.rt))
      );
    });
  }

  removeRow(row: RowObj): void {
    const at = this.rows.indexOf(row);
    if (at < 0) throw error('IndexOutOfRangeException', 'The given DataRow is not in the current DataRowCollection.');
    this.rows.splice(at, 1);
    row.state = 'Detached';
    this.version++;
  }

  /** Removes a row, and deletes those that depend on it. */
  takeOut(row: RowObj): void {
    for (const each of this.#withDependants(row)) if (each !== row) each.table.#markDeleted(each);
    if (this.events.isEmpty || row.state === 'Added' || row.state === 'Detached') {
      this.events.around(this, row, 'Delete', () => {
        this.removeRow(row);
      });
      return;
    }
    this.#markDeleted(row);
    this.acceptRow(row);
  }

  /** Removes all rows. If `isChecked`, relations may refuse it. */
  clear(isChecked = true): void {
    if (isChecked) for (const relation of this.children) relation.checkClear();
    this.events.aroundClear(this, () => {
      for (const row of this.rows) row.state = 'Detached';
      this.rows.length = 0;
      this.version++;
    });
  }

  deleteRow(row: RowObj): void {
    if (row.state === 'Detached') throw error('RowNotInTableException', 'This row has been removed from a table and does not have any data.  BeginEdit() will allow creation of new data in this row.'); // prettier-ignore
    for (const each of this.#withDependants(row)) each.table.#markDeleted(each);
  }

  #markDeleted(row: RowObj): void {
    row.cancelEdit();
    this.events.around(this, row, 'Delete', () => {
      if (row.state === 'Added') this.removeRow(row);
      else row.state = 'Deleted';
    });
  }

  /** Returns a row and all rows that are deleted with it, transitively. */
  #withDependants(row: RowObj): Set<RowObj> {
    const all = new Set([row]);
    if (row.state !== 'Deleted')
      for (const each of all)
        for (const relation of each.table.children)
          for (const child of relation.dependants(this.asked, each)) all.add(child);
    return all;
  }

  acceptRow(row: RowObj): void {
    if (row.before) row.endEdit(this.asked);
    if (row.state === 'Detached') return;
    const accept = (): void => {
      row.original = new Map(row.cells);
      if (row.state === 'Deleted') this.removeRow(row);
      else row.state = 'Unchanged';
    };
    if (row.state === 'Unchanged') accept();
    else this.events.around(this, row, 'Commit', accept);
  }

  /** Restores the original values of a row. If `isChecked`, relations may refuse it. */
  rejectRow(row: RowObj, isChecked = true): void {
    if (isChecked && row.state === 'Modified')
      for (const relation of this.children) relation.checkReject(this.asked, row);
    row.cancelEdit();
    if (row.state === 'Detached' || row.state === 'Unchanged') return;
    this.events.around(this, row, 'Rollback', () => {
      if (row.state === 'Added') this.removeRow(row);
      else if (row.original) {
        row.cells = new Map(row.original);
        row.state = 'Unchanged';
      }
    });
  }

  /** Returns a table with the same columns and no rows. */
  clone(c: Call): TableObj {
    const made = new TableObj(this.type, this.name, c);
    made.caseSensitive = this.caseSensitive;
    for (const column of this.columns) {
      const copied = new ColumnObj(column.name, column.dataType);
      const { caption, initial, allowsNull, isUnique, isReadOnly, isCounting, seed, step, maxLength } = column;
      Object.assign(copied, { caption, initial, allowsNull, isUnique, isReadOnly, isCounting, seed, step, maxLength });
      made.addColumn(copied);
    }
    for (const column of this.columns)
      if (column.expression !== '') made.calculate(made.columns[column.ordinal] ?? column, column.expression);
    made.primaryKey = this.primaryKey.flatMap((column) => made.columns[column.ordinal] ?? []);
    return made;
  }
}
