import type { TypeName, Value } from '../expression/values/values.ts';
import { LimitError } from '../limits.ts';
import type { CompareValues } from './compare.ts';
import { keyOf } from './compare.ts';
import { convertValue, defaultValueOf, toValue } from './convert.ts';
import { introSort } from '../expression/introSort.ts';
import type { DataTable, Row } from './types.ts';

/** A column as the template declares it. */
export interface SourceColumn {
  readonly name: string;
  readonly alias: string;
  readonly type: TypeName;
  /** Its index in rows that are arrays; -1 where rows are objects, undefined when the data have no such column. */
  index: number | undefined;
  /** For a column inside an object that is the value of another column: the names of the path. */
  readonly path?: readonly string[] | undefined;
  /** False for a column that the template has disabled: it cannot be printed alone. */
  readonly enabled: boolean;
  /** A calculated column: evaluated each time it is read. */
  calculate?: (() => Value) | undefined;
}

/** Rows of `child` belong to the row of `parent` with the same keys. */
export interface Relation {
  readonly name: string;
  readonly alias: string;
  readonly parent: DataSource;
  readonly child: DataSource;
  readonly parentColumns: readonly string[];
  readonly childColumns: readonly string[];
  /** A disabled relation finds rows of parents, but does not select the rows of a child. */
  readonly enabled: boolean;
}

/** One key of a sort, calculated for the current row. */
export interface SortKey {
  readonly evaluate: () => Value;
  readonly descending: boolean;
}

/** Selection and order of the rows of one pass. */
export interface InitOptions {
  /** Only rows of the parent's current row, or of all its rows. */
  readonly relation?: Relation | undefined;
  readonly allParentRows?: boolean | undefined;
  readonly filter?: (() => boolean) | undefined;
  readonly sort?: readonly SortKey[] | undefined;
}

/** Counts rows that are read; shared by the sources of a run. */
export interface RowBudget {
  readonly allowed: number;
  used: number;
}

/**
 * A table with a row cursor. Rows are read from the caller's iterable on demand. An iterable that is not an array is streamed without being held
 * in memory when the report reads it without filter, sort and relation (`streaming`).
 */
export class DataSource {
  readonly name: string;
  readonly alias: string;
  readonly columns: readonly SourceColumn[];
  /** Class of its element in the template. */
  type = 'TableDataSource';
  /** Bands print only an enabled source; a disabled one is read in expressions, matrices and charts. */
  enabled = true;
  /** Called when a pass over the rows begins. */
  onInit: (() => void) | undefined;
  /** For a source nested in another one (business objects): the parent, and the property of its rows that holds the list. */
  nestedIn: { readonly parent: DataSource; readonly property: string } | undefined;
  /** Decided before the run: the report needs only one plain pass over the rows. */
  streaming = false;
  /** Returns whether the current row is among those that an answered dialog selects; undefined: all are. */
  selection: (() => boolean) | undefined;
  private readonly byAlias = new Map<string, SourceColumn>();
  /** Maximum number of parts between dots in the alias of a column. */
  readonly nameParts: number;
  private readonly table: DataTable | undefined;
  private readonly budget: RowBudget;
  private readonly compare: CompareValues;
  private all: readonly Row[] | undefined;
  private iterator: Iterator<Row> | undefined;
  /** Rows of the current pass; while streaming, those from `windowStart` on. */
  private rows: readonly Row[] = [];
  private windowStart = 0;
  private readonly childIndexes = new Map<Relation, Map<string, Row[]>>();
  private readonly parentIndexes = new Map<Relation, Map<string, Row>>();
  private initialised = false;
  private position = 0;
  private row: Row | undefined;

  constructor(
    name: string,
    alias: string,
    columns: readonly SourceColumn[],
    table: DataTable | undefined,
    budget: RowBudget,
    compare: CompareValues,
  ) {
    this.name = name;
    this.alias = alias;
    this.columns = columns;
    this.table = table;
    this.budget = budget;
    this.compare = compare;
    for (const column of columns) {
      const alias = column.alias.toLowerCase();
      if (!this.byAlias.has(alias)) this.byAlias.set(alias, column);
      column.index = table ? indexOfColumn(table, column.name) : undefined;
    }
    this.nameParts = mostParts(this.byAlias.keys());
  }

  /** Returns the column with this alias; case does not matter. */
  column(alias: string): SourceColumn | undefined {
    return this.byAlias.get(alias.toLowerCase());
  }

  get isInitialised(): boolean {
    return this.initialised;
  }

  /** Starts a pass over the rows and moves to the first. */
  init(options: InitOptions = {}): void {
    const { filter, sort } = options;
    const relation = options.relation?.enabled === true ? options.relation : undefined;
    this.onInit?.();
    if (this.nestedIn) this.setRows(this.nestedRows(options.allParentRows === true));
    else if (relation)
      this.setRows(options.allParentRows ? this.rowsOfAllParents(relation) : this.rowsOfParent(relation));
    else if (this.streaming && !filter && !sort?.length) this.startStream();
    else this.setRows(this.allRows());
    this.initialised = true;
    const { selection } = this;
    if (filter) this.setRows(this.rows.filter((row) => this.setCurrentRow(row) && filter()));
    if (selection) this.setRows(this.rows.filter((row) => this.setCurrentRow(row) && selection()));
    if (sort && sort.length > 0) this.setRows(this.sorted(sort));
    this.first();
  }

  /** Starts a pass over the unfiltered table if none was started. */
  ensureInit(): void {
    if (!this.initialised) this.init();
  }

  private nestedRows(ofAllParents: boolean): readonly Row[] {
    const { parent, property } = this.nestedIn!;
    parent.ensureInit();
    const rows = (ofAllParents ? parent.rows : [parent.row]).flatMap((row) => {
      const list: unknown =
        row === undefined || Array.isArray(row) ? undefined : (row as Readonly<Record<string, unknown>>)[property];
      return Array.isArray(list) ? (list as Row[]) : [];
    });
    this.count(rows.length);
    return rows;
  }

  /** Resets the pass; keeps the data. */
  reset(): void {
    this.initialised = false;
    this.position = 0;
    this.row = undefined;
  }

  first(): void {
    this.moveTo(0);
  }

  next(): void {
    this.moveTo(this.position + 1);
  }

  /** Moves to the previous row; before the first there is no current row. */
  prior(): void {
    this.moveTo(this.position - 1);
  }

  /** Moves to the row with this 0-based number; past the end there is no current row. */
  moveTo(position: number): void {
    this.position = position;
    this.row = this.rowAt(position);
  }

  get hasMoreRows(): boolean {
    return this.rowAt(this.position) !== undefined;
  }

  /** No row follows the current one. */
  get isOnLastRow(): boolean {
    return this.rowAt(this.position + 1) === undefined;
  }

  get currentRowNo(): number {
    return this.position;
  }

  /** Number of rows of the current pass. */
  get rowCount(): number {
    if (this.streamingNow) this.setRows(this.allRows());
    return this.rows.length;
  }

  get currentRow(): Row | undefined {
    return this.row;
  }

  /** Sets the current row without changing the position of the pass, as filters, sorts and lookups do. */
  setCurrentRow(row: Row | undefined): true {
    this.row = row;
    return true;
  }

  /** The value by which rows are sorted and grouped: that of a calculated column as its expression gives it. */
  sortValue(column: SourceColumn): Value {
    return column.calculate ? column.calculate() : this.raw(column);
  }

  /** The value of the current row, null where the row or column is missing. */
  raw(column: SourceColumn): Value {
    if (column.calculate) return convertValue(column.calculate(), column.type);
    const { row } = this;
    if (row === undefined || column.index === undefined) return null;
    if (column.path) return convertValue(toValue(inside(row, column.path)), column.type);
    const cell = Array.isArray(row)
      ? (row as readonly unknown[])[column.index]
      : (row as Readonly<Record<string, unknown>>)[column.name];
    if (cell === undefined || cell === null) return null;
    return convertValue(toValue(cell), column.type);
  }

  /** Returns true when the cell of the current row exists and is empty. */
  isEmpty(column: SourceColumn): boolean {
    const missing = this.row === undefined || column.index === undefined || column.calculate !== undefined;
    return !missing && this.raw(column) === null;
  }

  /** As `raw`, with null replaced by the type's default. */
  value(column: SourceColumn): Value {
    return this.raw(column) ?? defaultValueOf(column.type);
  }

  /** Moves to the parent's row that the child's current row refers to; without such a row there is no current row. */
  lookUp(relation: Relation): void {
    const { child, parentColumns, childColumns } = relation;
    this.ensureInit();
    let index = this.parentIndexes.get(relation);
    if (!index) {
      index = new Map();
      const held = this.row;
      for (const row of this.allRows()) {
        this.setCurrentRow(row);
        const key = this.keyOfCurrent(parentColumns);
        // Among rows with equal keys the last is used for one column, the first for several, as in the reference.
        if (parentColumns.length === 1 || !index.has(key)) index.set(key, row);
      }
      this.row = held;
      this.parentIndexes.set(relation, index);
    }
    this.row = index.get(child.keyOfCurrent(childColumns));
  }

  private keyOfCurrent(columns: readonly string[]): string {
    if (columns.length === 1) return this.keyPart(columns[0]!);
    return columns.map((name) => this.keyPart(name)).join('\u0000');
  }

  private keyPart(name: string): string {
    const column = this.column(name);
    return keyOf(column ? this.raw(column) : null);
  }

  private rowsOfParent(relation: Relation): readonly Row[] {
    return this.childIndex(relation).get(relation.parent.keyOfCurrent(relation.parentColumns)) ?? [];
  }

  /** The rows that belong to any row of the parent. As in the reference, the parent is moved past its last row and has no current row. */
  private rowsOfAllParents(relation: Relation): readonly Row[] {
    const index = this.childIndex(relation);
    const { parent } = relation;
    const rows: Row[] = [];
    for (const row of parent.rows) {
      parent.setCurrentRow(row);
      for (const own of index.get(parent.keyOfCurrent(relation.parentColumns)) ?? []) rows.push(own);
    }
    parent.moveTo(parent.rows.length);
    return rows;
  }

  private childIndex(relation: Relation): Map<string, Row[]> {
    let index = this.childIndexes.get(relation);
    if (!index) {
      index = new Map();
      const held = this.row;
      for (const row of this.allRows()) {
        this.setCurrentRow(row);
        const key = this.keyOfCurrent(relation.childColumns);
        const rows = index.get(key);
        if (rows) rows.push(row);
        else index.set(key, [row]);
      }
      this.row = held;
      this.childIndexes.set(relation, index);
    }
    return index;
  }

  private sorted(sort: readonly SortKey[]): Row[] {
    const { compare } = this;
    const keyed = this.rows.map((row) => {
      this.setCurrentRow(row);
      return { row, keys: sort.map((key) => key.evaluate()) };
    });
    introSort(keyed, (a, b) => {
      for (let i = 0; i < sort.length; i++) {
        const order = compare(a.keys[i]!, b.keys[i]!);
        if (order !== 0) return sort[i]!.descending ? -order : order;
      }
      return 0;
    });
    return keyed.map(({ row }) => row);
  }

  private setRows(rows: readonly Row[]): void {
    this.rows = rows;
    this.windowStart = 0;
    this.iterator = undefined;
  }

  private get streamingNow(): boolean {
    return this.iterator !== undefined;
  }

  private startStream(): void {
    const source = this.table?.rows ?? [];
    if (this.all || Array.isArray(source)) {
      this.setRows(this.allRows());
      return;
    }
    this.rows = [];
    this.windowStart = 0;
    this.iterator = source[Symbol.iterator]();
  }

  /** While streaming, keeps the previous rows in a small window: footers move back to them. */
  private rowAt(position: number): Row | undefined {
    if (!this.streamingNow) return this.rows[position];
    const window = this.rows as Row[];
    while (this.windowStart + window.length <= position) {
      const next = this.iterator!.next();
      if (next.done) return undefined;
      this.count(1);
      window.push(next.value);
      if (window.length > 3) {
        window.shift();
        this.windowStart += 1;
      }
    }
    return window[position - this.windowStart];
  }

  private allRows(): readonly Row[] {
    if (!this.all) {
      const source = this.table?.rows ?? [];
      this.all = Array.isArray(source) ? (source as readonly Row[]) : [...source];
    }
    this.count(this.all.length);
    return this.all;
  }

  private count(rows: number): void {
    this.budget.used += rows;
    if (this.budget.used > this.budget.allowed) throw new LimitError('rows', this.budget.allowed);
  }
}

/** Follows a path through the objects of a row; undefined where one is missing. */
function inside(row: Row, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

function indexOfColumn(table: DataTable, name: string): number | undefined {
  if (!table.columns) return -1;
  const lower = name.toLowerCase();
  const index = table.columns.findIndex((column) => column.name.toLowerCase() === lower);
  return index < 0 ? undefined : index;
}

/** Returns the maximum number of parts between dots in the names. */
export function mostParts(names: Iterable<string>): number {
  let most = 0;
  for (const name of names) most = Math.max(most, name.split('.').length);
  return most;
}
