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
import { numberOfValue } from '../../data/convert.ts';
import type { DataSource, SourceColumn } from '../../data/dataSource.ts';
import type { Host } from './host.ts';

/** A data source as scripts reach it. */
export interface LiveSource {
  readonly host: Host;
  readonly source: DataSource;
}

interface LiveColumn extends LiveSource {
  readonly column: SourceColumn;
}

const columnClass = hostClass<LiveColumn>('Column', {
  properties: {
    Name: textProperty(({ column }) => column.name),
    Alias: textProperty(({ column }) => column.alias),
    Value: { get: ({ source, column }) => source.value(column) },
  },
});

const columnsClass = hostClass<LiveSource>('ColumnCollection', {
  properties: { Count: intProperty(({ source }) => source.columns.length) },
  getIndex: (live, [index]) => {
    const column = live.source.columns[numberOfValue(index ?? null) ?? -1];
    if (!column) throw new ExpressionError(`${live.source.name} has no such column`);
    return new HostObject(columnClass, { ...live, column });
  },
  items: (live) => live.source.columns.map((column) => new HostObject(columnClass, { ...live, column })),
});

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
    Columns: { get: (live) => new HostObject(columnsClass, live) },
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
    return source.value(column);
  },
});

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

/** `Init()`, `Init(filter)`, `Init(parent)`, `Init(parent, filter)`. */
function init(host: Host, source: DataSource, args: readonly Value[]): void {
  const parent = args.map((value) => liveOf(sourceClass, value)?.source).find((one) => one !== undefined);
  const filter = args.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const calculate = filter === undefined ? undefined : host.run.compile(filter, host.run.template.root);
  source.init({
    relation: parent && host.run.dictionary.relationBetween(parent, source),
    filter: calculate && (() => calculate() === true),
  });
}
