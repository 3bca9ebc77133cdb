import {
  type Field,
  FIELD_TYPES,
  type FieldOption,
  type FieldsTemplate,
  Problem,
  readEvidence,
  readRules,
} from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { versionOf } from '../present.ts';

type FieldRow = Database['field'];
type OptionRow = Database['fieldOption'];
type ImageRow = Database['fieldImage'];

const typeById = new Map(Object.values(FIELD_TYPES).map(({ id, name }) => [id as string, { id, name }]));

/** The rows of some templates, including those that their choices open. */
interface Parts {
  templates: Map<string, Database['fieldsTemplate']>;
  fields: Map<string, FieldRow[]>;
  /** Deleted ones too: they count for the version of their question. */
  options: Map<string, OptionRow[]>;
  images: Map<string, ImageRow[]>;
}

/**
 * Templates as they travel, by id: questions, choices and the further questions these open. A deleted template is not among them.
 * @param ids of templates; each may be named more than once
 */
export async function presentTemplates(db: ScopedDb, ids: readonly string[]): Promise<Map<string, FieldsTemplate>> {
  const parts = await readParts(db, ids);
  const made = new Map<string, FieldsTemplate | null>();
  const asked = ids.map((id) => [id, presentTemplate(parts, id, made)] as const);
  return new Map(asked.filter((entry): entry is readonly [string, FieldsTemplate] => entry[1] !== null));
}

/** Questions as they travel, deleted ones too: they are read beside the answers given to them. */
export async function presentFields(db: ScopedDb, ids: readonly string[]): Promise<Field[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .fromWithDeleted('field')
    .selectAll()
    .where('field.id', 'in', ids as string[])
    .execute();
  const parts = await readParts(db, []);
  await readBelow(db, parts, rows);
  return rows
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
    .map((row) => presentField(parts, row, new Map()));
}

/**
 * One template as it travels.
 * @throws {Problem} `notFound`
 */
export async function templateById(db: ScopedDb, id: string): Promise<FieldsTemplate> {
  const found = (await presentTemplates(db, [id])).get(id);
  if (found === undefined) throw new Problem('notFound');
  return found;
}

/**
 * One question as it travels.
 * @throws {Problem} `notFound` for a question that is deleted, or whose template is
 */
export async function fieldById(db: ScopedDb, id: string): Promise<Field> {
  const row = await db.from('field').select('fieldsTemplateId').where('field.id', '=', id).executeTakeFirst();
  const template = row && (await presentTemplates(db, [row.fieldsTemplateId])).get(row.fieldsTemplateId);
  const found = template?.fields.find((field) => field.id === id);
  if (found === undefined) throw new Problem('notFound');
  return found;
}

async function readParts(db: ScopedDb, ids: readonly string[]): Promise<Parts> {
  const parts: Parts = { templates: new Map(), fields: new Map(), options: new Map(), images: new Map() };
  const seen = new Set<string>();
  let wanted = new Set(ids);
  // Choices open further templates, so the depth is only known on the way down.
  while (wanted.size > 0) {
    for (const id of wanted) seen.add(id);
    const templates = await db
      .from('fieldsTemplate')
      .selectAll()
      .where('fieldsTemplate.id', 'in', [...wanted])
      .execute();
    for (const template of templates) parts.templates.set(template.id, template);
    const fields = await db
      .from('field')
      .selectAll()
      .where('field.fieldsTemplateId', 'in', [...wanted])
      .orderBy('field.order')
      .orderBy('field.id')
      .execute();
    group(parts.fields, fields, (field) => field.fieldsTemplateId);
    const options = await readBelow(db, parts, fields);
    wanted = new Set(
      options.flatMap((option) =>
        option.fieldsTemplateId === null || seen.has(option.fieldsTemplateId) ? [] : [option.fieldsTemplateId],
      ),
    );
  }
  return parts;
}

/** Reads choices and pictures of some questions. @returns the living choices */
async function readBelow(db: ScopedDb, parts: Parts, fields: readonly FieldRow[]): Promise<OptionRow[]> {
  if (fields.length === 0) return [];
  const fieldIds = fields.map((field) => field.id);
  const options = await db
    .fromWithDeleted('fieldOption')
    .selectAll()
    .where('fieldOption.fieldId', 'in', fieldIds)
    .orderBy('fieldOption.order')
    .orderBy('fieldOption.id')
    .execute();
  group(parts.options, options, (option) => option.fieldId);
  const images = await db
    .from('fieldImage')
    .selectAll()
    .where('fieldImage.fieldId', 'in', fieldIds)
    .orderBy('fieldImage.order')
    .orderBy('fieldImage.id')
    .execute();
  group(parts.images, images, (image) => image.fieldId);
  return options.filter((option) => option.deletedAt === null);
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
