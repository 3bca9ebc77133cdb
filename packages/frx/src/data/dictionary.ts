import type { TypeName } from '../expression/values.ts';
import type { Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';
import { base64Bytes, flagOf, namesOf, textOf } from '../template/properties.ts';
import type { CompareValues } from './compare.ts';
import { typeNameOf } from './convert.ts';
import { DataSource, mostParts, type Relation, type RowBudget, type SourceColumn } from './dataSource.ts';
import type { DataSet, DataTable } from './types.ts';
import { readXmlDataSet } from './xml.ts';

/** The data of a report, by the names that its template uses. */
export interface Dictionary {
  readonly sources: readonly DataSource[];
  readonly relations: readonly Relation[];
  /** Calculated columns with their expressions, to be compiled by the engine. */
  readonly calculated: readonly { source: DataSource; column: SourceColumn; expression: string; type: TypeName }[];
  readonly warnings: readonly Warning[];
  /** By alias, then by name; case does not matter. */
  readonly source: (name: string) => DataSource | undefined;
  /** Maximum number of parts between dots in the name of a data source. */
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

/** Finds the tables that a template refers to. A source without data is empty and gets a warning. */
export function createDictionary(
  root: TemplateObject | undefined,
  dataSets: readonly DataSet[],
  limits: Limits,
  compare: CompareValues,
): Dictionary {
  const sources: DataSource[] = [];
  const relations: Relation[] = [];
  const warnings: Warning[] = [];
  const calculated: { source: DataSource; column: SourceColumn; expression: string; type: TypeName }[] = [];
  const byName = new Map<string, DataSource>();
  const budget: RowBudget = { allowed: limits.rows, used: 0 };

  const addSource = (node: TemplateObject, parent?: DataSource): void => {
    if (!flagOf(node, 'Enabled', true)) return;
    const alias = textOf(node, 'Alias', node.name);
    const property = parent ? textOf(node, 'PropName', '') || node.name : '';
    const table = parent
      ? { name: property, rows: [] }
      : (storedTable(node, limits) ?? registeredTable(node, dataSets));
    if (!table)
      warnings.push({ message: `The data source "${alias}" has no data.`, object: node.name, line: node.line });
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
      };
      columns.push(column);
      if (flagOf(child, 'Calculated', false)) expressions.push({ column, expression: textOf(child, 'Expression', '') });
      for (const inner of child.children) if (inner.type === 'Column') addColumn(inner, [...above, own], `${alias}.`);
    };
    for (const child of node.children) if (child.type === 'Column') addColumn(child, [], '');
    const source = new DataSource(node.name, alias, columns, table, budget, compare);
    source.type = node.type;
    if (parent) source.nestedIn = { parent, property };
    sources.push(source);
    for (const one of expressions) calculated.push({ source, ...one, type: one.column.type });
    if (!byName.has(node.name.toLowerCase())) byName.set(node.name.toLowerCase(), source);
    for (const child of node.children) if (sourceTypes.has(child.type)) addSource(child, source);
  };

  const visit = (node: TemplateObject): void => {
    if (sourceTypes.has(node.type)) addSource(node);
    else if (node.type.endsWith('Connection')) node.children.forEach(visit);
  };
  root?.children.forEach(visit);
  for (const source of sources) byName.set(source.alias.toLowerCase(), source);

  for (const node of root?.children ?? []) {
    if (node.type !== 'Relation' || !flagOf(node, 'Enabled', true)) continue;
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
    });
  }

  return {
    sources,
    relations,
    calculated,
    warnings,
    source: (name) => byName.get(name.toLowerCase()),
    sourceNameParts: mostParts(byName.keys()),
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

/** `NorthWind.Employees` is the table Employees of the data set NorthWind; a name without a dot is a table of any data set. */
function registeredTable(node: TemplateObject, dataSets: readonly DataSet[]): DataTable | undefined {
  const reference = textOf(node, 'ReferenceName', '') || textOf(node, 'TableName', '') || node.name;
  const wanted = reference.toLowerCase();
  for (const set of dataSets) {
    const found = set.tables.find(
      (table) => `${set.name}.${table.name}`.toLowerCase() === wanted || table.name.toLowerCase() === wanted,
    );
    if (found) return found;
  }
  return undefined;
}
