import type { Company, FieldsTemplate, Inspection, ItemType } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { usesOf, usesText } from './usedBy.ts';

const itemType = (...ids: string[]): ItemType =>
  ({ itemTypeFieldsTemplates: ids.map((fieldsTemplateId) => ({ fieldsTemplateId })) }) as ItemType;
const inspection = (looksAt: (string | null)[], details: string[]): Inspection =>
  ({
    itemTypes: looksAt.map((fieldsTemplateId) => ({ fieldsTemplateId })),
    inspectionFieldsTemplates: details.map((fieldsTemplateId) => ({ fieldsTemplateId })),
  }) as Inspection;
const company = (installationFieldsTemplateId: string | null): Company => ({ installationFieldsTemplateId }) as Company;
const template = (...opened: (string | null)[]): FieldsTemplate =>
  ({ fields: [{ options: opened.map((fieldsTemplateId) => ({ fieldsTemplateId })) }] }) as FieldsTemplate;

describe('the uses of templates', () => {
  it('count each record once, and each option', () => {
    const uses = usesOf({
      itemTypes: [itemType('a', 'a'), itemType('a', 'b')],
      inspections: [inspection(['a', 'a', null], ['a']), inspection([], ['b'])],
      companies: [company('a'), company(null)],
      templates: [template('a', 'a', null), template('b')],
    });
    expect(Object.fromEntries(uses)).toEqual({
      a: { itemTypes: 2, inspections: 1, companies: 1, options: 2 },
      b: { itemTypes: 1, inspections: 1, companies: 0, options: 1 },
    });
  });

  it('are those of the records that are loaded', () => {
    expect(Object.fromEntries(usesOf({ templates: [template('a')] }))).toEqual({
      a: { itemTypes: 0, inspections: 0, companies: 0, options: 1 },
    });
  });

  it('are named in words, without those there are none of', () => {
    expect(usesText({ itemTypes: 1, inspections: 2, companies: 3, options: 4 })).toBe(
      '1 item type, 2 inspections, 3 companies, 4 options',
    );
    expect(usesText({ itemTypes: 0, inspections: 1, companies: 0, options: 0 })).toBe('1 inspection');
    expect(usesText({ itemTypes: 1, inspections: 0, companies: 0, options: 1 })).toBe('1 item type, 1 option');
    expect(usesText({ itemTypes: 0, inspections: 0, companies: 1, options: 0 })).toBe('1 company');
    expect(usesText(undefined)).toBe('Not used yet');
  });
});
