import { FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { REPORT_TYPE_IDS } from '../../features/reports/reportTypes.ts';
import { setupSteps } from './checklist.ts';
import type { Configuration } from './findings.ts';

const EMPTY: Configuration = {
  inspections: [],
  companies: [],
  itemTypes: [],
  templates: [],
  users: [],
  installations: [],
  reports: [],
  letters: [],
  backup: null,
};

describe('the steps of a new server', () => {
  it('are all open at first', () => {
    expect(setupSteps(EMPTY).some(({ isDone }) => isDone)).toBe(false);
  });

  it('begin with a template that has a question about inspected items', () => {
    const template = { fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id, fields: [] };
    const isDone = (part: object): boolean => setupSteps({ ...EMPTY, ...part })[0]!.isDone;
    expect(isDone({ templates: [template] })).toBe(false);
    expect(isDone({ templates: [{ ...template, fields: [{}] }] })).toBe(true);
  });

  it('need an inspector of a company who may sign in', () => {
    const isDone = (user: object): boolean =>
      setupSteps({ ...EMPTY, users: [user] } as Configuration).find(({ text }) => text === 'admin.setup.user')!.isDone;
    expect(isDone({ role: 'inspector', companyId: 'c', disabled: false })).toBe(true);
    expect(isDone({ role: 'inspector', companyId: 'c', disabled: true })).toBe(false);
    expect(isDone({ role: 'administrator', companyId: null, disabled: false })).toBe(false);
  });

  it('need an item type, a type of inspection with one, a company with an allowed one, and an installation in use', () => {
    const done = (part: object): string[] =>
      setupSteps({ ...EMPTY, ...part }).flatMap(({ text, isDone }) => (isDone ? [text] : []));
    expect(done({ itemTypes: [{}] })).toEqual(['admin.setup.itemType']);
    expect(done({ inspections: [{ itemTypes: [] }] })).toEqual([]);
    expect(done({ inspections: [{ itemTypes: [] }, { itemTypes: [{}] }] })).toEqual(['admin.setup.inspection']);
    expect(done({ companies: [{ companyInspections: [] }] })).toEqual(['admin.setup.company']);
    const allowing = { companies: [{ companyInspections: [] }, { companyInspections: [{}] }] };
    expect(done(allowing)).toEqual(['admin.setup.company', 'admin.setup.allow']);
    expect(done({ installations: [{ archived: true }] })).toEqual([]);
    expect(done({ installations: [{ archived: true }, { archived: false }] })).toEqual(['admin.setup.installation']);
  });

  it('end with a published report on inspections', () => {
    const isDone = (report: object): boolean =>
      setupSteps({ ...EMPTY, reports: [report] } as Configuration).at(-1)!.isDone;
    const reportTypeId = REPORT_TYPE_IDS.installationInspection;
    expect(isDone({ published: true, reportTypeId })).toBe(true);
    expect(isDone({ published: false, reportTypeId })).toBe(false);
    expect(isDone({ published: true, reportTypeId: REPORT_TYPE_IDS.company })).toBe(false);
  });
});
