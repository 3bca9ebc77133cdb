import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, useAdminWrites } from '../../../lib/adminCalls.ts';
import { newId } from '../../../lib/ids.ts';
import { t } from '../../../lib/texts/index.ts';
import { CHOICE_LIMIT, MENU_MAX_PX } from '../../../ui/admin/LinkPanel.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TemplateFileField } from './TemplateFileField.tsx';
import { useTemplateFile } from './useTemplateFile.ts';

/** Takes in a report: its template is checked before anything is saved. */
export function UploadDialog({ onClose, onDone }: { onClose(): void; onDone(reportId: string): void }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const { file, choose } = useTemplateFile();
  const [id] = useState(newId);
  const [title, setTitle] = useState<string | null>(null);
  const [reportTypeId, setReportTypeId] = useState<string | null>(null);
  const [companyId, setCompanyId] = useState<string | null>(null);
  const [inspectionId, setInspectionId] = useState<string | null>(null);
  const [published, setPublished] = useState(true);
  const { data: types } = useQuery(adminQuery('load the report types', 'getReportTypes', {}));
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const { data: inspections } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const proposed = file.at === 'none' ? '' : file.name.replace(/\.frx$/i, '');
  const shownTitle = title ?? proposed;
  const isReady = file.at === 'checked' && shownTitle.trim() !== '' && reportTypeId !== null;
  const upload = async (): Promise<void> => {
    if (file.at !== 'checked' || reportTypeId === null) return;
    const input = { title: shownTitle, frx: file.frx, companyId, inspectionId, reportTypeId, published, id };
    if ((await attempt(() => write('upload the report', 'createReport', input))) !== undefined) onDone(id);
  };
  const choices = (list: readonly { id: string; name: string }[] | undefined) =>
    (list ?? []).map((one) => ({ value: one.id, label: one.name }));
  const common = { size: 'md', searchable: true, limit: CHOICE_LIMIT, maxDropdownHeight: MENU_MAX_PX } as const;
  return (
    <Dialog opened onClose={onClose} title={t('adminReports.uploadTitle')} size="lg">
      <Stack gap="md">
        <TemplateFileField file={file} onChoose={choose} />
        <TextInput
          size="md"
          label={t('adminReports.title')}
          required
          maxLength={300}
          value={shownTitle}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Select
          {...common}
          label={t('adminReports.reportType')}
          required
          allowDeselect={false}
          placeholder={t('fields.choose')}
          nothingFoundMessage={t(types === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
          data={choices(types)}
          value={reportTypeId}
          onChange={setReportTypeId}
        />
        <Select
          {...common}
          label={t('adminReports.company')}
          clearable
          placeholder={t('adminReports.everyCompany')}
          nothingFoundMessage={t(companies === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
          data={choices(companies)}
          value={companyId}
          onChange={setCompanyId}
        />
        <Select
          {...common}
          label={t('adminReports.inspectionType')}
          clearable
          placeholder={t('adminReports.everyType')}
          nothingFoundMessage={t(inspections === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
          data={choices(inspections)}
          value={inspectionId}
          onChange={setInspectionId}
        />
        <Switch
          size="md"
          label={t('adminReports.published')}
          description={t('adminReports.publishedHint')}
          checked={published}
          onChange={(event) => setPublished(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button disabled={!isReady} loading={isBusy} onClick={() => void upload()}>
            {t('adminReports.upload')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
