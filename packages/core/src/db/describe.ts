/** Descriptions of the synced tables, for documentation and for tests that compare them with a database. */
import { columnRight } from '@holdfast/sync';
import { z } from 'zod';
import { registry } from './registry.ts';

/** Description of a column for the documentation and for comparison with a database. */
export interface ColumnDescription {
  kind: 'text' | 'whole' | 'real';
  nullable: boolean;
  /** The values it may have, where they are few. */
  values: readonly (string | number)[];
}

/** @throws {Error} for a schema that is neither a text nor a number */
export function describeColumn(schema: z.core.$ZodType): ColumnDescription {
  if (schema instanceof z.ZodNullable) return { ...describeColumn(schema.def.innerType), nullable: true };
  const plain = { nullable: false, values: [] };
  if (schema instanceof z.ZodString) return { kind: 'text', ...plain };
  if (schema instanceof z.ZodEnum) return { kind: 'text', ...plain, values: schema.options };
  if (schema instanceof z.ZodNumber) {
    const isWhole = schema.format === 'safeint' || schema.isInt;
    return { kind: isWhole ? 'whole' : 'real', ...plain };
  }
  if (schema instanceof z.ZodUnion) {
    const values = schema.def.options.flatMap((option) => (option instanceof z.ZodLiteral ? [...option.values] : []));
    return { kind: 'whole', ...plain, values: values.filter((value) => typeof value === 'number') };
  }
  throw new Error(`A column holds no ${schema._zod.def.type}.`);
}

/** Returns the synced tables with the facts that the page of documentation lists. */
export function describedTables() {
  return [...registry.values()].map(
    ({ name, scopeKind, columns, references, naturalKey = [], fixed = [], rights, ...rest }) => ({
      name,
      scopeKind,
      naturalKey,
      rights,
      columns: Object.entries(columns.shape).map(([column, schema]) => ({
        name: column,
        ...describeColumn(schema),
        reference: references[column],
        right:
          fixed.includes(column) || naturalKey.includes(column)
            ? null
            : columnRight({ name, scopeKind, columns, references, rights, ...rest }, column),
      })),
    }),
  );
}
