import type { InputOf, Operations, Report } from '@holdfast/contract';
import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';

/** Changes the report type and the inspection type of a report. */
export function RunsOver({
  report,
  isBusy,
  onChange,
}: {
  report: Report;
  isBusy: boolean;
  onChange(input: Pick<InputOf<Operations['updateReport']>, 'reportTypeId' | 'inspectionId'>): void;
}) {
  const { data: types } = useQuery(adminQuery('load the report types', 'getReportTypes', {}));
  const { data: inspections } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const choices = (list: readonly { id: string; name: string }[] | undefined) => ({
    data: (list ?? []).map((one) => ({ value: one.id, label: one.name })),
    nothingFoundMessage: t(list === undefined ? 'dropdown.loading' : 'dropdown.noOptions'),
    disabled: isBusy,
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <LongSelect
        {...choices(types)}
        label={t('adminReports.reportType')}
        allowDeselect={false}
        value={report.reportTypeId}
        onChange={(reportTypeId) =>
          reportTypeId !== null && reportTypeId !== report.reportTypeId && onChange({ reportTypeId })
        }
      />
      <LongSelect
        {...choices(inspections)}
        label={t('adminReports.inspectionType')}
        clearable
        placeholder={t('adminReports.everyType')}
        value={report.inspectionId}
        onChange={(inspectionId) => inspectionId !== report.inspectionId && onChange({ inspectionId })}
      />
    </SimpleGrid>
  );
}
