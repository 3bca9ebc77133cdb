/** Answers as columns: one for each short name of the questions about rows of a table. */
import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, readRules } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { readFormerShortNames } from '../fields/index.ts';
import type { DataType } from '../ports.ts';
import { type AnswerOwner, TABLES, type TableDescription, type TableName } from './dataSet.ts';

/** A column of answers. */
export interface FieldColumn {
  readonly name: string;
  readonly type: DataType;
  /** The questions whose answers it contains, by the names of their templates; none once all of them are deleted. */
  readonly questions: readonly AskedQuestion[];
  /** Unit of its numbers; empty where there is none, or where the questions do not share one. */
  readonly unit: string;
  /** Other questions with recorded answers in it (product decision 19). */
  readonly earlier: readonly EarlierQuestion[];
}

/** A current question with the short name of a column. */
interface AskedQuestion {
  readonly id: string;
  readonly name: string;
  readonly template: string;
  /** First version of its template in which it had the short name. */
  readonly since: number;
}

/** A question that had the short name of a column: until it was deleted, or until it got another one. */
interface EarlierQuestion {
  readonly id: string;
  /** Last version of its template whose answers are in the column: all of them as long as no current question has the short name. */
  readonly until: number;
}

/** The columns of answers, by table. */
export type FieldColumns = ReadonlyMap<AnswerOwner, readonly FieldColumn[]>;

const OWNERS: Readonly<Record<string, readonly AnswerOwner[]>> = {
  [FIELDS_TEMPLATE_TYPES.itemType.id]: ['item'],
  [FIELDS_TEMPLATE_TYPES.inspection.id]: ['installationInspectionItem'],
  [FIELDS_TEMPLATE_TYPES.installationDetails.id]: ['installation'],
  [FIELDS_TEMPLATE_TYPES.inspectionDetails.id]: ['installationInspection'],
  // The questions of question items are included like those of other items.
  [FIELDS_TEMPLATE_TYPES.prompt.id]: ['item', 'installationInspectionItem'],
};

/**
 * Returns the columns of answers, from every question of the library with a short name, independent of existing rows. Questions that share
 * a short name share a column. Columns of deleted questions and of former short names stay, after the others, so that recorded answers are
 * printed as before (product decision 19).
 */
export async function fieldColumns(db: ScopedDb): Promise<FieldColumns> {
  const fields = await db
    .fromWithDeleted('field')
    .innerJoin('fieldsTemplate', 'fieldsTemplate.id', 'field.fieldsTemplateId')
    .select(['field.id', 'field.name', 'field.shortName', 'field.fieldTypeId', 'field.rules', 'field.deletedAt'])
    .select('field.formerShortNames')
    .select(['fieldsTemplate.name as template', 'fieldsTemplate.fieldsTemplateTypeId'])
    .select('fieldsTemplate.deletedAt as templateDeletedAt')
    .where((eb) => eb.or([eb('field.shortName', '!=', ''), eb('field.formerShortNames', '!=', '')]))
    .orderBy('fieldsTemplate.name')
    .orderBy('field.order')
    .orderBy('field.id')
    .execute();
  const columns = new Map<AnswerOwner, FieldColumn[]>();
  for (const owner of ['installation', 'installationInspection', 'item', 'installationInspectionItem'] as const) {
    const table = tableOf(owner);
    const asked = fields.filter((field) => OWNERS[field.fieldsTemplateTypeId]?.includes(owner) === true);
    const uses = asked.flatMap((field) => usesOf(field, (shortName) => columnName(table, shortName)));
    const byName = Map.groupBy(uses, ({ column }) => column.toLowerCase());
    const all = [...byName.values()].map((sharing) => columnOf(sharing));
    const [today, earlier] = [all.filter(isOfToday), all.filter((column) => !isOfToday(column))];
    columns.set(owner, [...today, ...earlier]);
  }
  return columns;
}

/** A question with a short name that it has or had. */
interface Use<F> {
  readonly column: string;
  readonly field: F;
  /** Last version of its template with the short name; null: it still has it. */
  readonly until: number | null;
}

/** The columns of a question: of its short name, and of former short names with other columns. */
function usesOf<F extends Pick<Database['field'], 'shortName' | 'formerShortNames'>>(
  field: F,
  columnNamed: (shortName: string) => string,
): Use<F>[] {
  const uses: Use<F>[] = [];
  if (field.shortName !== '') uses.push({ column: columnNamed(field.shortName), field, until: null });
  for (const { name, until } of (readFormerShortNames(field.formerShortNames) ?? []).toReversed()) {
    if (name === '') continue;
    const column = columnNamed(name);
    const isKnown = uses.some((use) => use.column.toLowerCase() === column.toLowerCase());
    if (!isKnown) uses.push({ column, field, until });
  }
  return uses;
}

type ColumnField = Pick<
  Database['field'],
  'id' | 'name' | 'formerShortNames' | 'fieldTypeId' | 'rules' | 'deletedAt'
> & {
  template: string;
  templateDeletedAt: number | null;
};

/** The column of all questions with a short name, and of those that had it. */
function columnOf(sharing: readonly Use<ColumnField>[]): FieldColumn {
  const present = sharing.filter(({ field, until }) => until === null && isAsked(field));
  const isFree = present.length === 0;
  // A question whose short name changed before its first answers has no answers in the column of another question.
  const earlier = sharing.filter((use) => !present.includes(use) && (isFree || (use.until ?? 1) > 0));
  const holding = [...present, ...earlier];
  const isNumber = holding.every(({ field }) => field.fieldTypeId === FIELD_TYPES.number.id);
  const questions = present.map(({ field: { id, name, template, formerShortNames } }) => {
    const before = (readFormerShortNames(formerShortNames) ?? []).map(({ until }) => until);
    return { id, name, template, since: Math.max(0, ...before) + 1 };
  });
  return {
    name: holding[0]!.column,
    type: isNumber ? 'decimal' : 'text',
    unit: sharedUnit(present.map(({ field }) => field)),
    questions,
    earlier: earlier.map(({ field: { id }, until }) => ({ id, until: isFree || until === null ? Infinity : until })),
  };
}

/** The names by which reports can name the answers to a question of a template: its short name, and its columns. */
export function namesInReports(
  fieldsTemplateTypeId: string,
  shortName: string,
): { shortName: string; columns: string[] } {
  const owners = OWNERS[fieldsTemplateTypeId] ?? [];
  return { shortName, columns: [...new Set(owners.map((owner) => columnName(tableOf(owner), shortName)))] };
}

function isAsked({
  deletedAt,
  templateDeletedAt,
}: Pick<Database['field'], 'deletedAt'> & { templateDeletedAt: number | null }): boolean {
  return deletedAt === null && templateDeletedAt === null;
}

/** Returns true for a column with current questions; others are printed, but not offered. */
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

/**
 * Converts a short name to the name of a column: letters, digits and underscores, with the prefix `Field_` when the table has such a column
 * already.
 */
function columnName(table: TableDescription, shortName: string): string {
  const plain = shortName.normalize('NFC').replace(/[^\p{L}\p{N}_]+/gu, '_');
  const name = /^\p{L}/u.test(plain) ? plain : `Field_${plain}`;
  const isTaken = table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase());
  return isTaken ? `Field_${name}` : name;
}
