import { describe, expect, it } from 'vitest';
import { choose, databaseAddress, NOTHING, printedOver } from './scopes.ts';

const all = {
  companyId: 'c',
  inspectionId: 't',
  installationInspectionId: 'i',
  installationInspectionItemId: 'm',
  installationIds: ['a', 'b'],
};

describe('the data of a report', () => {
  it.each([
    ['company', '/admin/report-database/company?companyId=c', 'executeReportCompany', { companyId: 'c' }],
    [
      'inspectionType',
      '/admin/report-database/inspection-type?companyId=c&inspectionId=t',
      'executeReportInspectionType',
      { companyId: 'c', inspectionId: 't' },
    ],
    [
      'installationInspection',
      '/admin/report-database/installation-inspection?installationInspectionId=i',
      'executeReportInstallationInspection',
      { installationInspectionId: 'i' },
    ],
    [
      'installation',
      '/admin/report-database/installation?installationIds=a,b',
      'executeReportInstallations',
      { installationIds: ['a', 'b'] },
    ],
    [
      'inspectionItem',
      '/admin/report-database/inspection-item?installationInspectionItemId=m',
      'executeReportInstallationInspectionItem',
      { installationInspectionItemId: 'm' },
    ],
  ] as const)('of the type %s has its address and its call once all of it is chosen', (type, address, name, input) => {
    expect(databaseAddress(type, all, 'xml')).toBe(address);
    expect(databaseAddress(type, all, 'json')).toBe(`${address}&format=json`);
    expect(databaseAddress(type, NOTHING, 'xml')).toBeNull();
    expect(printedOver(type, NOTHING)).toBeNull();
    expect(printedOver(type, { ...NOTHING, companyId: 'c' })?.name).toBe(type === 'company' ? name : undefined);
    expect(printedOver(type, all)).toEqual({ name, input });
  });

  it('is cleared below a changed choice', () => {
    expect(choose(all, { companyId: 'd' })).toEqual({ ...NOTHING, companyId: 'd', inspectionId: 't' });
    expect(choose(all, { installationInspectionId: 'j' })).toMatchObject({ installationInspectionItemId: null });
    expect(choose(all, { installationIds: [] })).toMatchObject({ companyId: 'c', installationIds: [] });
  });
});
