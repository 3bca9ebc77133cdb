/** The register of an installation: its items with the data of each, and the questions asked of each. */
import type { Field, FieldsTemplate } from '@holdfast/contract';
import type { ScopedDb } from '../../db/scoped.ts';
import { presentTemplates } from '../../fields/index.ts';
import { installationRow, type ZonedInstallation } from '../../installations/index.ts';
import { presentItemTypes } from '../itemTypes.ts';
import { inTreeOrder, pathsOf } from '../rules.ts';
import type { KnownAnswer, StoredAnswer } from './cells.ts';

/** A question under the name of its column. */
interface Asked {
  label: string;
  field: Field;
}

/** Properties of an item type that a register needs. */
export interface RegisterType {
  id: string;
  name: string;
  isQuestion: boolean;
  isLocation: boolean;
  asked: readonly Asked[];
}

/** An item of a register. */
export interface RegisterItem {
  id: string;
  name: string;
  typeId: string;
  parentItemId: string | null;
  /** The path of its parent; empty at the top level. */
  location: string;
  /** The path of the item itself. */
  path: string;
  tag: string | null;
  tagKind: string | null;
  asked: readonly Asked[];
  /** Answers by the id of the question. */
  answers: ReadonlyMap<string, StoredAnswer>;
  /** Answers as recorded to questions that are not asked of it any more, by the column they are exported in. */
  earlier: ReadonlyMap<string, string>;
}

/** The stored data with which a spreadsheet is compared. */
export interface Register {
  installationId: string;
  installationName: string;
  zones: ZonedInstallation;
  types: readonly RegisterType[];
  /** Items and locations, each after its parent, siblings by name. */
  items: readonly RegisterItem[];
  /** The item with each tag in the company, including other installations. */
  carriers: ReadonlyMap<string, { id: string; name: string }>;
}

/** Separator of the names in a path. */
export const PATH_MARK = ' / ';

const collator = new Intl.Collator('en-GB', { numeric: true });

/**
 * The current register of an installation.
 * @throws {Problem} `notFound`
 */
export async function registerOf(db: ScopedDb, installationId: string): Promise<Register> {
  const installation = await installationRow(db, installationId);
  const types = await registerTypes(db);
  const typeById = new Map(types.map((type) => [type.id, type]));
  const own = await ownTemplates(db);
  const rows = await db
    .from('item')
    .select(['id', 'name', 'itemTypeId', 'parentItemId', 'tag', 'tagKind', 'defaultItemId'])
    .where('item.installationId', '=', installationId)
    .execute();
  const paths = pathsOf(rows);
  const answers = await answersByItem(db, installationId);
  const things = rows.filter((row) => typeById.get(row.itemTypeId)?.isQuestion !== true);
  const items = inTreeOrder(things, (a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)).map(
    (row): RegisterItem => {
      const asked = own.get(row.defaultItemId ?? '') ?? typeById.get(row.itemTypeId)?.asked ?? [];
      const given = answers.get(row.id) ?? new Map<string, RecordedAnswer>();
      return {
        id: row.id,
        name: row.name,
        typeId: row.itemTypeId,
        parentItemId: row.parentItemId,
        location: row.parentItemId === null ? '' : (paths.get(row.parentItemId) ?? ''),
        path: paths.get(row.id)!,
        tag: row.tag,
        tagKind: row.tagKind,
        asked,
        answers: given,
        earlier: earlierAnswers(asked, given),
      };
    },
  );
  return {
    installationId,
    installationName: installation.name,
    zones: installation,
    types,
    items,
    carriers: await tagCarriers(db, installation.scopeId),
  };
}

/** The columns of the questions of a register, in their order. */
export function questionLabels({ items, types }: Register): string[] {
  const used = new Set(items.map((item) => item.typeId));
  const shown = items.length === 0 ? types.filter((type) => !type.isQuestion) : types.filter(({ id }) => used.has(id));
  const labels = [...shown.map((type) => type.asked), ...items.map((item) => item.asked)].flatMap((asked) =>
    asked.map(({ label }) => label),
  );
  return [...new Set(labels)];
}

/** The columns of answers to questions that are not asked any more, in alphabetical order. */
export function earlierLabels({ items }: Register): string[] {
  return [...new Set(items.flatMap(({ earlier }) => [...earlier.keys()]))].toSorted(collator.compare);
}

/** Returns the key by which a tag is compared. */
export function tagKey(kind: string | null, tag: string): string {
  return `${kind ?? ''} ${tag}`;
}

async function registerTypes(db: ScopedDb): Promise<RegisterType[]> {
  const rows = await db.from('itemType').select('id').execute();
  const types = await presentItemTypes(
    db,
    rows.map((row) => row.id),
  );
  return [...types.values()]
    .map(({ id, name, isQuestion, isLocation, itemTypeFieldsTemplates }) => ({
      id,
      name,
      isQuestion,
      isLocation,
      asked: askedBy(itemTypeFieldsTemplates.map((link) => link.fieldsTemplate)),
    }))
    .toSorted((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** The questions of default items that name a template of their own, by the default item (data decision 15); a deleted one still counts. */
async function ownTemplates(db: ScopedDb): Promise<Map<string, Asked[]>> {
  const rows = await db
    .fromWithDeleted('inspectionDefaultItem')
    .select(['id', 'itemFieldsTemplateId'])
    .where('itemFieldsTemplateId', 'is not', null)
    .execute();
  const templates = await presentTemplates(
    db,
    rows.map((row) => row.itemFieldsTemplateId!),
  );
  return new Map(
    rows.map(({ id, itemFieldsTemplateId }) => {
      const template = templates.get(itemFieldsTemplateId!);
      return [id, template === undefined ? [] : askedBy([template])];
    }),
  );
}

/** Questions by label. A label includes the template when another template of the same item has a question of this name. */
function askedBy(templates: readonly FieldsTemplate[]): Asked[] {
  const counts = new Map<string, number>();
  for (const { fields } of templates) for (const { name } of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
  return templates.flatMap((template) =>
    template.fields.map((field) => ({
      label: counts.get(field.name) === 1 ? field.name : `${field.name} (${template.name})`,
      field,
    })),
  );
}

/** A known answer with its question as it was recorded. */
interface RecordedAnswer extends KnownAnswer {
  question: string;
  recordedDate: number;
}

/** Recorded answers to questions that are not asked any more, each under its question of that time. */
function earlierAnswers(asked: readonly Asked[], given: ReadonlyMap<string, RecordedAnswer>): Map<string, string> {
  const ids = new Set(asked.map(({ field }) => field.id));
  const earlier = new Map<string, string>();
  for (const [fieldId, { value, displayValue, question }] of given) {
    if (value === '' || ids.has(fieldId)) continue;
    let label = `${question} (no longer asked)`;
    for (let number = 2; earlier.has(label); number += 1) label = `${question} (no longer asked, ${number})`;
    earlier.set(label, displayValue);
  }
  return earlier;
}

async function answersByItem(db: ScopedDb, installationId: string): Promise<Map<string, Map<string, RecordedAnswer>>> {
  const rows = await db
    .from('item')
    .innerJoin('fieldResponse', 'fieldResponse.ownerId', 'item.id')
    .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
    .select(['fieldResponse.ownerId', 'fieldResponse.fieldId', 'fieldResponse.value', 'fieldResponse.displayValue'])
    .select(['fieldResponse.question', 'fieldResponse.recordedDate', 'field.name'])
    .where('item.installationId', '=', installationId)
    .where('fieldResponse.deletedAt', 'is', null)
    .where('fieldResponse.parentFieldOptionId', 'is', null)
    .orderBy('fieldResponse.recordedDate')
    .orderBy('fieldResponse.id')
    .execute();
  const byItem = new Map<string, Map<string, RecordedAnswer>>();
  for (const { ownerId, fieldId, value, displayValue, question, recordedDate, name } of rows) {
    const known = byItem.get(ownerId) ?? new Map<string, RecordedAnswer>();
    // The question is not stored with answers of the first versions.
    byItem.set(ownerId, known.set(fieldId, { value, displayValue, recordedDate, question: question || name }));
  }
  return byItem;
}

async function tagCarriers(db: ScopedDb, scopeId: string): Promise<Map<string, { id: string; name: string }>> {
  const rows = await db
    .from('item')
    .select(['item.id', 'item.name', 'item.tag', 'item.tagKind'])
    .where('item.scopeId', '=', scopeId)
    .where('item.tag', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, name, tag, tagKind }) => [tagKey(tagKind, tag!), { id, name }]));
}
