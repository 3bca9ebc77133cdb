import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { importedAddress, optionListOf, templateAddress, templateListOf } from './templateTypes.ts';

const { prompt } = FIELDS_TEMPLATE_TYPES;

describe('the address of a template', () => {
  it('is in the list of its type, each type in one of its own', () => {
    const lists = Object.values(FIELDS_TEMPLATE_TYPES).map(({ id }) => templateListOf(id));
    expect(new Set(lists).size).toBe(5);
    expect(lists).not.toContain(undefined);
    expect(templateAddress({ id: 't1', fieldsTemplateTypeId: prompt.id })).toBe('/admin/prompt-templates/t1');
  });

  it('is in the first list where the type is not known', () => {
    expect(templateListOf('unknown')).toBeUndefined();
    expect(templateAddress({ id: 't1', fieldsTemplateTypeId: 'unknown' })).toBe('/admin/item-type-templates/t1');
  });

  it('follows an import, unless an inspection was imported or nothing', () => {
    const fieldsTemplate = { id: 't1', fieldsTemplateTypeId: prompt.id };
    expect(importedAddress({ inspection: { id: 'i1' }, fieldsTemplate: null })).toBe('/admin/inspections/i1');
    expect(importedAddress({ inspection: null, fieldsTemplate })).toBe('/admin/prompt-templates/t1');
    expect(importedAddress({ inspection: null, fieldsTemplate: null })).toBe('/admin');
  });
});

describe('a type of question', () => {
  it('has options where the contract says so, and further questions under them where it says that', () => {
    for (const { id, options, subfields } of Object.values(FIELD_TYPES))
      expect(optionListOf(id)).toEqual(options ? { subfields } : undefined);
  });
});
