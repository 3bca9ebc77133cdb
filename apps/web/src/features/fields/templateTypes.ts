/** The five types of template and the eight types of field: fixed in every build (data decision 1). */
import type { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';

type Id<T extends Record<string, { id: string }>> = T[keyof T]['id'];

/** The lists of templates by the address of their screen; each shows one type (docs/acceptance.md, ATPL). */
export const TEMPLATE_LISTS = {
  'item-type-templates': '00000000-0000-7000-8000-00000000e001',
  'installation-details-templates': '00000000-0000-7000-8000-00000000e002',
  'inspection-details-templates': '00000000-0000-7000-8000-00000000e003',
  'inspection-templates': '00000000-0000-7000-8000-00000000e004',
  'prompt-templates': '00000000-0000-7000-8000-00000000e005',
} as const satisfies Record<string, Id<typeof FIELDS_TEMPLATE_TYPES>>;

/** The last part of the address of a list of templates. */
export type TemplateList = keyof typeof TEMPLATE_LISTS;

/** Every list, in the order of the menu. */
export const templateLists = Object.keys(TEMPLATE_LISTS) as TemplateList[];

/** The list that shows templates of a type. */
export function templateListOf(fieldsTemplateTypeId: string): TemplateList | undefined {
  return templateLists.find((list) => TEMPLATE_LISTS[list] === fieldsTemplateTypeId);
}

/** Returns the address of the editor of a template. */
export function templateAddress({ id, fieldsTemplateTypeId }: { id: string; fieldsTemplateTypeId: string }): string {
  return `/admin/${templateListOf(fieldsTemplateTypeId) ?? templateLists[0]}/${id}`;
}

/** Returns the address of the editor of an imported record. */
export function importedAddress({
  inspection,
  fieldsTemplate,
}: {
  inspection: { id: string } | null;
  fieldsTemplate: { id: string; fieldsTemplateTypeId: string } | null;
}): string {
  if (inspection !== null) return `/admin/inspections/${inspection.id}`;
  return fieldsTemplate === null ? '/admin' : templateAddress(fieldsTemplate);
}

/** Field types that have options; `subfields`: an option can open a further template (ATPL-11). */
const OPTION_LISTS: Readonly<Partial<Record<Id<typeof FIELD_TYPES>, { subfields: boolean }>>> = {
  '00000000-0000-7000-8000-00000000f004': { subfields: false },
  '00000000-0000-7000-8000-00000000f005': { subfields: false },
  '00000000-0000-7000-8000-00000000f008': { subfields: true },
};

/** Returns the use of options in a field type; undefined for a type without options. */
export function optionListOf(fieldTypeId: string): { subfields: boolean } | undefined {
  return OPTION_LISTS[fieldTypeId as Id<typeof FIELD_TYPES>];
}
