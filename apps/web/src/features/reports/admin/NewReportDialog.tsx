import type { InputOf, Operations, Report, TemplateChoices } from '@holdfast/contract';
import { Fieldset, Group, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { saveFile } from '../../../lib/calls/downloads.ts';
import { newId } from '../../../lib/ids.ts';
import { REPORT_TYPE_IDS, type ReportTypeName } from '../reportTypes.ts';
import { stillNeeded, t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { useUser } from '../../users/index.ts';
import { ColumnChoices } from './ColumnChoices.tsx';
import { PreviewDialog, type Previewed } from './PreviewDialog.tsx';
import { emptyReport, type ReportFor, ReportForFields } from './ReportForFields.tsx';

type Choices = Required<Omit<InputOf<Operations['startReportTemplate']>, 'title' | 'over'>>;

const USUAL: Choices = {
  items: 'all',
  byLocation: true,
  fields: [],
  notes: true,
  photos: true,
  signatures: true,
  paper: 'A4',
  landscape: false,
};
const ITEMS = ['all', 'findings', 'defective'] as const;
const PAPERS = ['A4', 'A3', 'Letter'] as const;

/** A report created from choices, and these choices. */
export interface BegunReport {
  report: Report;
  choices: TemplateChoices;
}

/**
 * Creates a report from a few choices: it is published at once, previewed as a draft, or its template is downloaded for the designer.
 * @param begun the report whose choices are changed; absent: a new one
 */
export function NewReportDialog({
  begun,
  onClose,
  onDone,
}: {
  begun?: BegunReport;
  onClose(): void;
  onDone(reportId: string): void;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const user = useUser();
  const [initial] = useState(() => ({
    report: begun?.report ?? emptyReport(user),
    choices: begun === undefined ? USUAL : choicesOf(begun.choices),
  }));
  const [report, setReport] = useState<ReportFor>(initial.report);
  const [choices, setChoices] = useState<Choices>(initial.choices);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const take = (part: Partial<Choices>): void => setChoices((before) => ({ ...before, ...part }));
  const { title, reportTypeId } = report;
  const over = (Object.keys(REPORT_TYPE_IDS) as ReportTypeName[]).find(
    (name) => REPORT_TYPE_IDS[name] === reportTypeId,
  );
  const reason = stillNeeded({
    [t('adminReports.title')]: title.trim() === '',
    [t('adminReports.reportType')]: over === undefined,
    [t('adminReports.columnHeadings')]: choices.fields.some(({ label }) => label.trim() === ''),
  });
  const isList = over !== 'inspectionItem';

  const chosen = (): TemplateChoices => ({ title: title.trim(), over: over!, ...choices });
  const begin = async (): Promise<string> => (await write('begin the report', 'startReportTemplate', chosen())).frx;
  const save = async (published: boolean): Promise<Report> => {
    const frx = await begin();
    if (begun !== undefined)
      return write('save the report', 'replaceReportTemplate', { id: begun.report.id, frx, choices: chosen() });
    const { companyId, inspectionId } = report;
    const input = { title, companyId, inspectionId, reportTypeId: reportTypeId!, frx, choices: chosen(), published };
    return write('save the report', 'createReport', { ...input, id: newId() });
  };
  const download = (): Promise<unknown> =>
    attempt(async () => {
      const bytes = Uint8Array.from(atob(await begin()), (letter) => letter.charCodeAt(0));
      saveFile({ filename: `${title.trim()}.frx`, content: new Blob([bytes], { type: 'application/xml' }) });
    });
  const preview = async (): Promise<void> => {
    const frx = await attempt(begin);
    if (frx !== undefined) setPreviewed({ ...report, reportTypeId: reportTypeId!, frx });
  };
  const publish = async (): Promise<void> => {
    const made = await attempt(() => save(true));
    if (made !== undefined) onDone(made.id);
  };
  const isChanged = (): boolean => choices !== initial.choices || report !== initial.report;
  const close = useDiscarding(isChanged, onClose);
  const toggle = (key: 'byLocation' | 'notes' | 'photos' | 'signatures' | 'landscape') => (
    <Switch
      size="md"
      label={t(`adminReports.${key}`)}
      checked={choices[key]}
      onChange={(event) => take({ [key]: event.currentTarget.checked })}
    />
  );
  return (
    <Dialog
      opened
      onClose={close}
      title={
        begun === undefined ? t('adminReports.beginTitle') : t('adminReports.choicesOf', { title: begun.report.title })
      }
      size="xl"
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('adminReports.beginHint')}
        </Text>
        {begun === undefined && (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <ReportForFields value={report} onChange={(part) => setReport((before) => ({ ...before, ...part }))} />
          </SimpleGrid>
        )}
        <Fieldset legend={t('adminReports.content')}>
          <Stack gap="md">
            {isList && (
              <SegmentedControl
                aria-label={t('adminReports.items')}
                data={ITEMS.map((value) => ({ value, label: t(`adminReports.items.${value}`) }))}
                value={choices.items}
                onChange={(items) => take({ items })}
              />
            )}
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              {isList && toggle('byLocation')}
              {toggle('notes')}
              {toggle('photos')}
              {toggle('signatures')}
            </SimpleGrid>
          </Stack>
        </Fieldset>
        <Fieldset legend={t('adminReports.columns')}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('adminReports.columnsHint')}
            </Text>
            <ColumnChoices fields={choices.fields} onChange={(fields) => take({ fields: [...fields] })} />
          </Stack>
        </Fieldset>
        <Fieldset legend={t('adminReports.paper')}>
          <Group gap="lg">
            <SegmentedControl
              aria-label={t('adminReports.paper')}
              data={[...PAPERS]}
              value={choices.paper}
              onChange={(paper) => take({ paper })}
            />
            {toggle('landscape')}
          </Group>
        </Fieldset>
        <Actions
          reason={reason}
          isBusy={isBusy}
          isNew={begun === undefined}
          onDownload={() => void download()}
          onPreview={() => void preview()}
          onPublish={() => void publish()}
        />
      </Stack>
      {previewed !== null && <PreviewDialog report={previewed} onClose={() => setPreviewed(null)} />}
    </Dialog>
  );
}

/** Downloads, previews or publishes what was chosen. @param reason why none of them is possible yet; null: they are */
function Actions({
  reason,
  isBusy,
  isNew,
  onDownload,
  onPreview,
  onPublish,
}: {
  reason: string | null;
  isBusy: boolean;
  isNew: boolean;
  onDownload(): void;
  onPreview(): void;
  onPublish(): void;
}) {
  const others = {
    isInToolbar: true,
    variant: 'default',
    reason: reason ?? (isBusy ? t('adminReports.beginning') : null),
  } as const;
  return (
    <DialogActions>
      <ReasonedButton {...others} leftSection={<IconDownload size={20} aria-hidden />} onClick={onDownload}>
        {t('adminReports.downloadTemplate')}
      </ReasonedButton>
      <ReasonedButton {...others} leftSection={<IconEye size={20} aria-hidden />} onClick={onPreview}>
        {t('adminReports.previewFile')}
      </ReasonedButton>
      <ReasonedButton reason={reason} loading={isBusy} onClick={onPublish}>
        {t(isNew ? 'adminReports.publish' : 'adminReports.choicesSave')}
      </ReasonedButton>
    </DialogActions>
  );
}

/** Returns the choices that the dialog shows. */
function choicesOf({ title: _title, over: _over, ...choices }: TemplateChoices): Choices {
  return choices;
}
