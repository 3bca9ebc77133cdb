import type { Report } from '@holdfast/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAdjustments, IconDownload, IconEye, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, callAdmin, showFailure, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { callAndSave } from '../../../lib/calls/downloads.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { MoveReport } from './MoveReport.tsx';
import { NewReportDialog } from './NewReportDialog.tsx';
import { TemplateRemarks } from './printability.tsx';
import { PreviewDialog, type Previewed } from './PreviewDialog.tsx';
import { ReportDetails, useReportDetails } from './ReportDetails.tsx';
import { TemplateFileField } from './TemplateFileField.tsx';
import { reasonAgainst, useTemplateFile } from './useTemplateFile.ts';
import { Versions } from './Versions.tsx';

/** Saves a template of a report as a file. */
async function saveTemplate(id: string, version?: number): Promise<void> {
  try {
    const input = { id, ...(version === undefined ? {} : { version }) };
    await callAndSave('getReportTemplate', input);
  } catch (error) {
    showFailure(error);
  }
}

/** The report in use for the preview; its template stays on the server. */
function previewedReport({ id, title, companyId, inspectionId, reportTypeId }: Report): Previewed {
  return { id, title, companyId, inspectionId, reportTypeId };
}

/** One report: its actions, its template, and its earlier templates. */
export function ReportDialog({
  report,
  about,
  onMoved,
  onClose,
}: {
  report: Report;
  about: string;
  /** Called with the id of the report in another company, to which it was moved. */
  onMoved(reportId: string): void;
  onClose(): void;
}) {
  const { id, published } = report;
  const cache = useQueryClient();
  const { isBusy, write, attempt } = useAdminWrites();
  const ask = useConfirm();
  const { file, choose } = useTemplateFile();
  const [fileKey, setFileKey] = useState(0);
  const draft = useReportDetails(report);
  const close = useDiscarding(
    () => draft.isChanged,
    () => {
      draft.discard();
      onClose();
    },
  );
  const [previewing, setPreviewing] = useState<'report' | 'file' | null>(null);
  const begunFrom = useQuery(adminQuery('load the choices', 'getReportChoices', { id })).data ?? null;
  const [isChoosing, setChoosing] = useState(false);
  const replace = async (): Promise<void> => {
    if (file.at !== 'checked') return;
    const { frx, findings } = file;
    const question = {
      title: t('adminReports.replaceBrokenTitle', { title: report.title }),
      text: t('adminReports.replaceBrokenText'),
      confirm: t('adminReports.replaceBroken'),
      danger: true,
    };
    const isBroken = findings.some(({ preventsPrinting }) => preventsPrinting === true);
    if (published && isBroken && !(await ask(question))) return;
    const done = await attempt(() => write('replace the template', 'replaceReportTemplate', { id, frx }));
    if (done === undefined) return;
    choose(null);
    setFileKey((key) => key + 1);
  };
  const remove = async (): Promise<void> => {
    const heading = t('adminReports.deleteTitle', { title: report.title });
    const text = t('adminReports.deleteQuestion');
    if (!(await ask({ title: heading, text, confirm: t('actions.delete'), danger: true }))) return;
    await attempt(async () => {
      await callAdmin('delete the report', 'deleteReport', { id });
      draft.discard();
      onClose();
      await cache.invalidateQueries();
    });
  };
  return (
    <Dialog opened inAddress onClose={close} title={report.title} size="xl">
      <Stack gap="lg">
        <Text c="dimmed" size="sm">
          {about}
        </Text>
        <TemplateRemarks report={report} />
        <Group gap="sm">
          <Button
            variant="light"
            leftSection={<IconEye size={20} aria-hidden />}
            onClick={() => setPreviewing('report')}
          >
            {t('adminReports.preview')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            onClick={() => void saveTemplate(id)}
          >
            {t('adminReports.downloadTemplate')}
          </Button>
          {begunFrom !== null && (
            <Button
              variant="default"
              leftSection={<IconAdjustments size={20} aria-hidden />}
              onClick={() => setChoosing(true)}
            >
              {t('adminReports.choicesOpen')}
            </Button>
          )}
          <MoveReport
            report={report}
            choices={begunFrom}
            reason={draft.isChanged ? t('adminVersions.saveFirst') : null}
            onMoved={onMoved}
          />
          <Button
            variant="default"
            leftSection={<IconTrash size={20} aria-hidden />}
            loading={isBusy}
            onClick={() => void remove()}
          >
            {t('actions.delete')}
          </Button>
        </Group>
        <ReportDetails draft={draft} />
        <Stack component="section" gap="sm" aria-labelledby="report-replace">
          <Title order={3} id="report-replace">
            {t('adminReports.replaceTitle')}
          </Title>
          <TemplateFileField key={fileKey} file={file} onChoose={choose} />
          <Group justify="flex-end">
            <ReasonedButton
              isInToolbar
              variant="default"
              leftSection={<IconEye size={20} aria-hidden />}
              reason={reasonAgainst(file)}
              onClick={() => setPreviewing('file')}
            >
              {t('adminReports.previewFile')}
            </ReasonedButton>
            <ReasonedButton isInToolbar reason={reasonAgainst(file)} loading={isBusy} onClick={() => void replace()}>
              {t('adminReports.replace')}
            </ReasonedButton>
          </Group>
        </Stack>
        <Versions reportId={id} onDownload={(version) => void saveTemplate(id, version)} />
      </Stack>
      {isChoosing && begunFrom !== null && (
        <NewReportDialog
          begun={{ report, choices: begunFrom }}
          onClose={() => setChoosing(false)}
          onDone={() => setChoosing(false)}
        />
      )}
      {previewing !== null && (
        <PreviewDialog
          report={
            previewing === 'file' && file.at === 'checked' ? { ...report, frx: file.frx } : previewedReport(report)
          }
          onClose={() => setPreviewing(null)}
        />
      )}
    </Dialog>
  );
}
