/** Findings that need an administrator's attention: parts of the configuration that inspectors cannot use in their current state. */
import type {
  Account,
  AdministeredInstallation,
  Company,
  FieldsTemplate,
  Inspection,
  Letter,
  Report,
  ServerUse,
  StructuredItemType,
} from '@holdfast/contract';
import { templateAddress } from '../../features/fields/templateTypes.ts';
import { t } from '../../lib/texts/administration.ts';

/** Data from which the findings are derived. */
export interface Configuration {
  inspections: readonly Inspection[];
  companies: readonly Company[];
  itemTypes: readonly StructuredItemType[];
  templates: readonly FieldsTemplate[];
  users: readonly Account[];
  installations: readonly AdministeredInstallation[];
  reports: readonly Report[];
  /** The newest first. */
  letters: readonly Letter[];
  backup: ServerUse['backup'];
}

/** A problem, with the page on which it can be solved. */
export interface Finding {
  key: string;
  name: string;
  text: string;
  to: string;
}

/** Returns the findings. @param unprintable published reports that cannot be printed */
export function findings(
  { inspections, companies, templates, users, installations, letters, backup }: Configuration,
  unprintable: readonly Report[],
): Finding[] {
  const found: Finding[] = [];
  if (backup?.failed != null) {
    const name = t('admin.findingBackupName');
    found.push({ key: 'backup', name, text: t('admin.findingBackup'), to: '/admin/companies?usage=1' });
  }
  // A sent mail that is newer than a failed one shows that sending works again.
  const settled = letters.find(({ state }) => state !== 'waiting');
  if (settled !== undefined && settled.state !== 'sent') {
    const name = t('admin.findingMailsName');
    found.push({ key: 'letters', name, text: t('admin.findingMails'), to: '/admin/users?mails=1' });
  }
  for (const { id, title } of unprintable)
    found.push({ key: id, name: title, text: t('admin.findingNotPrintable'), to: `/admin/reports?report=${id}` });
  if (companies.length === 0) {
    const name = t('admin.findingNoCompanyName');
    found.push({ key: 'companies', name, text: t('admin.findingNoCompany'), to: '/admin/companies' });
  }
  if (inspections.length === 0) {
    const name = t('admin.findingNoInspectionName');
    found.push({ key: 'inspections', name, text: t('admin.findingNoInspection'), to: '/admin/inspections' });
  }
  for (const { id, name, companyInspections } of companies) {
    const add = (kind: string, text: string): void => {
      found.push({ key: `${id}-${kind}`, name, text, to: `/admin/companies/${id}` });
    };
    if (!installations.some(({ companyId, archived }) => companyId === id && !archived))
      add('installations', t('admin.findingNoInstallations'));
    if (companyInspections.length === 0) add('inspections', t('admin.findingNoInspections'));
    if (!users.some(({ companyId, disabled }) => companyId === id && !disabled))
      add('users', t('admin.findingNoUsers'));
  }
  const allowed = new Set(
    companies.flatMap(({ companyInspections }) => companyInspections.map((one) => one.inspectionId)),
  );
  for (const { id, name, itemTypes } of inspections) {
    const to = `/admin/inspections/${id}`;
    if (itemTypes.length === 0) found.push({ key: `${id}-types`, name, text: t('admin.findingNoItemTypes'), to });
    if (!allowed.has(id)) found.push({ key: `${id}-allowed`, name, text: t('admin.findingNotAllowed'), to });
  }
  for (const { id, name, hasPassword, disabled } of users) {
    if (!hasPassword && !disabled)
      found.push({ key: id, name, text: t('admin.findingNoPassword'), to: '/admin/users' });
  }
  for (const template of templates) {
    if (template.fields.length === 0) {
      found.push({
        key: template.id,
        name: template.name,
        text: t('admin.findingNoFields'),
        to: templateAddress(template),
      });
    }
  }
  return found;
}
