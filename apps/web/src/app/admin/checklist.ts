/** Steps from an empty server to the first inspection and its report. Each step needs the previous one. */
import { TEMPLATE_LISTS } from '../../features/fields/templateTypes.ts';
import { REPORT_TYPE_IDS } from '../../features/reports/reportTypes.ts';
import type { TextKey } from '../../lib/texts/administration.ts';
import type { Configuration } from './findings.ts';

/** A step, with the page on which it is carried out. */
export interface SetupStep {
  text: TextKey;
  to: string;
  isDone: boolean;
}

/** Returns the steps, done or not. */
export function setupSteps({
  inspections,
  companies,
  itemTypes,
  templates,
  users,
  installations,
  reports,
}: Configuration): SetupStep[] {
  const asks = templates.some(
    ({ fieldsTemplateTypeId, fields }) =>
      fieldsTemplateTypeId === TEMPLATE_LISTS['inspection-templates'] && fields.length > 0,
  );
  return [
    { text: 'admin.setup.template', to: '/admin/inspection-templates', isDone: asks },
    { text: 'admin.setup.itemType', to: '/admin/item-types', isDone: itemTypes.length > 0 },
    {
      text: 'admin.setup.inspection',
      to: '/admin/inspections',
      isDone: inspections.some((inspection) => inspection.itemTypes.length > 0),
    },
    { text: 'admin.setup.company', to: '/admin/companies', isDone: companies.length > 0 },
    {
      text: 'admin.setup.installation',
      to: '/admin/companies',
      isDone: installations.some(({ archived }) => !archived),
    },
    {
      text: 'admin.setup.allow',
      to: '/admin/companies',
      isDone: companies.some(({ companyInspections }) => companyInspections.length > 0),
    },
    {
      text: 'admin.setup.user',
      to: '/admin/users',
      isDone: users.some(({ role, companyId, disabled }) => role === 'inspector' && companyId !== null && !disabled),
    },
    {
      text: 'admin.setup.report',
      to: '/admin/reports',
      isDone: reports.some(
        ({ published, reportTypeId }) => published && reportTypeId === REPORT_TYPE_IDS.installationInspection,
      ),
    },
  ];
}
