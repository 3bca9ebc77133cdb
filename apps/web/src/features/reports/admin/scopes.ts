/** Choice of the data of a report by an administrator. */
import type { ReportTypeName } from '../reportTypes.ts';
import type { PrintedOver } from '../runs.ts';

/** Choices made so far. */
export interface Chosen {
  companyId: string | null;
  inspectionId: string | null;
  installationInspectionId: string | null;
  installationInspectionItemId: string | null;
  installationIds: readonly string[];
}

/** No choices. */
export const NOTHING: Chosen = {
  companyId: null,
  inspectionId: null,
  installationInspectionId: null,
  installationInspectionItemId: null,
  installationIds: [],
};

/** Choices that each report type requires, in this order. */
export const NEEDED: Readonly<Record<ReportTypeName, readonly (keyof Chosen)[]>> = {
  company: ['companyId'],
  inspectionType: ['companyId', 'inspectionId'],
  installationInspection: ['companyId', 'installationInspectionId'],
  installation: ['companyId', 'installationIds'],
  inspectionItem: ['companyId', 'installationInspectionId', 'installationInspectionItemId'],
};

/** Returns the choices with a change; choices that depend on it are cleared. */
export function choose(before: Chosen, part: Partial<Chosen>): Chosen {
  if (part.companyId !== undefined) return { ...NOTHING, inspectionId: before.inspectionId, ...part };
  if (part.installationInspectionId !== undefined) return { ...before, installationInspectionItemId: null, ...part };
  return { ...before, ...part };
}

/** Returns the address from which a report database is downloaded; null while a choice is missing. */
export function databaseAddress(type: ReportTypeName, chosen: Chosen, format: string): string | null {
  const { companyId, inspectionId, installationInspectionId, installationInspectionItemId, installationIds } = chosen;
  const address = (path: string, values: Record<string, string | null>): string | null => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) {
      if (value === null || value === '') return null;
      query.set(key, value);
    }
    if (format !== 'xml') query.set('format', format);
    // A comma is allowed unencoded in a query.
    return `/admin/report-database/${path}?${query.toString().replaceAll('%2C', ',')}`;
  };
  if (type === 'company') return address('company', { companyId });
  if (type === 'inspectionType') return address('inspection-type', { companyId, inspectionId });
  if (type === 'installationInspection') return address('installation-inspection', { installationInspectionId });
  if (type === 'installation') return address('installation', { installationIds: installationIds.join(',') });
  return address('inspection-item', { installationInspectionItemId });
}

/** Returns the call that prints a report over the chosen data; null while a choice is missing. */
export function printedOver(type: ReportTypeName, chosen: Chosen): PrintedOver | null {
  const { companyId, inspectionId, installationInspectionId, installationInspectionItemId, installationIds } = chosen;
  if (companyId === null) return null;
  if (type === 'company') return { name: 'executeReportCompany', input: { companyId } };
  if (type === 'inspectionType')
    return inspectionId === null ? null : { name: 'executeReportInspectionType', input: { companyId, inspectionId } };
  if (type === 'installationInspection')
    return installationInspectionId === null
      ? null
      : { name: 'executeReportInstallationInspection', input: { installationInspectionId } };
  if (type === 'installation')
    return installationIds.length === 0
      ? null
      : { name: 'executeReportInstallations', input: { installationIds: [...installationIds] } };
  return installationInspectionItemId === null
    ? null
    : { name: 'executeReportInstallationInspectionItem', input: { installationInspectionItemId } };
}
