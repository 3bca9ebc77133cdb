import type { Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';
import { base64Bytes, flagOf, namesOf, textOf } from '../template/properties.ts';
import type { CompareValues } from './compare.ts';
import { typeNameOf } from './convert.ts';
import { DataSource, mostParts, type Relation, type RowBudget, type SourceColumn } from './dataSource.ts';
import type { DataSet, DataTable, TableColumn } from './types.ts';
import { readXmlDataSet } from './xml.ts';

/** The data of a report, by the names that its template uses. */
export interface Dictionary {
  readonly sources: readonly DataSource[];
  readonly relations: readonly Relation[];
  /** Sources whose table is not among the data, with the warning about it. */
  readonly unconnected: readonly { readonly source: DataSource; readonly warning: Warning }[];
  /** Calculated columns with their expressions, to be compiled by the engine. */
  readonly calculated: readonly { source: DataSource; column: SourceColumn; expression: string }[];
  readonly warnings: readonly Warning[];
  /** Returns the source with this alias, as paths name it; case does not matter. */
  readonly source: (alias: string) => DataSource | undefined;
  /** Returns the source with this name, as bands, matrices and relations name it; case does not matter. */
  readonly sourceNamed: (name: string) => DataSource | undefined;
  /** Maximum number of parts between dots in the alias of a data source. */
  readonly sourceNameParts: number;
  /** The relation from a child source to the parent that a path calls `name`: the alias of the parent or of the relation. */
  readonly parentRelation: (child: DataSource, name: string) => Relation | undefined;
  /** The first relation between two sources. */
  readonly relationBetween: (parent: DataSource, child: DataSource) => Relation | undefined;
  readonly relation: (name: string) => Relation | undefined;
  /** The source whose rows are lists inside the rows of another. */
  readonly nested: (parent: DataSource, name: string) => DataSource | undefined;
}

const sourceTypes = new Set([
  'TableDataSource',
  'BusinessObjectDataSource',
  'ProcedureDataSource',
  'ViewDataSource',
  'JsonTableDataSource',
]);

/**
 * Finds the tables that a template refers to. A source without data is empty and gets a warning. As in the reference, the given tables are known
 * with all their columns even if the dictionary does not declare them, and a declared column that its table does not have is not.
 */
export function createDictionary(
  root: TemplateObject | undefined,
  dataSets: readonly DataSet[],
  limits: Limits,
  compare: CompareValues,
): Dictionary {
  const sources: DataSource[] = [];
  const relations: Relation[] = [];
  const warnings: Warning[] = [];
  const calculated: { source: DataSource; column: SourceColumn; expression: string }[] = [];
  const byName = new Map<string, DataSource>();
  const byAlias = new Map<string, DataSource>();
  const unconnected: { source: DataSource; warning: Warning }[] = [];
  const shown = new Set<DataTable>();
  const budget: RowBudget = { allowed: limits.rows, used: 0 };

  const addSource = (node: TemplateObject, parent?: DataSource): void => {
    const alias = textOf(node, 'Alias', node.name);
    const property = parent ? textOf(node, 'PropName', '') || node.name : '';
    const stored = parent ? { name: property, rows: [] } : storedTable(node, limits);
    const registered = stored ? undefined : registeredTable(node, dataSets);
    const table = stored ?? registered;
    if (registered) shown.add(registered);
    const given = node.type === 'TableDataSource' ? registered?.columns : undefined;
    const columns: SourceColumn[] = [];
    const expressions: { column: SourceColumn; expression: string }[] = [];
    const addColumn = (child: TemplateObject, above: readonly string[], aliases: string): void => {
      const own = textOf(child, 'PropName', '') || child.name;
      const alias = aliases + (textOf(child, 'Alias', child.name) || child.name);
      const column: SourceColumn = {
        name: [...above, own].join('.'),
        alias,
        type: typeNameOf(textOf(child, 'DataType', 'System.Int32')),
        index: undefined,
        path: above.length > 0 ? [...above, own] : undefined,
        enabled: flagOf(child, 'Enabled', true),
      };
      const isCalculated = flagOf(child, 'Calculated', false);
      if (given && above.length === 0 && !isCalculated && !hasColumn(given, own)) return;
      columns.push(column);
      if (isCalculated) expressions.push({ column, expression: textOf(child, 'Expression', '') });
      for (const inner of child.children) if (inner.type === 'Column') addColumn(inner, [...above, own], `${alias}.`);
    };
    for (const child of node.children) if (child.type === 'Column') addColumn(child, [], '');
    for (const column of given ?? []) if (!hasColumn(columns, column.name)) columns.push(undeclaredColumn(column));
    const source = new DataSource(node.name, alias, columns, table, budget, compare);
    source.type = node.type;
    source.enabled = flagOf(node, 'Enabled', true);
    if (!table) {
      const warning = { message: `The data source "${alias}" has no data.`, object: node.name, line: node.line };
      warnings.push(warning);
      if (node.type === 'TableDataSource') unconnected.push({ source, warning });
    }
    if (parent) source.nestedIn = { parent, property };
    sources.push(source);
    for (const one of expressions) calculated.push({ source, ...one });
    if (!byName.has(node.name.toLowerCase())) byName.set(node.name.toLowerCase(), source);
    for (const child of node.children) if (sourceTypes.has(child.type)) addSource(child, source);
  };

  const visit = (node: TemplateObject): void => {
    if (sourceTypes.has(node.type)) addSource(node);
    else if (node.type.endsWith('Connection')) node.children.forEach(visit);
  };
  root?.children.forEach(visit);
  for (const { name, alias, table } of undeclaredTables(root, dataSets, shown)) {
    const source = new DataSource(name, alias, (table.columns ?? []).map(undeclaredColumn), table, budget, compare);
    source.enabled = false;
    sources.push(source);
    if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), source);
  }
  for (const source of sources) {
    const alias = source.alias.toLowerCase();
    if (!byAlias.has(alias)) byAlias.set(alias, source);
  }

  for (const node of root?.children ?? []) {
    if (node.type !== 'Relation') continue;
    const parent = byName.get(textOf(node, 'ParentDataSource', '').toLowerCase());
    const child = byName.get(textOf(node, 'ChildDataSource', '').toLowerCase());
    if (!parent || !child) continue;
    const alias = textOf(node, 'Alias', node.name);
    relations.push({
      name: node.name,
      alias,
      parent,
      child,
      parentColumns: namesOf(node, 'ParentColumns'),
      childColumns: namesOf(node, 'ChildColumns'),
      enabled: flagOf(node, 'Enabled', true),
    });
  }

  return {
    sources,
    relations,
    unconnected,
    calculated,
    warnings,
    source: (alias) => byAlias.get(alias.toLowerCase()),
    sourceNamed: (name) => byName.get(name.toLowerCase()),
    sourceNameParts: mostParts(byAlias.keys()),
    parentRelation: (child, name) => {
      const lower = name.toLowerCase();
      return relations.find(
        (relation) =>
          relation.child === child &&
          (relation.parent.alias.toLowerCase() === lower || relation.alias.toLowerCase() === lower),
      );
    },
    relationBetween: (parent, child) =>
      relations.find((relation) => relation.parent === parent && relation.child === child),
    nested: (parent, name) =>
      sources.find(
        (source) =>
          source.nestedIn?.parent === parent &&
          [source.alias, source.name].some((own) => own.toLowerCase() === name.toLowerCase()),
      ),
    relation: (name) => relations.find((relation) => relation.name.toLowerCase() === name.toLowerCase()),
  };
}

function storedTable(node: TemplateObject, limits: Limits): DataTable | undefined {
  const stored = textOf(node, 'TableData', '');
  return stored === '' ? undefined : readXmlDataSet(base64Bytes(stored), limits.dataBytes)[0];
}

/**
 * Returns the table that an element shows: `NorthWind.Employees` is the table Employees of the data set NorthWind; a name without a dot is a table of any data set. The name of a table of a
 * database may have the name of its schema before it.
 */
export function registeredTable(node: TemplateObject, dataSets: readonly DataSet[]): DataTable | undefined {
  const reference = textOf(node, 'ReferenceName', '') || textOf(node, 'TableName', '') || node.name;
  const wanted = reference.toLowerCase();
  const found = tableWhere(dataSets, (table, set) =>
    [`${set.name}.${table}`.toLowerCase(), table.toLowerCase()].includes(wanted),
  );
  if (found || textOf(node, 'ReferenceName', '') !== '') return found;
  const table = lastPart(textOf(node, 'TableName', '')).toLowerCase();
  return tableWhere(dataSets, (name) => name.toLowerCase() === table);
}

function tableWhere(
  dataSets: readonly DataSet[],
  fits: (table: string, set: DataSet) => boolean,
): DataTable | undefined {
  for (const set of dataSets) {
    const found = set.tables.find(({ name }) => fits(name, set));
    if (found) return found;
  }
  return undefined;
}

/** Returns the table of a qualified name of SQL: `dbo.Item`, `[dbo].[Item]` and `"dbo"."Item"` are the table Item. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).replace(/^["`[]|["`\]]$/gu, '');
}

const hasColumn = (columns: readonly { readonly name: string }[], name: string): boolean =>
  columns.some((column) => column.name.toLowerCase() === name.toLowerCase());

const undeclaredColumn = ({ name, type }: TableColumn): SourceColumn => ({
  name,
  alias: name,
  type: type ?? 'object',
  index: undefined,
  enabled: true,
});

/**
 * Returns the tables that the dictionary does not declare, those of the data sets to which it refers first. Their names are
 * unique among the names of the dictionary and of the columns of previous tables, their aliases among those of the dictionary.
 */
function undeclaredTables(
  root: TemplateObject | undefined,
  dataSets: readonly DataSet[],
  shown: ReadonlySet<DataTable>,
): { readonly name: string; readonly alias: string; readonly table: DataTable }[] {
  const isReferred = ({ tables }: DataSet): boolean => tables.some((table) => shown.has(table));
  const ordered = [...dataSets.filter(isReferred), ...dataSets.filter((set) => !isReferred(set))];
  const names = new Set<string>();
  const aliases = new Set<string>();
  const collect = (node: TemplateObject): void => {
    names.add(node.name);
    if (/(?:DataSource|Relation|Connection)$/.test(node.type)) aliases.add(textOf(node, 'Alias', node.name));
    node.children.forEach(collect);
  };
  root?.children.forEach(collect);
  const found: { name: string; alias: string; table: DataTable }[] = [];
  for (const table of ordered.flatMap(({ tables }) => tables)) {
    if (!shown.has(table)) {
      const name = uniqueName(table.name, names);
      const alias = uniqueName(name, aliases);
      names.add(name);
      aliases.add(alias);
      found.push({ name, alias, table });
    }
    for (const column of table.columns ?? []) names.add(column.name);
  }
  return found;
}

/** Returns the name, with the first number after it that makes it unique if it is used already. */
function uniqueName(name: string, used: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 1; used.has(unique); number++) unique = `${name}${String(number)}`;
  return unique;
}
