import {
  boolProperty,
  ExpressionError,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  type HostClass,
  type Value,
} from '../../expression/index.ts';
import type { DataSource, SourceColumn } from '../../data/dataSource.ts';
import { dbNull } from '../../script/library/core.ts';
import { libraryType } from '../../script/library/registry.ts';
import { typeObject } from '../../script/runtime/hooks.ts';
import { collection } from './collections.ts';
import type { Host } from './host.ts';
import { sortKeysOf } from './sorts.ts';

/** A data source for scripts. */
export interface LiveSource {
  readonly host: Host;
  readonly source: DataSource;
}

/** Returns System.Type of a type by its C# name; null for one that scripts do not have. */
function typeNamed(name: string): Value {
  const found = libraryType(name);
  return found ? typeObject(found.open) : null;
}

/** Returns the value in a row, as .NET's tables return it: DBNull for an empty cell, objects unchanged. */
export function storedIn(source: DataSource, column: SourceColumn): Value {
  const value = source.raw(column);
  return value === null && source.type.endsWith('TableDataSource') && source.isEmpty(column) ? dbNull() : value;
}

interface LiveColumn extends LiveSource {
  readonly column: SourceColumn;
}

/** Members of a column. */
export const columnClass = hostClass<LiveColumn>('Column', {
  properties: {
    Name: textProperty(({ column }) => column.name),
    Alias: textProperty(({ column }) => column.alias),
    Calculated: boolProperty(({ column }) => column.calculate !== undefined),
    DataType: { get: ({ column }) => typeNamed(column.type) },
    Value: { get: ({ source, column }) => storedIn(source, column) },
  },
});

/** The columns of each data source as objects of scripts: the same ones each time, so that a script can compare them. */
const knownColumns = new WeakMap<LiveSource, Map<SourceColumn, Value>>();

function columnsOf(live: LiveSource): Value {
  const known = knownColumns.get(live) ?? new Map<SourceColumn, Value>();
  knownColumns.set(live, known);
  const columnOf = (column: SourceColumn): Value => {
    const value = known.get(column) ?? new HostObject(columnClass, { ...live, column });
    known.set(column, value);
    return value;
  };
  return collection('ColumnCollection', {
    items: () => live.source.columns.map(columnOf),
    find: (name, by) => {
      const column = live.source.columns.find((each) => each[by].toLowerCase() === name.toLowerCase());
      return column ? columnOf(column) : null;
    },
  });
}

/** Members of a data source. */
export const sourceClass: HostClass<LiveSource> = hostClass<LiveSource>('DataSourceBase', {
  baseTypes: ['TableDataSource', 'BusinessObjectDataSource'],
  properties: {
    Name: textProperty(({ source }) => source.name),
    Alias: textProperty(({ source }) => source.alias),
    HasMoreRows: boolProperty(({ source }) => source.hasMoreRows),
    RowCount: intProperty(({ source }) => source.rowCount),
    CurrentRowNo: intProperty(
      ({ source }) => source.currentRowNo,
      ({ source }, value) => {
        source.moveTo(value);
      },
    ),
    Columns: { get: columnsOf },
  },
  methods: {
    Init: ({ source, host }, args) => {
      init(host, source, args);
      return null;
    },
    EnsureInit: ({ source }) => {
      source.ensureInit();
      return null;
    },
    First: ({ source }) => {
      source.first();
      return null;
    },
    Next: ({ source, host }) => {
      host.run.budget.step();
      source.next();
      return null;
    },
    Prior: ({ source }) => {
      source.prior();
      return null;
    },
  },
  getIndex: ({ source }, [name]) => {
    const column = name instanceof HostObject ? liveOf(columnClass, name)?.column : source.column(textOf(name));
    if (!column) throw new ExpressionError(`${source.name} has no column ${textOf(name)}`);
    return storedIn(source, column);
  },
});

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

/** Implements `Init()`, `Init(filter)`, `Init(filter, sort)`, `Init(parent)` and `Init(parent, filter, sort)`. */
function init(host: Host, source: DataSource, args: readonly Value[]): void {
  const parent = args.map((value) => liveOf(sourceClass, value)?.source).find((one) => one !== undefined);
  const filter = args.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const calculate = filter === undefined ? undefined : host.run.compile(filter, host.run.template.root);
  source.init({
    relation: parent && host.run.dictionary.relationBetween(parent, source),
    filter: calculate && (() => calculate() !== false),
    sort: args.map(sortKeysOf).find((keys) => keys !== undefined),
  });
}
