import type { TemplateFinding } from '@holdfast/contract';
import { Alert, FileInput, Group, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconFileCode } from '@tabler/icons-react';
import { t } from '../../../lib/texts/administration.ts';
import { FindingList } from '../FindingList.tsx';
import type { TemplateFile } from './useTemplateFile.ts';

/** Chooses the file of a template, and lists the findings of its check. */
export function TemplateFileField({ file, onChoose }: { file: TemplateFile; onChoose(chosen: File | null): void }) {
  return (
    <>
      <FileInput
        size="md"
        label={t('adminReports.file')}
        placeholder={t('adminReports.chooseFile')}
        accept=".frx"
        clearable
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        leftSection={<IconFileCode size={20} aria-hidden />}
        onChange={onChoose}
      />
      <div role="status">
        {file.at === 'checking' && (
          <Group gap="sm">
            <Loader size={18} aria-hidden />
            <Text size="sm">{t('adminReports.checking')}</Text>
          </Group>
        )}
        {file.at === 'checked' && file.findings.length === 0 && (
          <Group gap="sm" wrap="nowrap">
            <IconCircleCheck size={20} color="var(--holdfast-accent-text)" aria-hidden />
            <Text size="sm">{t('adminReports.fits')}</Text>
          </Group>
        )}
        {file.at === 'checked' && file.findings.length > 0 && (
          <Alert
            color={mustBeCorrected(file.findings) ? 'red' : 'gray'}
            icon={<IconAlertTriangle aria-hidden />}
            title={t(mustBeCorrected(file.findings) ? 'adminReports.notPrintable' : 'adminReports.findings', {
              count: file.findings.length,
            })}
          >
            <FindingList findings={file.findings} />
          </Alert>
        )}
      </div>
      {file.at === 'refused' && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertCircle aria-hidden />}
          title={t('adminReports.refused', { file: file.name })}
        >
          <Text size="sm">{file.reason}</Text>
          {file.findings.length > 0 && <FindingList findings={file.findings} />}
        </Alert>
      )}
    </>
  );
}

function mustBeCorrected(findings: readonly TemplateFinding[]): boolean {
  return findings.some(({ preventsPrinting }) => preventsPrinting === true);
}
