import type { InstallationInspection } from '@holdfast/contract';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconFileText, IconInfoCircle, IconPlus, IconRadar2 } from '@tabler/icons-react';
import { memo } from 'react';
import { formatDayRange, progressOf } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { Actions } from '../../ui/Actions.tsx';
import { HeadTitle } from '../../ui/HeadTitle.tsx';
import classes from './InspectionScreen.module.css';

/** The dialogs of an inspection. */
export type InspectionDialog = 'details' | 'reports' | 'add' | 'comparison' | 'sweep' | 'deleted';

/** Head of an inspection: its name and progress, and the actions on the inspection. */
export const InspectionHead = memo(function InspectionHead({
  inspection,
  readOnly,
  isListed,
  isSelecting,
  onUp,
  onDialog,
}: {
  /** undefined while it is being loaded. */
  inspection: InstallationInspection | undefined;
  readOnly: boolean;
  /** True when its items are loaded. */
  isListed: boolean;
  /** True while items are selected: the primary action is that on the selection. */
  isSelecting: boolean;
  onUp(): void;
  onDialog(dialog: InspectionDialog): void;
}) {
  return (
    <Group gap="sm" className={classes['head'] ?? ''}>
      <ActionIcon aria-label={t('actions.backToInstallation')} onClick={onUp} variant="default">
        <IconArrowLeft size={24} />
      </ActionIcon>
      <HeadTitle title={inspection?.inspectionName ?? null}>
        {inspection !== undefined && (
          <Text size="sm" c="dimmed" className={classes['sub'] ?? ''}>
            {inspection.installationName} · {formatDayRange(inspection.startDate, inspection.expectedEndDate)}
          </Text>
        )}
      </HeadTitle>
      <Text fw={700} fz="xl" className={classes['percent']}>
        {inspection === undefined ? '' : t('inspections.percent', { percent: progressOf(inspection) })}
      </Text>
      <Actions>
        <Button
          variant="default"
          className={`${classes['action']} ${classes['details']}`}
          title={t('inspections.details')}
          leftSection={<IconInfoCircle size={20} aria-hidden />}
          disabled={inspection === undefined}
          onClick={() => onDialog('details')}
        >
          {t('inspections.details')}
        </Button>
        <Button
          variant="default"
          className={classes['action'] ?? ''}
          title={t('reports.title')}
          leftSection={<IconFileText size={20} aria-hidden />}
          onClick={() => onDialog('reports')}
        >
          {t('reports.title')}
        </Button>
        <Button
          variant="default"
          className={classes['action'] ?? ''}
          title={t('sweep.title')}
          leftSection={<IconRadar2 size={20} aria-hidden />}
          disabled={inspection === undefined || !isListed}
          onClick={() => onDialog('sweep')}
        >
          {t('sweep.title')}
        </Button>
        {!readOnly && (
          <Button
            variant={isSelecting ? 'default' : 'filled'}
            className={classes['action'] ?? ''}
            title={t('items.new')}
            leftSection={<IconPlus size={20} aria-hidden />}
            disabled={inspection === undefined || !isListed}
            onClick={() => onDialog('add')}
          >
            {t('items.new')}
          </Button>
        )}
      </Actions>
    </Group>
  );
});
