/** Writes of questions with their choices, shared by single saves and whole templates. */
import { type FieldOption, type FieldRules, Problem, storedRules } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import { flagOf } from '../db/columns.ts';
import type { Database } from '../db/schema.ts';
import { copyPictures } from './copyPictures.ts';
import { letListsFollow } from './followLists.ts';
import { formerShortNamesAfter } from './changeShortName.ts';
import { fieldTypeOf, type TypeOfField } from './optionRules.ts';
import { wasAnswered } from './queries.ts';
import { fieldById } from './templates/templates.ts';

/** Adds a question without choices. @throws {Problem} `notFound` for an unknown type */
export async function addField(
  ctx: WriteCtx,
  { id, ...field }: Pick<Database['field'], 'id' | 'name' | 'fieldTypeId' | 'fieldsTemplateId' | 'order'>,
): Promise<void> {
  mustBeType(field.fieldTypeId);
  const set = {
    ...field,
    shortName: '',
    description: '',
    required: 0,
    showInList: 0,
    rules: '',
    formerShortNames: '',
  } as const;
  await ctx.mutate('field', { op: 'ins', id, set });
}

/** A choice as a save carries it. */
type WantedOption = Pick<FieldOption, 'name' | 'order' | 'fieldsTemplateId'> & { id: string };

/** A save of a question; what is undefined stays as it is. */
export interface FieldSave {
  name?: string | undefined;
  shortName?: string | undefined;
  description?: string | undefined;
  fieldTypeId?: string | undefined;
  required?: boolean | undefined;
  showInList?: boolean | undefined;
  order?: number | undefined;
  rules?: FieldRules | null | undefined;
  options?:
    | readonly { id?: string | undefined; name: string; order?: number | undefined; fieldsTemplateId: string | null }[]
    | undefined;
}

/**
 * Saves a question with its choices, compared by id. A change of type removes the choices that the new type cannot hold, and the further questions they cannot
 * open. Once a question was answered, another type makes a new question of it and leaves the recorded answers with the old one, which is
 * deleted (product decision 41).
 * @returns the id of the question, or of the new one that replaces it
 */
export async function changeField(ctx: WriteCtx, id: string, { options, ...change }: FieldSave): Promise<string> {
  const before = await fieldById(ctx.db, id);
  const { name, shortName, description, fieldTypeId = before.fieldTypeId, required, order, showInList } = change;
  const rules = change.rules === undefined ? undefined : storedRules(change.rules);
  const type = mustBeType(fieldTypeId);
  const asked = options?.map((option, i) => ({ ...option, id: option.id ?? ctx.newId(), order: option.order ?? i }));
  const wanted = asked ?? before.options;
  const isRetyped = fieldTypeId !== before.fieldTypeId;
  const fitting = isRetyped ? fit(wanted, type) : wanted;
  const flags = { required: flagOf(required), showInList: flagOf(showInList) };
  const formerShortNames = shortName === undefined ? undefined : await formerShortNamesAfter(ctx, id, shortName);
  const set = { name, shortName, formerShortNames, description, fieldTypeId, order, rules, ...flags };
  if (isRetyped && (await wasAnswered(ctx.db, id))) return replaceField(ctx, id, set, fitting);

  // Choices that the new type cannot hold are removed first, and those the old type could not hold are added last, so that question and choices always fit.
  await removeOptions(ctx, before.options, fitting);
  const changed = await ctx.mutate('field', { op: 'upd', id, set });
  await letListsFollow(ctx, changed, before.name);
  for (const option of fitting) {
    await ctx.mutate('fieldOption', {
      op: 'ins',
      id: option.id,
      set: { fieldId: id, name: option.name, order: option.order, fieldsTemplateId: option.fieldsTemplateId },
    });
  }
  return id;
}

/** Columns of a question; one that is undefined stays as it is. */
type FieldChange = { [C in keyof Database['field']]?: Database['field'][C] | undefined };

/**
 * Replaces an answered question by a new one of another type, with separate choices and pictures.
 * @param change what is saved along with the type
 * @returns the id of the new question
 */
async function replaceField(
  ctx: WriteCtx,
  id: string,
  change: FieldChange,
  options: readonly WantedOption[],
): Promise<string> {
  const old = await ctx.lookup.row('field', id);
  if (old === undefined) throw new Problem('notFound');
  const newId = ctx.newId();
  const set = {
    name: change.name ?? old.name,
    shortName: change.shortName ?? old.shortName,
    formerShortNames: change.formerShortNames ?? old.formerShortNames,
    description: change.description ?? old.description,
    fieldTypeId: change.fieldTypeId ?? old.fieldTypeId,
    required: change.required ?? old.required,
    order: change.order ?? old.order,
    showInList: change.showInList ?? old.showInList,
    rules: change.rules ?? old.rules,
    fieldsTemplateId: old.fieldsTemplateId,
  };
  // Its recorded answers are found under the new short name, too.
  const { shortName, formerShortNames } = set;
  await ctx.follow('field', { op: 'upd', id, set: { shortName, formerShortNames } });
  await ctx.mutate('field', { op: 'del', id });
  const made = await ctx.mutate('field', { op: 'ins', id: newId, set });
  await letListsFollow(ctx, made, old.name);
  for (const { name, order, fieldsTemplateId } of options) {
    const option = { fieldId: newId, name, order, fieldsTemplateId };
    await ctx.mutate('fieldOption', { op: 'ins', id: ctx.newId(), set: option });
  }
  await copyPictures(ctx, id, newId);
  return newId;
}

/** The choices that a type supports, with the further questions that they can open. */
function fit(options: readonly WantedOption[], type: TypeOfField): WantedOption[] {
  if (!type.options) return [];
  return options.map((option) => (type.subfields ? option : { ...option, fieldsTemplateId: null }));
}

/** Deletes the choices that are not part of the save, and unlinks those that open no further questions any more. */
async function removeOptions(
  ctx: WriteCtx,
  before: readonly FieldOption[],
  wanted: readonly WantedOption[],
): Promise<void> {
  const wantedById = new Map(wanted.map((option) => [option.id, option]));
  for (const { id, fieldsTemplateId } of before) {
    const kept = wantedById.get(id);
    if (kept === undefined) await ctx.mutate('fieldOption', { op: 'del', id });
    else if (fieldsTemplateId !== null && kept.fieldsTemplateId === null) {
      await ctx.mutate('fieldOption', { op: 'upd', id, set: { fieldsTemplateId: null } });
    }
  }
}

function mustBeType(fieldTypeId: string): TypeOfField {
  const type = fieldTypeOf(fieldTypeId);
  if (type === undefined) throw new Problem('notFound');
  return type;
}
