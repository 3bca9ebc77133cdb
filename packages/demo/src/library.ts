/** The configuration that administrators set up: templates, types of item, types of inspection. */
import { FIELD_TYPES, type FieldRules, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import { INSPECTION_TYPES, type InspectionCode } from './inspectionTypes.ts';
import { ITEM_TEMPLATES } from './itemTemplates.ts';
import {
  EQUIPMENT_TYPES,
  type ItemTypeName,
  LOCATION_TYPES,
  parentsOf,
  QUESTION_TYPES,
  templatesOf,
} from './itemTypes.ts';
import type { Question, Template } from './questions.ts';
import { RESULT_TEMPLATES } from './resultTemplates.ts';
import { DAY_MS, MINUTE_MS, type Story } from './story.ts';

/** A question as it was made. */
export interface MadeQuestion {
  id: string;
  type: Question['type'];
  /** Ids of its choices by name. */
  choices: ReadonlyMap<string, string>;
}

/** Ids of the configuration, by name. */
export interface Library {
  templates: ReadonlyMap<string, string>;
  /** By `template / question`. */
  questions: ReadonlyMap<string, MadeQuestion>;
  itemTypes: ReadonlyMap<ItemTypeName, string>;
  inspections: ReadonlyMap<InspectionCode, string>;
}

/** Day on which the library was set up, counted from the day of the fleet. */
export const LIBRARY_DAY = -900;

/** Sets up the configuration that all companies share. */
export async function makeLibrary(story: Story): Promise<Library> {
  const { templates, questions } = await makeTemplates(story, [...ITEM_TEMPLATES, ...RESULT_TEMPLATES]);
  const itemTypes = await makeItemTypes(story, templates);
  const inspections = await makeInspectionTypes(story, templates, itemTypes);
  return { templates, questions, itemTypes, inspections };
}

/** Rules of a question with the current time as its proposed answer. */
const NOW: FieldRules = { ...NO_RULES, default: 'now' };

/** Creates templates with their questions; a template precedes those that open it. */
export async function makeTemplates(
  story: Story,
  wanted: readonly Template[],
): Promise<{ templates: Map<string, string>; questions: Map<string, MadeQuestion> }> {
  const templates = new Map<string, string>();
  const questions = new Map<string, MadeQuestion>();
  for (const [place, template] of wanted.entries()) {
    const call = story.as('wren', story.day + LIBRARY_DAY * DAY_MS + (540 + place * 5) * MINUTE_MS);
    const { id } = await call('createFieldsTemplate', {
      name: template.name,
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES[template.type].id,
    });
    templates.set(template.name, id);
    for (const [
      order,
      { name, shortName, description, required, proposesNow, type, choices },
    ] of template.questions.entries()) {
      const field = await call('createField', {
        name,
        fieldTypeId: FIELD_TYPES[type].id,
        fieldsTemplateId: id,
        order,
      });
      const { options } = await call('updateField', {
        id: field.id,
        shortName,
        description,
        required,
        rules: proposesNow ? NOW : null,
        options: choices.map((choice) => ({
          name: choice.name,
          fieldsTemplateId: choice.opens === undefined ? null : templates.get(choice.opens)!,
        })),
      });
      questions.set(`${template.name} / ${name}`, {
        id: field.id,
        type,
        choices: new Map(options.map((option) => [option.name, option.id])),
      });
    }
  }
  return { templates, questions };
}

async function makeItemTypes(story: Story, templates: ReadonlyMap<string, string>): Promise<Map<ItemTypeName, string>> {
  const call = story.as('wren', story.day + (LIBRARY_DAY + 1) * DAY_MS + 600 * MINUTE_MS);
  const types = new Map<ItemTypeName, string>();
  for (const name of [...LOCATION_TYPES, ...EQUIPMENT_TYPES, ...QUESTION_TYPES]) {
    const isPrompt = (QUESTION_TYPES as readonly string[]).includes(name) ? '1' : '0';
    const { id } = await call('createItemType', { name, isPrompt });
    if ((LOCATION_TYPES as readonly string[]).includes(name)) await call('updateItemType', { id, isLocation: true });
    types.set(name, id);
  }
  for (const [name, id] of types) {
    for (const parent of parentsOf(name)) await call('addItemTypeParent', { id, parentId: types.get(parent)! });
    for (const template of templatesOf(name))
      await call('addItemTypeFieldsTemplate', { id, templateId: templates.get(template)! });
  }
  return types;
}

async function makeInspectionTypes(
  story: Story,
  templates: ReadonlyMap<string, string>,
  itemTypes: ReadonlyMap<ItemTypeName, string>,
): Promise<Map<InspectionCode, string>> {
  const call = story.as('wren', story.day + (LIBRARY_DAY + 2) * DAY_MS + 600 * MINUTE_MS);
  const inspections = new Map<InspectionCode, string>();
  for (const { code, name, looksAt, result, columns, resultColumns } of INSPECTION_TYPES) {
    const { id: inspectionId } = await call('createInspection', { name });
    await call('updateInspection', {
      id: inspectionId,
      shortName: code,
      itemTypeListViewFieldNames: JSON.stringify(columns),
      inspectionItemTypeListViewFieldNames: JSON.stringify(resultColumns),
    });
    await call('addInspectionFieldsTemplate', { id: inspectionId, templateId: templates.get('Inspection details')! });
    for (const type of looksAt) {
      const { id } = await call('addInspectionItemType', { inspectionId, itemTypeId: itemTypes.get(type)! });
      const asksResult = ![...LOCATION_TYPES, ...QUESTION_TYPES].some((other) => other === type);
      if (asksResult) await call('updateInspectionItemType', { id, fieldsTemplateId: templates.get(result)! });
    }
    inspections.set(code, inspectionId);
  }
  return inspections;
}
