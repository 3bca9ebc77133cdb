import type { Report, TemplateChoices } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Button, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { base64Of } from '../../../lib/calls/base64.ts';
import { callForFile } from '../../../lib/calls/downloads.ts';
import { newId } from '../../../lib/ids.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { useUser } from '../../users/index.ts';
import { onlyCompany } from './ReportForFields.tsx';

interface Moved {
  report: Report;
  /** The choices from which its template was begun; null: from none. */
  choices: TemplateChoices | null;
  /** Called with the id that the report has in its new company. */
  onMoved(reportId: string): void;
}

/** Opens the dialog that moves a report to another company; nothing for users who see one company alone. */
export function MoveReport({ reason, ...moved }: Moved & { reason: string | null }) {
  const isLimited = onlyCompany(useUser()) !== null;
  const [isOpen, setOpen] = useState(false);
  if (isLimited) return null;
  return (
    <>
      <ReasonedButton
        isInToolbar
        variant="default"
        leftSection={<IconArrowsExchange size={20} aria-hidden />}
        reason={reason}
        onClick={() => setOpen(true)}
      >
        {t('adminReports.moveOpen')}
      </ReasonedButton>
      {isOpen && <MoveDialog {...moved} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * Moves a report. Records never move between companies (data decision 11): the report is created with its template in use for the other
 * company, and then deleted.
 */
function MoveDialog({ report, choices, onMoved, onClose }: Moved & { onClose(): void }) {
  const cache = useQueryClient();
  const { isBusy, write, attempt } = useAdminWrites();
  const [companyId, choose] = useState(report.companyId);
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  // A second attempt after a failed deletion does not create the report again.
  const created = useRef<{ companyId: string | null; id: string } | null>(null);

  const create = async (): Promise<string> => {
    const { content } = await callForFile('getReportTemplate', { id: report.id }, new AbortController().signal);
    const { title, inspectionId, reportTypeId, published } = report;
    const input = { title, companyId, inspectionId, reportTypeId, published, frx: await base64Of(content) };
    const createWith = async (more: { choices?: TemplateChoices }): Promise<string> =>
      (await write('move the report', 'createReport', { ...input, ...more, id: newId() })).id;
    if (choices === null) return createWith({});
    try {
      return await createWith({ choices });
    } catch (error) {
      // The product begins another template from these choices today: the report keeps its template, without them.
      if (error instanceof CallError && error.is('badInput')) return createWith({});
      throw error;
    }
  };
  const move = (): Promise<unknown> =>
    attempt(async () => {
      if (created.current?.companyId !== companyId) created.current = { companyId, id: await create() };
      await callAdmin('delete the report', 'deleteReport', { id: report.id });
      onMoved(created.current.id);
      await cache.invalidateQueries();
    });
  return (
    <Dialog opened onClose={onClose} title={t('adminReports.moveTitle', { title: report.title })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('adminReports.moveHint')}
        </Text>
        <LongSelect
          label={t('adminReports.company')}
          clearable
          placeholder={t('adminReports.everyCompany')}
          nothingFoundMessage={t(companies === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
          data={(companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={companyId}
          onChange={choose}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={companyId === report.companyId ? t('adminReports.moveNeeded') : null}
            loading={isBusy}
            onClick={() => void move()}
          >
            {t('adminReports.move')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
