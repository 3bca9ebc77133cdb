/** Columns people choose for a begun template, and how a value of each is written. */
import { Problem, STARTER_TABLES, type StarterField } from '@holdfast/contract';
import type { DataShape, DataType } from '../../ports.ts';
import { type TableName, TABLES } from '../dataSet.ts';
import { AS_DAY, AS_MOMENT } from './appearance.ts';
import type { Attributes } from './element.ts';

/** A chosen column with the type of its values. */
export interface ChosenField extends StarterField {
  readonly type: DataType;
}

/** Columns that name rows to a program, not to people. */
const FOR_PROGRAMS = /^(?:Id|Order|.*Id)$/;

/** The columns that can be chosen, with a label to begin with. */
export function columnsToChoose(tables: readonly DataShape[]): ChosenField[] {
  return STARTER_TABLES.flatMap((table) =>
    (tables.find(({ name }) => name === table)?.columns ?? [])
      .filter(({ name, type }) => type !== 'bytes' && !FOR_PROGRAMS.test(name))
      .map(({ name, type }) => ({ table, column: name, label: wordsOf(name), type })),
  );
}

/** The chosen columns with their types. @throws {Problem} `badInput` for one that cannot be chosen */
export function chosenFields(fields: readonly StarterField[], tables: readonly DataShape[]): ChosenField[] {
  const known = columnsToChoose(tables);
  return fields.map((field, index) => {
    const found = known.find(({ table, column }) => table === field.table && column === field.column);
    if (found === undefined) {
      const message = `The table ${field.table} has no column ${field.column} to be printed.`;
      throw new Problem('badInput', { issues: [{ path: `fields.${index}`, message }] });
    }
    return { ...field, type: found.type };
  });
}

/** The answers among the chosen columns of a table: its own columns are always part of a template. */
export function answersOf(table: TableName, fields: readonly ChosenField[]): { name: string; type: DataType }[] {
  const own = new Set(TABLES[table].columns.map((column): string => column.name));
  const names = new Map(
    fields.filter((field) => field.table === table && !own.has(field.column)).map(({ column, type }) => [column, type]),
  );
  return [...names].map(([name, type]) => ({ name, type }));
}

/**
 * The value of a column as text, with the properties that format it. Nothing is written where there is no value.
 * @param path the way to its table from the rows of the band
 */
export function valueText({ column, type }: ChosenField, path: string): { content: string; more: Attributes } {
  const content = `[${path}.${column}]`;
  switch (type) {
    case 'moment':
      return { content, more: { ...(column.endsWith('Date') ? AS_DAY : AS_MOMENT), HideZeros: true } };
    case 'boolean':
      return { content, more: { Format: 'Boolean', 'Format.TrueText': 'Yes', 'Format.FalseText': 'No' } };
    case 'decimal':
      return { content, more: { HideZeros: true } };
    default:
      return { content, more: {} };
  }
}

/** `YearOfManufacture` as people read it. */
function wordsOf(name: string): string {
  const spaced = name.replace(/_+/g, ' ').replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
  return spaced
    .split(' ')
    .map((word, index) => (index > 0 && /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word))
    .join(' ');
}
