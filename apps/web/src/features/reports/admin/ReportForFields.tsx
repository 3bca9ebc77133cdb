import type { CurrentUser } from '@holdfast/contract';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { useUser } from '../../users/index.ts';

/** Title, data and company of a report. */
export interface ReportFor {
  title: string;
  /** null: not chosen yet. */
  reportTypeId: string | null;
  /** null: for every company. */
  companyId: string | null;
  /** null: for every inspection type. */
  inspectionId: string | null;
}

/** A report with empty settings. Authors of a company can only create reports for their company. */
export function emptyReport(author: CurrentUser): ReportFor {
  return { title: '', reportTypeId: null, companyId: onlyCompany(author), inspectionId: null };
}

/** Returns the only company for which a user can create reports; null: any company, or all companies. */
export function onlyCompany({ role, companyId }: CurrentUser): string | null {
  return role === 'administrator' ? null : companyId;
}

/** Inputs for the title, the scope and the company of a new report. */
export function ReportForFields({ value, onChange }: { value: ReportFor; onChange(part: Partial<ReportFor>): void }) {
  const isLimited = onlyCompany(useUser()) !== null;
  const { data: types } = useQuery(adminQuery('load the report types', 'getReportTypes', {}));
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const { data: inspections } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const choices = (list: readonly { id: string; name: string }[] | undefined) => ({
    data: (list ?? []).map((one) => ({ value: one.id, label: one.name })),
    nothingFoundMessage: t(list === undefined ? 'dropdown.loading' : 'dropdown.noOptions'),
  });
  return (
    <>
      <TextInput
        size="md"
        label={t('adminReports.title')}
        required
        maxLength={300}
        value={value.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <LongSelect
        {...choices(types)}
        label={t('adminReports.reportType')}
        required
        allowDeselect={false}
        placeholder={t('fields.choose')}
        value={value.reportTypeId}
        onChange={(reportTypeId) => onChange({ reportTypeId })}
      />
      <LongSelect
        {...choices(companies)}
        label={t('adminReports.company')}
        clearable={!isLimited}
        allowDeselect={!isLimited}
        placeholder={t('adminReports.everyCompany')}
        value={value.companyId}
        onChange={(companyId) => onChange({ companyId })}
      />
      <LongSelect
        {...choices(inspections)}
        label={t('adminReports.inspectionType')}
        clearable
        placeholder={t('adminReports.everyType')}
        value={value.inspectionId}
        onChange={(inspectionId) => onChange({ inspectionId })}
      />
    </>
  );
}
