/** Uses of templates, for lists. */
import type { Company, FieldsTemplate, Inspection, ItemType } from '@holdfast/contract';
import { t } from '../../../lib/texts/administration.ts';

/** All records that can use the questions of a template; those that are not loaded yet are left out. */
export interface Users {
  itemTypes?: readonly ItemType[] | undefined;
  inspections?: readonly Inspection[] | undefined;
  companies?: readonly Company[] | undefined;
  /** Templates, because their options may open further templates. */
  templates: readonly FieldsTemplate[];
}

/** Number of uses of a template by each kind of record. */
export interface Uses {
  itemTypes: number;
  inspections: number;
  companies: number;
  options: number;
}

/** The uses of every template, by its id; unused templates are left out. */
export function usesOf({ itemTypes = [], inspections = [], companies = [], templates }: Users): Map<string, Uses> {
  const all = new Map<string, Uses>();
  const count = (kind: keyof Uses, ids: Iterable<string | null>): void => {
    for (const id of new Set(ids)) {
      if (id === null) continue;
      const uses = all.get(id) ?? { itemTypes: 0, inspections: 0, companies: 0, options: 0 };
      all.set(id, { ...uses, [kind]: uses[kind] + 1 });
    }
  };
  for (const { itemTypeFieldsTemplates } of itemTypes)
    count(
      'itemTypes',
      itemTypeFieldsTemplates.map(({ fieldsTemplateId }) => fieldsTemplateId),
    );
  for (const { itemTypes: looksAt, inspectionFieldsTemplates } of inspections)
    count(
      'inspections',
      [...looksAt, ...inspectionFieldsTemplates].map(({ fieldsTemplateId }) => fieldsTemplateId),
    );
  for (const { installationFieldsTemplateId } of companies) count('companies', [installationFieldsTemplateId]);
  for (const { fields } of templates) {
    for (const { options } of fields) {
      for (const { fieldsTemplateId } of options) count('options', [fieldsTemplateId]);
    }
  }
  return all;
}

/** Returns the text about the uses of a template. */
export function usesText(uses: Uses | undefined): string {
  if (uses === undefined) return t('adminFields.unused');
  const { itemTypes, inspections, companies, options } = uses;
  return [
    itemTypes > 0 && t('adminFields.usedItemTypes', { count: itemTypes }),
    inspections > 0 && t('adminFields.usedInspections', { count: inspections }),
    companies > 0 && t('adminFields.usedCompanies', { count: companies }),
    options > 0 && t('adminFields.usedOptions', { count: options }),
  ]
    .filter((text) => text !== false)
    .join(', ');
}
