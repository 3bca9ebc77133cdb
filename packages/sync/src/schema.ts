/** Declaration of tables, from which the types of their rows and changes are derived. */
import type { z } from 'zod';
import type { Change } from './change.ts';
import type { Columns, ColumnSchemas, Stamps, TableDefinition, TableRights, Value } from './registry.ts';

/** The names of the own columns of a table. */
type ColumnOf<C extends ColumnSchemas> = keyof z.output<C> & string;

/** A table definition whose type contains its columns, its fixed columns and the columns of its id. */
export interface Table<
  Name extends string = string,
  C extends ColumnSchemas = ColumnSchemas,
  Fixed extends string = string,
  Key extends string = string,
> extends TableDefinition {
  name: Name;
  columns: C;
  fixed: readonly Fixed[];
  naturalKey?: readonly Key[];
}

/** Declaration of a table in its feature. Every column named in it is checked against the columns. */
interface TableParts<
  Name extends string,
  C extends ColumnSchemas,
  Fixed extends string,
  Key extends string,
> extends Omit<TableDefinition, 'fixed'> {
  name: Name;
  columns: C;
  rights: TableRights<ColumnOf<C>>;
  references: { readonly [K in ColumnOf<C>]?: string } & Readonly<Record<string, string>>;
  owner?: ColumnOf<C>;
  naturalKey?: readonly (Key & ColumnOf<C>)[];
  fixed?: readonly (Fixed & ColumnOf<C>)[];
  groups?: Readonly<Record<string, readonly ColumnOf<C>[]>>;
  blob?: ColumnOf<C>;
  added?: { readonly [K in ColumnOf<C>]?: { since: number; value: z.output<C>[K] & Value } } & TableDefinition['added'];
}

/** Declares a synced table. */
export function table<
  const Name extends string,
  C extends ColumnSchemas,
  const Fixed extends string = never,
  const Key extends string = never,
>({ fixed = [], ...parts }: TableParts<Name, C, Fixed, Key>): Table<Name, C, Fixed, Key> {
  return { ...parts, fixed };
}

/** Own columns as they are stored. */
type ColumnsOf<T> = T extends Table<string, infer C> ? z.output<C> : never;

/** A row: stamps and own columns. */
export type RowOf<T> = T extends Table<string, infer C> ? Stamps & z.output<C> : never;

/** The columns of a new row: all of them. */
type InsertOf<T> = ColumnsOf<T>;

/** The columns of an update: any of those that may change. */
type UpdateOf<T> =
  T extends Table<string, infer C, infer Fixed, infer Key>
    ? { [K in Exclude<keyof z.output<C>, Fixed | Key>]?: z.output<C>[K] | undefined }
    : never;

/** The columns from which a row's id is derived; never when ids are generated. */
type KeyOf<T> =
  T extends Table<string, infer C, string, infer Key>
    ? [Key] extends [never]
      ? never
      : Pick<z.output<C>, Key & keyof z.output<C>>
    : never;

type Identified<T> = [KeyOf<T>] extends [never] ? { id: string } : { id?: undefined };

/** A change of a row of one table, as a handler states it. Its scope is that of the call by default. */
export type ChangeOf<T> =
  | ({ op: 'ins'; set: InsertOf<T>; scopeId?: string } & Identified<T>)
  | { op: 'upd'; id: string; set: UpdateOf<T> }
  | { op: 'del'; id: string }
  | ([KeyOf<T>] extends [never] ? never : { op: 'del'; set: KeyOf<T>; id?: undefined })
  | { op: 'restore'; id: string; set?: UpdateOf<T> };

/** Returns a change in the form that writers accept. Undefined columns are not changed. */
export function changeOf<T extends Table>(table: T['name'], change: ChangeOf<T>): Change {
  const { set, ...rest }: UntypedChange = change;
  return set === undefined ? { ...rest, table } : { ...rest, table, set: withoutUndefined(set) };
}

/** A change of which only the form is known. */
type UntypedChange = Omit<Change, 'table' | 'set'> & { set?: Record<string, Value | undefined> | undefined };

function withoutUndefined(set: Record<string, Value | undefined>): Columns {
  const columns: Columns = {};
  for (const [column, value] of Object.entries(set)) if (value !== undefined) columns[column] = value;
  return columns;
}
