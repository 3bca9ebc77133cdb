import type { Value } from '../../../expression/values/values.ts';
import { Func, Obj } from '../../runtime/objects.ts';
import { dbNull } from '../core.ts';
import { declareEnum, enumValue } from '../enums.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

/** Events of a DataTable: their arguments and handlers, and raising them. */

/** The part of a table that its events use. */
interface TableObj extends Obj {
  readonly name: string;
  readonly events: TableEvents;
}

/** Kinds of changes of a row. */
export type RowAction = 'Delete' | 'Change' | 'Rollback' | 'Commit' | 'Add';

const ACTIONS = { Nothing: 0, Delete: 1, Change: 2, Rollback: 4, Commit: 8, Add: 16, ChangeOriginal: 32, ChangeCurrentAndOriginal: 64 }; // prettier-ignore
declareEnum('System.Data', 'DataRowAction', ACTIONS, true);

class RowChange extends Obj {
  readonly row: Obj;
  readonly action: Value;
  constructor(row: Obj, action: Value) {
    super(need('DataRowChangeEventArgs').open);
    this.row = row;
    this.action = action;
  }
}

class ColumnChange extends Obj {
  readonly row: Obj;
  readonly column: Obj;
  proposed: Value;
  constructor(row: Obj, column: Obj, proposed: Value) {
    super(need('DataColumnChangeEventArgs').open);
    this.row = row;
    this.column = column;
    this.proposed = proposed;
  }
}

class OfTable extends Obj {
  readonly table: TableObj;
  readonly row: Obj | null;
  constructor(type: string, table: TableObj, row: Obj | null) {
    super(need(type).open);
    this.table = table;
    this.row = row;
  }
}

declare('System.Data', 'class DataRowChangeEventArgs : EventArgs', {
  'new(DataRow row, DataRowAction action)': (_c, row: Obj, action: Value) => new RowChange(row, action),
  'DataRow Row { get; }': (_c, self: RowChange) => self.row,
  'DataRowAction Action { get; }': (_c, self: RowChange) => self.action,
});
declare('System.Data', 'class DataColumnChangeEventArgs : EventArgs', {
  'new(DataRow row, DataColumn column, object value)': (_c, row: Obj, column: Obj, value: Value) =>
    new ColumnChange(row, column, value),
  'DataRow Row { get; }': (_c, self: ColumnChange) => self.row,
  'DataColumn Column { get; }': (_c, self: ColumnChange) => self.column,
  'object ProposedValue { get; set; }': {
    get: (_c, self: ColumnChange) => self.proposed,
    set: (_c, self: ColumnChange, value: Value) => void (self.proposed = value),
  },
});
declare('System.Data', 'sealed class DataTableNewRowEventArgs : EventArgs', {
  'DataRow Row { get; }': (_c, self: OfTable) => self.row,
});
declare('System.Data', 'sealed class DataTableClearEventArgs : EventArgs', {
  'DataTable Table { get; }': (_c, self: OfTable) => self.table,
  'string TableName { get; }': (_c, self: OfTable) => self.table.name,
});
for (const name of ['DataRowChange', 'DataColumnChange', 'DataTableNewRow', 'DataTableClear'])
  declare('System.Data', `delegate void ${name}EventHandler(object sender, ${name}EventArgs e)`);

/** Handlers of a table's events by their names. */
export class TableEvents {
  readonly #handlers = new Map<string, Func>();

  get isEmpty(): boolean {
    return this.#handlers.size === 0;
  }

  add(name: string, handler: Func | null): void {
    const before = this.#handlers.get(name);
    if (handler) this.#handlers.set(name, before ? Func.combine(before, handler) : handler);
  }

  remove(name: string, handler: Func | null): void {
    const before = this.#handlers.get(name);
    const left = before && handler ? Func.remove(before, handler) : (before ?? null);
    if (left) this.#handlers.set(name, left);
    else this.#handlers.delete(name);
  }

  #raise(name: string, table: TableObj, made: () => Obj): Obj | undefined {
    const handler = this.#handlers.get(name);
    if (!handler) return undefined;
    const given = made();
    handler.invoke([table, given]);
    return given;
  }

  /** Raises the event before a change of a row, makes the change, and raises the event after it. */
  around(table: TableObj, row: Obj, action: RowAction, change: () => void): void {
    if (this.isEmpty) {
      change();
      return;
    }
    const given = (): Obj => new RowChange(row, enumValue('DataRowAction', action));
    const isDeletion = action === 'Delete';
    this.#raise(isDeletion ? 'RowDeleting' : 'RowChanging', table, given);
    change();
    this.#raise(isDeletion ? 'RowDeleted' : 'RowChanged', table, given);
  }

  /** Raises the event before a cell changes; handlers may replace the value. */
  changing(table: TableObj, row: Obj, column: Obj, value: Value): Value {
    const given = this.#raise('ColumnChanging', table, () => new ColumnChange(row, column, value));
    return given instanceof ColumnChange ? given.proposed : value;
  }

  changed(table: TableObj, row: Obj, column: Obj, value: Value): void {
    this.#raise('ColumnChanged', table, () => new ColumnChange(row, column, value ?? dbNull()));
  }

  newRow(table: TableObj, row: Obj): void {
    this.#raise('TableNewRow', table, () => new OfTable('DataTableNewRowEventArgs', table, row));
  }

  aroundClear(table: TableObj, clear: () => void): void {
    const given = (): Obj => new OfTable('DataTableClearEventArgs', table, null);
    this.#raise('TableClearing', table, given);
    clear();
    this.#raise('TableCleared', table, given);
  }
}

/** Returns the events of a table as members. */
export function eventsOfTable(): Declarations {
  const types = {
    DataRowChange: ['RowChanging', 'RowChanged', 'RowDeleting', 'RowDeleted'],
    DataColumnChange: ['ColumnChanging', 'ColumnChanged'],
    DataTableNewRow: ['TableNewRow'],
    DataTableClear: ['TableClearing', 'TableCleared'],
  };
  return Object.fromEntries(
    Object.entries(types).flatMap(([type, names]) =>
      names.map((name): [string, Declarations[string]] => [
        `event ${type}EventHandler ${name}`,
        {
          add: (_c, self: TableObj, handler: Func | null) => self.events.add(name, handler),
          remove: (_c, self: TableObj, handler: Func | null) => self.events.remove(name, handler),
        },
      ]),
    ),
  );
}
