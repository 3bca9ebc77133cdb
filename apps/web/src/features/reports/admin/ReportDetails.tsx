import type { Report } from '@holdfast/contract';
import { Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { type RecordDraft, useRecordDraft } from '../../../lib/drafts/recordDraft.ts';
import { stillNeeded, t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { RestoredNotice } from '../../../ui/admin/RestoredNotice.tsx';
import { FormFailure } from '../../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { useConflictAuthor } from '../../users/people.ts';

type Details = Pick<Report, 'title' | 'published' | 'reportTypeId' | 'inspectionId'>;

const detailsOf = ({ title, published, reportTypeId, inspectionId }: Report): Details => ({
  title,
  published,
  reportTypeId,
  inspectionId,
});

/** Returns the details of a report as they are edited. */
export function useReportDetails(report: Report): RecordDraft<Details> {
  const cache = useQueryClient();
  const { write } = useAdminWrites();
  const { id } = report;
  return useRecordDraft({
    record: report,
    keptAs: `report:${id}`,
    valuesOf: detailsOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) => write('save the report', 'updateReport', { id, ...values }, { ifMatch }),
    async reload() {
      const reports = await cache.fetchQuery({ ...adminQuery('load the reports', 'getReports', {}), staleTime: 0 });
      return reports.find((one) => one.id === id) ?? report;
    },
  });
}

/** Changes the title of a report, the data it runs over, and whether inspectors find it; all are saved together. */
export function ReportDetails({ draft }: { draft: RecordDraft<Details> }) {
  const { data: types } = useQuery(adminQuery('load the report types', 'getReportTypes', {}));
  const { data: inspections } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const { values, isChanged, isRestored, isSaving, failure, change, save } = draft;
  const choices = (list: readonly Named[] | undefined) => ({
    data: (list ?? []).map((one) => ({ value: one.id, label: one.name })),
    nothingFoundMessage: t(list === undefined ? 'dropdown.loading' : 'dropdown.noOptions'),
  });
  const reason =
    stillNeeded({ [t('adminReports.title')]: values.title.trim() === '' }) ?? (isChanged ? null : t('admin.unchanged'));
  return (
    <Stack gap="md">
      {isRestored && isChanged && <RestoredNotice />}
      <DraftConflict
        draft={draft}
        who={who}
        shown={{
          title: { name: t('adminReports.title') },
          published: { name: t('adminReports.published') },
          reportTypeId: { name: t('adminReports.reportType'), text: (id) => nameIn(types, id) },
          inspectionId: {
            name: t('adminReports.inspectionType'),
            text: (id) => (id === null ? t('adminReports.everyType') : nameIn(inspections, id)),
          },
        }}
      />
      {failure !== null && <FormFailure>{reasonOf(failure)}</FormFailure>}
      <TextInput
        size="md"
        label={t('adminReports.title')}
        maxLength={300}
        value={values.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <LongSelect
          {...choices(types)}
          label={t('adminReports.reportType')}
          allowDeselect={false}
          value={values.reportTypeId}
          onChange={(reportTypeId) => reportTypeId !== null && change({ reportTypeId })}
        />
        <LongSelect
          {...choices(inspections)}
          label={t('adminReports.inspectionType')}
          clearable
          placeholder={t('adminReports.everyType')}
          value={values.inspectionId}
          onChange={(inspectionId) => change({ inspectionId })}
        />
      </SimpleGrid>
      <Group justify="space-between">
        <Switch
          size="md"
          label={t('adminReports.published')}
          description={t('adminReports.publishedHint')}
          checked={values.published}
          onChange={(event) => change({ published: event.currentTarget.checked })}
        />
        <ReasonedButton isInToolbar variant="default" reason={reason} loading={isSaving} onClick={() => void save()}>
          {t('admin.save')}
        </ReasonedButton>
      </Group>
    </Stack>
  );
}

interface Named {
  id: string;
  name: string;
}

function nameIn(list: readonly Named[] | undefined, wanted: string): string {
  return list?.find(({ id }) => id === wanted)?.name ?? '';
}
