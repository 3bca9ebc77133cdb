/** An item that is asked questions of all eight types, also under a choice and under a choice below that. */
import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import type { Company, Rig } from './company.ts';

/** The item with every type of question. */
export interface AllFields {
  itemId: string;
  itemTypeId: string;
  name: string;
  /** The template of its questions. */
  fieldsTemplateId: string;
}

const QUESTIONS: readonly [name: string, type: keyof typeof FIELD_TYPES][] = [
  ['Checked', 'checkbox'],
  ['Day', 'date'],
  ['Moment', 'datetime'],
  ['Several', 'multiSelect'],
  ['One', 'select'],
  ['Words', 'text'],
  ['Amount', 'number'],
  ['Fixing', 'selectWithSubfields'],
];

/** Makes such an item in the inspection of a rig. Questions under a choice carry "inner" and "innermost" before their names. */
export async function makeAllFields({ wren, maren, inspections }: Company, rig: Rig): Promise<AllFields> {
  const { call } = wren;
  const name = `Crane ${rig.installationName}`;
  const template = async (prefix: string, under: string | null): Promise<string> => {
    const { id } = await call('createFieldsTemplate', {
      name: `${prefix}questions of ${name}`,
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    // The last is made first: what counts is the order they are given.
    for (const [order, [question, type]] of [...QUESTIONS.entries()].toReversed()) {
      const field = await call('createField', {
        name: `${prefix}${question}`,
        fieldTypeId: FIELD_TYPES[type].id,
        fieldsTemplateId: id,
        order,
      });
      const choices = {
        select: [{ name: 'Kolvik' }, { name: 'Brandreth' }],
        multiSelect: [{ name: 'Split pin' }, { name: 'Lock wire' }],
        selectWithSubfields: [{ name: 'Bolted', fieldsTemplateId: under }, { name: 'None' }],
      }[type as string];
      if (choices !== undefined) await call('updateField', { id: field.id, options: choices });
    }
    return id;
  };
  const innermost = await template('innermost ', null);
  const inner = await template('inner ', innermost);
  const fieldsTemplateId = await template('', inner);
  const { id: itemTypeId } = await call('createItemType', { name });
  await call('addItemTypeFieldsTemplate', { id: itemTypeId, templateId: fieldsTemplateId });
  await call('addInspectionItemType', { inspectionId: inspections.DROPS, itemTypeId });
  const { itemId } = await maren.call('newItem', {
    installationInspectionId: rig.drops,
    itemTypeId,
    name,
    parentItemId: rig.items['Drill floor']!,
  });
  return { itemId, itemTypeId, name, fieldsTemplateId };
}
