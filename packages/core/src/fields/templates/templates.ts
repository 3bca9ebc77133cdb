import {
  type Field,
  FIELD_TYPES,
  type FieldOption,
  type FieldsTemplate,
  Problem,
  readEvidence,
  readRules,
} from '@holdfast/contract';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { ScopedDb } from '../../db/scoped.ts';
import type { Database } from '../../db/schema.ts';
import { versionOf } from '../../present.ts';

type FieldRow = Database['field'];
type OptionRow = Database['fieldOption'];
type ImageRow = Database['fieldImage'];

const typeById = new Map(Object.values(FIELD_TYPES).map(({ id, name }) => [id as string, { id, name }]));

/** The rows of some templates and of the templates that their choices open. */
interface Parts {
  templates: Map<string, Database['fieldsTemplate']>;
  fields: Map<string, FieldRow[]>;
  /** Deleted ones too: they count for the version of their question. */
  options: Map<string, OptionRow[]>;
  images: Map<string, ImageRow[]>;
}

/**
 * Templates as sent over the API, by id: questions, choices and the further questions these open. A deleted template is not among them.
 * @param ids of templates; each may be named more than once
 */
export async function presentTemplates(db: ScopedDb, ids: readonly string[]): Promise<Map<string, FieldsTemplate>> {
  const parts = await readParts(db, ids);
  const made = new Map<string, FieldsTemplate | null>();
  const asked = ids.map((id) => [id, presentTemplate(parts, id, made)] as const);
  return new Map(asked.filter((entry): entry is readonly [string, FieldsTemplate] => entry[1] !== null));
}

/** Questions as sent over the API, deleted ones too: they are shown with the answers given to them. */
export async function presentFields(db: ScopedDb, ids: readonly string[]): Promise<Field[]> {
  if (ids.length === 0) return [];
  const parts = await readParts(db, []);
  const wanted = db
    .fromWithDeleted('field')
    .selectAll()
    .where('field.id', 'in', ids as string[]);
  const [rows] = await Promise.all([wanted.execute(), readBelow(db, parts, ids)]);
  return rows
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
    .map((row) => presentField(parts, row, new Map()));
}

/**
 * One template as sent over the API.
 * @throws {Problem} `notFound`
 */
export async function templateById(db: ScopedDb, id: string): Promise<FieldsTemplate> {
  const found = (await presentTemplates(db, [id])).get(id);
  if (found === undefined) throw new Problem('notFound');
  return found;
}

/**
 * One question as sent over the API.
 * @throws {Problem} `notFound` for a question that is deleted, or whose template is
 */
export async function fieldById(db: ScopedDb, id: string): Promise<Field> {
  const row = await db.from('field').select('fieldsTemplateId').where('field.id', '=', id).executeTakeFirst();
  const template = row && (await presentTemplates(db, [row.fieldsTemplateId])).get(row.fieldsTemplateId);
  const found = template?.fields.find((field) => field.id === id);
  if (found === undefined) throw new Problem('notFound');
  return found;
}

/** Reads templates with their questions and everything below, in one round trip however deep choices open further templates. */
async function readParts(db: ScopedDb, ids: readonly string[]): Promise<Parts> {
  const parts: Parts = { templates: new Map(), fields: new Map(), options: new Map(), images: new Map() };
  if (ids.length === 0) return parts;
  const opened = openedBy(ids);
  const within = sql<boolean>`"field"."fieldsTemplateId" in (${opened})`;
  const fieldIds = db.from('field').select('field.id').where(within);
  const [templates, fields] = await Promise.all([
    db
      .from('fieldsTemplate')
      .selectAll()
      .where(sql<boolean>`"fieldsTemplate"."id" in (${opened})`)
      .execute(),
    db.from('field').selectAll().where(within).orderBy('field.order').orderBy('field.id').execute(),
    readBelow(db, parts, fieldIds),
  ]);
  for (const template of templates) parts.templates.set(template.id, template);
  group(parts.fields, fields, (field) => field.fieldsTemplateId);
  return parts;
}

/** The ids of some templates and of those that their choices open, at any depth. */
export function openedBy(ids: readonly string[]): RawBuilder<unknown> {
  return sql`with recursive "opened"("id") as (
    select "fieldsTemplate"."id" from "fieldsTemplate" where "fieldsTemplate"."id" in (${sql.join([...new Set(ids)])})
    union select "fieldOption"."fieldsTemplateId" from "opened"
    inner join "field" on "field"."fieldsTemplateId" = "opened"."id" and "field"."deletedAt" is null
    inner join "fieldOption" on "fieldOption"."fieldId" = "field"."id" and "fieldOption"."deletedAt" is null
    where "fieldOption"."fieldsTemplateId" is not null
  ) select "id" from "opened"`;
}

/** Reads the choices and pictures of some questions. */
async function readBelow(
  db: ScopedDb,
  parts: Parts,
  fieldIds: readonly string[] | Expression<{ id: string }>,
): Promise<void> {
  const [options, images] = await Promise.all([
    db
      .fromWithDeleted('fieldOption')
      .selectAll()
      .where('fieldOption.fieldId', 'in', fieldIds as string[])
      .orderBy('fieldOption.order')
      .orderBy('fieldOption.id')
      .execute(),
    db
      .from('fieldImage')
      .selectAll()
      .where('fieldImage.fieldId', 'in', fieldIds as string[])
      .orderBy('fieldImage.order')
      .orderBy('fieldImage.id')
      .execute(),
  ]);
  group(parts.options, options, (option) => option.fieldId);
  group(parts.images, images, (image) => image.fieldId);
}

function presentTemplate(parts: Parts, id: string, made: Map<string, FieldsTemplate | null>): FieldsTemplate | null {
  const known = made.get(id);
  if (known !== undefined) return known;
  const row = parts.templates.get(id);
  const template =
    row === undefined
      ? null
      : {
          id: row.id,
          name: row.name,
          fieldsTemplateTypeId: row.fieldsTemplateTypeId,
          version: row.version,
          fields: (parts.fields.get(id) ?? []).map((field) => presentField(parts, field, made)),
          evidence: readEvidence(row.evidence) ?? [],
          clock: versionOf(row),
        };
  made.set(id, template);
  return template;
}

function presentField(parts: Parts, row: FieldRow, made: Map<string, FieldsTemplate | null>): Field {
  const options = parts.options.get(row.id) ?? [];
  return {
    id: row.id,
    name: row.name,
    shortName: row.shortName,
    description: row.description,
    fieldType: typeById.get(row.fieldTypeId)!,
    fieldTypeId: row.fieldTypeId,
    required: row.required === 1,
    order: row.order,
    showInList: row.showInList === 1,
    options: options
      .filter((option) => option.deletedAt === null)
      .map((option): FieldOption => ({
        id: option.id,
        name: option.name,
        order: option.order,
        fieldsTemplateId: option.fieldsTemplateId,
        fieldsTemplate: option.fieldsTemplateId === null ? null : presentTemplate(parts, option.fieldsTemplateId, made),
      })),
    images: (parts.images.get(row.id) ?? []).map(({ id, filename, order }) => ({ id, filename, order })),
    rules: readRules(row.rules) ?? null,
    fieldsTemplateId: row.fieldsTemplateId,
    clock: versionOf(row, ...options),
  };
}

function group<T>(groups: Map<string, T[]>, rows: readonly T[], keyOf: (row: T) => string): void {
  for (const row of rows) {
    const rest = groups.get(keyOf(row));
    if (rest === undefined) groups.set(keyOf(row), [row]);
    else rest.push(row);
  }
}
