import { Button, Stack, Switch } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { newId } from '../../../lib/ids.ts';
import { stillNeeded, t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { useUser } from '../../users/index.ts';
import { PreviewDialog } from './PreviewDialog.tsx';
import { emptyReport, type ReportFor, ReportForFields } from './ReportForFields.tsx';
import { TemplateFileField } from './TemplateFileField.tsx';
import { reasonAgainst, useTemplateFile } from './useTemplateFile.ts';

/** Uploads a report: its template is checked before anything is saved. */
export function UploadDialog({ onClose, onDone }: { onClose(): void; onDone(reportId: string): void }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const { file, choose } = useTemplateFile();
  const [id] = useState(newId);
  const user = useUser();
  const [initial] = useState<Omit<ReportFor, 'title'> & { title: string | null }>(() => ({
    ...emptyReport(user),
    title: null,
  }));
  const [chosen, setChosen] = useState(initial);
  const [wanted, setPublished] = useState(true);
  const [isPreviewing, setPreviewing] = useState(false);
  const proposed = file.at === 'none' ? '' : file.name.replace(/\.frx$/i, '');
  const value = { ...chosen, title: chosen.title ?? proposed };
  const { reportTypeId } = value;
  // A report that cannot be printed is not yet useful to inspectors.
  const isBroken = file.at === 'checked' && file.findings.some(({ preventsPrinting }) => preventsPrinting === true);
  const published = wanted && !isBroken;
  const needs = {
    [t('adminReports.file')]: file.at === 'none',
    [t('adminReports.title')]: value.title.trim() === '',
    [t('adminReports.reportType')]: reportTypeId === null,
  };
  const reason = stillNeeded(needs) ?? reasonAgainst(file);
  const upload = async (): Promise<void> => {
    if (file.at !== 'checked' || reportTypeId === null) return;
    const input = { ...value, reportTypeId, frx: file.frx, published, id };
    if ((await attempt(() => write('upload the report', 'createReport', input))) !== undefined) onDone(id);
  };
  const close = useDiscarding(() => file.at !== 'none' || chosen !== initial, onClose);
  return (
    <Dialog opened onClose={close} title={t('adminReports.uploadTitle')} size="lg">
      <Stack gap="md">
        <TemplateFileField file={file} onChoose={choose} />
        <ReportForFields value={value} onChange={(part) => setChosen((before) => ({ ...before, ...part }))} />
        <Switch
          size="md"
          label={t('adminReports.published')}
          description={t(isBroken ? 'adminReports.publishedBroken' : 'adminReports.publishedHint')}
          disabled={isBroken}
          checked={published}
          onChange={(event) => setPublished(event.currentTarget.checked)}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            isInToolbar
            variant="default"
            leftSection={<IconEye size={20} aria-hidden />}
            reason={reason}
            onClick={() => setPreviewing(true)}
          >
            {t('adminReports.previewFile')}
          </ReasonedButton>
          <ReasonedButton reason={reason} loading={isBusy} onClick={() => void upload()}>
            {t('adminReports.upload')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
      {isPreviewing && file.at === 'checked' && reportTypeId !== null && (
        <PreviewDialog report={{ ...value, reportTypeId, frx: file.frx }} onClose={() => setPreviewing(false)} />
      )}
    </Dialog>
  );
}
