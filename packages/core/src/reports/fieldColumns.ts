/** Answers as columns: one for each short name among the questions that rows of a table are asked. */
import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, readRules } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import type { DataType } from '../ports.ts';
import { type AnswerOwner, TABLES, type TableDescription, type TableName } from './dataSet.ts';

/** A column of answers. */
interface FieldColumn {
  readonly name: string;
  readonly type: DataType;
  /** The questions whose answers it holds, by the names of their templates; none once all of them are deleted. */
  readonly questions: readonly { readonly id: string; readonly name: string; readonly template: string }[];
  /** Unit of its numbers; empty where there is none, or where the questions do not share one. */
  readonly unit: string;
  /** Ids of deleted questions with the same short name: it holds their recorded answers, too (product decision 19). */
  readonly removedIds: readonly string[];
}

/** The columns of answers of each table that has some. */
export type FieldColumns = ReadonlyMap<AnswerOwner, readonly FieldColumn[]>;

const OWNERS: Readonly<Record<string, readonly AnswerOwner[]>> = {
  [FIELDS_TEMPLATE_TYPES.itemType.id]: ['item'],
  [FIELDS_TEMPLATE_TYPES.inspection.id]: ['installationInspectionItem'],
  [FIELDS_TEMPLATE_TYPES.installationDetails.id]: ['installation'],
  [FIELDS_TEMPLATE_TYPES.inspectionDetails.id]: ['installationInspection'],
  // The questions of a question item are asked as those of a thing are.
  [FIELDS_TEMPLATE_TYPES.prompt.id]: ['item', 'installationInspectionItem'],
};

/**
 * The columns of answers, from every question of the library that has a short name: they do not depend on which rows there are. Questions that
 * share a short name share a column. That of a deleted question stays, behind the others: what was recorded is printed as before (product
 * decision 19).
 */
export async function fieldColumns(db: ScopedDb): Promise<FieldColumns> {
  const fields = await db
    .fromWithDeleted('field')
    .innerJoin('fieldsTemplate', 'fieldsTemplate.id', 'field.fieldsTemplateId')
    .select(['field.id', 'field.name', 'field.shortName', 'field.fieldTypeId', 'field.rules', 'field.deletedAt'])
    .select(['fieldsTemplate.name as template', 'fieldsTemplate.fieldsTemplateTypeId'])
    .select('fieldsTemplate.deletedAt as templateDeletedAt')
    .where('field.shortName', '!=', '')
    .orderBy('fieldsTemplate.name')
    .orderBy('field.order')
    .orderBy('field.id')
    .execute();
  const columns = new Map<AnswerOwner, FieldColumn[]>();
  for (const owner of ['installation', 'installationInspection', 'item', 'installationInspectionItem'] as const) {
    const table = tableOf(owner);
    const asked = fields.filter((field) => OWNERS[field.fieldsTemplateTypeId]?.includes(owner) === true);
    const byName = Map.groupBy(asked, (field) => columnName(table, field.shortName).toLowerCase());
    const all = [...byName.values()].map((sharing): FieldColumn => {
      const questions = sharing.filter(isAsked);
      const isNumber = sharing.every(({ fieldTypeId }) => fieldTypeId === FIELD_TYPES.number.id);
      return {
        name: columnName(table, (questions[0] ?? sharing[0]!).shortName),
        type: isNumber ? 'decimal' : 'text',
        unit: sharedUnit(questions),
        questions: questions.map(({ id, name, template }) => ({ id, name, template })),
        removedIds: sharing.filter((field) => !isAsked(field)).map(({ id }) => id),
      };
    });
    const [today, earlier] = [all.filter(isOfToday), all.filter((column) => !isOfToday(column))];
    columns.set(owner, [...today, ...earlier]);
  }
  return columns;
}

function isAsked({
  deletedAt,
  templateDeletedAt,
}: Pick<Database['field'], 'deletedAt'> & { templateDeletedAt: number | null }): boolean {
  return deletedAt === null && templateDeletedAt === null;
}

/** Returns true for a column whose answers questions of today ask for; others are printed, but not offered. */
export function isOfToday({ questions }: FieldColumn): boolean {
  return questions.length > 0;
}

function sharedUnit(questions: readonly { rules: string }[]): string {
  const [unit = '', ...others] = new Set(questions.map(({ rules }) => readRules(rules)?.unit ?? ''));
  return others.length === 0 ? unit : '';
}

/** The columns of a table, those of answers after its own. */
export function columnsOf(name: TableName, fields: FieldColumns): { name: string; type: DataType }[] {
  const { columns, answersOf }: TableDescription = TABLES[name];
  const answers = answersOf === null ? [] : fields.get(answersOf)!;
  return [...columns, ...answers].map((column) => ({ name: column.name, type: column.type }));
}

/** Every table with its columns. */
export function shapesOf(fields: FieldColumns): { name: TableName; columns: { name: string; type: DataType }[] }[] {
  return (Object.keys(TABLES) as TableName[]).map((name) => ({ name, columns: columnsOf(name, fields) }));
}

function tableOf(owner: AnswerOwner): TableDescription {
  return (Object.values(TABLES) as TableDescription[]).find((table) => table.answersOf === owner)!;
}

/** A short name as the name of a column: letters, digits and underscores; `Field_` before one that a column of the table has already. */
function columnName(table: TableDescription, shortName: string): string {
  const plain = shortName.normalize('NFC').replace(/[^\p{L}\p{N}_]+/gu, '_');
  const name = /^\p{L}/u.test(plain) ? plain : `Field_${plain}`;
  const isTaken = table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase());
  return isTaken ? `Field_${name}` : name;
}
