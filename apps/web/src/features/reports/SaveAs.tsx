import { ActionIcon, Alert, Button, Group, Menu, Text } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/texts/reports.ts';
import { FindingList } from './FindingList.tsx';
import {
  dropRun,
  type FileFormat,
  keyOfRun,
  type PrintedOver,
  type RunState,
  startRun,
  useAllRuns,
  useRun,
} from './runs.ts';
import classes from './SaveAs.module.css';

const OTHER_FORMATS = ['xlsx', 'docx', 'csv', 'html', 'png', 'pdfa'] as const satisfies readonly FileFormat[];
const FORMATS: readonly FileFormat[] = ['pdf', ...OTHER_FORMATS];

interface Saved {
  reportId: string;
  over: PrintedOver;
}

/** Returns the running and finished runs of a report by format, PDF first. */
export function useRuns({ reportId, over }: Saved): readonly { key: string; state: RunState }[] {
  const runs = useAllRuns(FORMATS.map((format) => keyOfRun(reportId, over, format)));
  return runs.flatMap(({ key, state }) => (state === null ? [] : [{ key, state }]));
}

/** Saves a report as PDF, or in another format from the menu beside it. */
export function SaveAs({ reportId, over }: Saved) {
  const pdf = useRun(keyOfRun(reportId, over));
  const isOtherRunning = useRuns({ reportId, over }).some(
    ({ key, state }) => key !== keyOfRun(reportId, over) && state.at === 'running',
  );
  return (
    <Group gap={0} wrap="nowrap" className={classes['both'] ?? ''}>
      <Button
        className={classes['first'] ?? ''}
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={pdf?.at === 'running'}
        onClick={() => startRun(reportId, over)}
      >
        {t('reports.savePdf')}
      </Button>
      <FormatMenu reportId={reportId} over={over}>
        <ActionIcon
          className={classes['more'] ?? ''}
          variant="filled"
          color="accent"
          size={48}
          loading={isOtherRunning}
          aria-label={t('reports.otherFormats')}
        >
          <IconChevronDown size={20} />
        </ActionIcon>
      </FormatMenu>
    </Group>
  );
}

/** The menu of the formats other than PDF, opened by its child. */
export function FormatMenu({ reportId, over, children }: Saved & { children: ReactNode }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {OTHER_FORMATS.map((format) => (
          <Menu.Item key={format} h={48} onClick={() => startRun(reportId, over, format)}>
            {t(`reports.as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Lists the files that could not be printed, with the reasons. */
export function SaveFailures({ title, ...saved }: Saved & { title: string }) {
  return FORMATS.map((format) => <SaveFailure key={format} {...saved} title={title} format={format} />);
}

function SaveFailure({ reportId, over, title, format }: Saved & { title: string; format: FileFormat }) {
  const key = keyOfRun(reportId, over, format);
  const state = useRun(key);
  if (state?.at !== 'failed') return null;
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={t('reports.failed', { report: title })}
      withCloseButton
      closeButtonLabel={t('actions.close')}
      onClose={() => dropRun(key)}
    >
      <Text size="sm">{state.reason}</Text>
      <FindingList findings={state.findings} />
    </Alert>
  );
}
