import type { Device, Release } from '@holdfast/contract';
import { Button, Divider, MultiSelect, Slider, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { formatMoment, formatSize } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { runningOn, stateText } from './releaseTexts.ts';

/** Labelled values of the slider. */
const MARKS = [0, 10, 25, 50, 100].map((value) => ({ value, label: `${value}` }));

/** One release: facts about it, and the devices to which it is offered. */
export function ReleaseDialog({
  release,
  devices,
  onClose,
}: {
  release: Release;
  devices: readonly Device[];
  onClose(): void;
}) {
  const confirm = useConfirm();
  const { isBusy, write, attempt } = useAdminWrites();
  const { version, withdrawn } = release;
  const [percent, setPercent] = useState(release.percent);
  const [deviceIds, setDeviceIds] = useState(release.deviceIds);

  const stage = async (isWithdrawn: boolean): Promise<boolean> => {
    const input = { version, percent, deviceIds, withdrawn: isWithdrawn };
    return (await attempt(() => write('stage the release', 'stageRelease', input))) !== undefined;
  };
  const offer = async (): Promise<void> => {
    if (!(await stage(false))) return;
    notifications.show({ message: t('release.staged', { version }) });
    onClose();
  };
  const withdraw = async (): Promise<void> => {
    const question = {
      title: t('release.withdrawTitle', { version }),
      text: t('release.withdrawText'),
      confirm: t('release.withdraw'),
      danger: true,
    };
    if (!(await confirm(question)) || !(await stage(true))) return;
    notifications.show({ message: t('release.withdrawn', { version }) });
    onClose();
  };

  const { minimumShell: shell, minimumNode: node } = release;
  const facts: [string, string][] = [
    [t('release.state'), stateText(release)],
    [t('release.createdAt'), formatMoment(release.createdAt)],
    [t('release.publishedAt'), formatMoment(release.publishedAt)],
    [t('release.size'), formatSize(release.size)],
    [t('release.minimum'), t('release.minimumText', { shell, node })],
    [t('release.rollback'), t(release.rollback ? 'release.rollbackYes' : 'release.rollbackNo')],
    [t('release.running'), t('release.runningDevices', { count: runningOn(release, devices) })],
  ];
  // A device that is no longer listed keeps its entry, so that saving does not remove it unnoticed.
  const known = new Map(devices.map(({ id, name, appVersion }) => [id, `${name} (${appVersion})`]));
  const offered = [...new Set([...known.keys(), ...deviceIds])];
  return (
    <Dialog opened onClose={onClose} title={t('release.title', { version })} size="lg">
      <Stack gap="md">
        <FactList facts={facts} nameWidth={190} />
        <Divider />
        <div>
          <Text fw={550}>{t('release.percent')}</Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t('release.percentHint')}
          </Text>
          <Slider
            size="lg"
            mb="lg"
            thumbLabel={t('release.percent')}
            label={(value) => t('release.percentValue', { percent: value })}
            marks={MARKS}
            value={percent}
            onChange={setPercent}
          />
        </div>
        <MultiSelect
          size="md"
          searchable
          clearable
          label={t('release.device')}
          description={t('release.deviceHint')}
          nothingFoundMessage={t('dropdown.noOptions')}
          data={offered.map((id) => ({ value: id, label: known.get(id) ?? id }))}
          value={deviceIds}
          onChange={setDeviceIds}
        />
        <DialogActions>
          {!withdrawn && (
            <Button variant="default" c="var(--mantine-color-error)" loading={isBusy} onClick={() => void withdraw()}>
              {t('release.withdraw')}
            </Button>
          )}
          <Button loading={isBusy} onClick={() => void offer()}>
            {t(withdrawn ? 'release.offerAgain' : 'release.offer')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
