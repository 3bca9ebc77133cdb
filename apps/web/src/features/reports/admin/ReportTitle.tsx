import type { Report } from '@holdfast/contract';
import { Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { type RecordDraft, useRecordDraft } from '../../../lib/drafts/recordDraft.ts';
import { stillNeeded, t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { RestoredNotice } from '../../../ui/admin/RestoredNotice.tsx';
import { FormFailure } from '../../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { usePersonName } from '../../users/people.ts';

type Titled = Pick<Report, 'title'>;

const titleOf = ({ title }: Report): Titled => ({ title });

/** Returns the title of a report as it is edited. */
export function useReportTitle(report: Report): RecordDraft<Titled> {
  const cache = useQueryClient();
  const { write } = useAdminWrites();
  const { id } = report;
  return useRecordDraft({
    record: report,
    keptAs: `report:${id}`,
    valuesOf: titleOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) => write('save the report', 'updateReport', { id, ...values }, { ifMatch }),
    async reload() {
      const reports = await cache.fetchQuery({ ...adminQuery('load the reports', 'getReports', {}), staleTime: 0 });
      return reports.find((one) => one.id === id) ?? report;
    },
  });
}

/** Changes the title of a report. */
export function ReportTitle({ draft }: { draft: RecordDraft<Titled> }) {
  const who = usePersonName(draft.conflict?.by ?? null);
  const { values, isChanged, isRestored, isSaving, failure, change, save } = draft;
  const reason =
    stillNeeded({ [t('adminReports.title')]: values.title.trim() === '' }) ?? (isChanged ? null : t('admin.unchanged'));
  return (
    <Stack gap="sm">
      {isRestored && isChanged && <RestoredNotice />}
      <DraftConflict draft={draft} who={who} shown={{ title: { name: t('adminReports.title') } }} />
      {failure !== null && <FormFailure>{reasonOf(failure)}</FormFailure>}
      <Group align="flex-end" justify="flex-end">
        <TextInput
          size="md"
          style={{ flex: '1 1 240px' }}
          label={t('adminReports.title')}
          maxLength={300}
          value={values.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <ReasonedButton isInToolbar variant="default" reason={reason} loading={isSaving} onClick={() => void save()}>
          {t('admin.save')}
        </ReasonedButton>
      </Group>
    </Stack>
  );
}
