/** The data of a template: tables and relations as docs/reports.md names them. */
import type { DataType } from '../../ports.ts';
import { DATA_SET, RELATIONS, type TableName, TABLES } from '../dataSet.ts';
import { element, type TemplateElement } from './element.ts';

const TYPES: Readonly<Record<DataType, string>> = {
  text: 'System.String',
  integer: 'System.Int32',
  decimal: 'System.Decimal',
  boolean: 'System.Boolean',
  moment: 'System.DateTime',
  bytes: 'System.Byte[]',
};

/** A table a template takes rows from, beside its own columns. */
export interface TableOfTemplate {
  readonly name: TableName;
  /** Another name for the same rows, which then stand in no relation. */
  readonly as?: string;
  /** Columns of answers. */
  readonly answers?: readonly { readonly name: string; readonly type: DataType }[];
  /** Columns that the template calculates. */
  readonly calculated?: readonly TemplateElement[];
}

/**
 * The data sources of a template and the relations between them. Only what a template takes rows from stands in it: what is named is read.
 * @param more totals and parameters
 */
export function dictionary(tables: readonly TableOfTemplate[], more: readonly TemplateElement[] = []): TemplateElement {
  const names = new Set(tables.flatMap(({ name, as }) => (as === undefined ? [name] : [])));
  const sources = tables.map(({ name, as = name, answers = [], calculated = [] }) =>
    element(
      'TableDataSource',
      { Name: as, ReferenceName: `${DATA_SET}.${name}`, DataType: 'System.Int32', Enabled: true },
      [
        ...[...TABLES[name].columns, ...answers].map((column) =>
          element('Column', { Name: column.name, DataType: TYPES[column.type] }),
        ),
        ...calculated,
      ],
    ),
  );
  const relations = RELATIONS.filter(({ parent, child }) => names.has(parent) && names.has(child)).map(
    ({ parent, parentColumn, child, childColumn }) =>
      element('Relation', {
        Name: `${parent}_${child}`,
        ParentDataSource: parent,
        ChildDataSource: child,
        ParentColumns: parentColumn,
        ChildColumns: childColumn,
        Enabled: true,
      }),
  );
  return element('Dictionary', {}, [...sources, ...relations, ...more]);
}
