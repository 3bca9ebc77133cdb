import { ActionIcon, Alert, Button, Group, Menu, Text } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconDownload } from '@tabler/icons-react';
import { t } from '../../lib/texts/index.ts';
import { FindingList } from './FindingList.tsx';
import { dropRun, type FileFormat, keyOfRun, type PrintedOver, startRun, useRun } from './runs.ts';
import classes from './SaveAs.module.css';

const OTHER_FORMATS = ['xlsx', 'html', 'png'] as const satisfies readonly FileFormat[];
const FORMATS: readonly FileFormat[] = ['pdf', ...OTHER_FORMATS];

interface Saved {
  reportId: string;
  over: PrintedOver;
}

/** Saves a report as PDF, or in another format of the menu beside it. */
export function SaveAs({ reportId, over }: Saved) {
  const states = {
    pdf: useRun(keyOfRun(reportId, over)),
    xlsx: useRun(keyOfRun(reportId, over, 'xlsx')),
    html: useRun(keyOfRun(reportId, over, 'html')),
    png: useRun(keyOfRun(reportId, over, 'png')),
  };
  return (
    <Group gap={0} wrap="nowrap">
      <Button
        className={classes['first'] ?? ''}
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={states.pdf?.at === 'running'}
        onClick={() => startRun(reportId, over)}
      >
        {t('reports.savePdf')}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            className={classes['more'] ?? ''}
            variant="filled"
            color="accent"
            size={48}
            loading={OTHER_FORMATS.some((format) => states[format]?.at === 'running')}
            aria-label={t('reports.otherFormats')}
          >
            <IconChevronDown size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {OTHER_FORMATS.map((format) => (
            <Menu.Item key={format} h={48} onClick={() => startRun(reportId, over, format)}>
              {t(`reports.as.${format}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

/** States which files could not be printed and why. */
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
