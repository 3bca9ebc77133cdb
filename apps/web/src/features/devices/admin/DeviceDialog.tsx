import type { Device } from '@holdfast/contract';
import { Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { formatMoment, formatSize } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { RefusedChanges } from './RefusedChanges.tsx';
import { accessText, companiesOf, encryptedText, peopleOf, waitingText } from './deviceTexts.ts';

/** Ways of ending the use of a device, the mildest first. */
const ENDS = ['signedOut', 'locked', 'wiped'] as const satisfies Device['access'][];

/** One device: facts about it, and actions that end or allow its use. */
export function DeviceDialog({ device, onClose }: { device: Device; onClose(): void }) {
  const confirm = useConfirm();
  const { isBusy, write, attempt } = useAdminWrites();
  const { id, name, ownName, access, waiting, contentsWaiting, lastSeenAt, createdAt, appVersion } = device;

  const set = async (to: Device['access']): Promise<void> => {
    const done = await attempt(() => write('change the device', 'setDeviceAccess', { id, access: to }));
    if (done !== undefined) notifications.show({ message: t(`adminDevices.done.${to}`, { name }) });
  };
  const end = async (to: (typeof ENDS)[number]): Promise<void> => {
    const waits = waiting === 0 ? '' : ` ${t('adminDevices.waitingWarning', { count: waiting })}`;
    const sure = await confirm({
      title: t(`adminDevices.title.${to}`, { name }),
      text: `${t(`adminDevices.text.${to}`)}${waits}`,
      confirm: t(`adminDevices.do.${to}`),
      danger: to === 'wiped',
    });
    if (sure) await set(to);
  };

  const rename = async (chosen: string): Promise<void> => {
    const label = chosen.trim() === '' || chosen.trim() === ownName ? null : chosen.trim();
    await attempt(() => write('rename the device', 'renameDevice', { id, name: label }));
  };
  const remove = async (): Promise<void> => {
    const waits = waiting === 0 ? '' : ` ${t('adminDevices.waitingWarning', { count: waiting })}`;
    const sure = await confirm({
      title: t('adminDevices.removeTitle', { name }),
      text: `${t('adminDevices.removeText')}${waits}`,
      confirm: t('adminDevices.remove'),
      danger: true,
    });
    if (!sure) return;
    const done = await attempt(() => write('remove the device', 'removeDevice', { id }).then(() => true));
    if (done !== true) return;
    notifications.show({ message: t('adminDevices.removed', { name }) });
    onClose();
  };

  const facts: [string, string][] = [
    [t('adminDevices.people'), peopleOf(device)],
    [t('adminUsers.company'), companiesOf(device)],
    [t('adminDevices.lastSeen'), lastSeenAt === null ? t('adminDevices.never') : formatMoment(lastSeenAt)],
    [t('adminDevices.since'), formatMoment(createdAt)],
    [t('adminDevices.version'), appVersion],
    [t('adminDevices.ownName'), ownName],
    [t('adminDevices.waiting'), waitingText(device)],
    [t('adminDevices.contentsWaiting'), contentsWaiting.toLocaleString('en-GB')],
    [t('adminDevices.storage'), formatSize(device.contentBytes)],
    [t('adminDevices.encrypted'), encryptedText(device)],
    [t('adminUsers.state'), accessText(device)],
  ];
  return (
    <Dialog opened onClose={onClose} title={name} size="lg">
      <Stack gap="md">
        <NameForm name={name} isBusy={isBusy} onSave={(chosen) => void rename(chosen)} />
        <FactList facts={facts} />
        {device.refused > 0 && <RefusedChanges deviceId={id} />}
        <Divider />
        <Text c="dimmed">{t('adminDevices.contactHint')}</Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="subtle" c="var(--mantine-color-error)" loading={isBusy} onClick={() => void remove()}>
            {t('adminDevices.remove')}
          </Button>
          {access !== 'open' && (
            <Button variant="default" loading={isBusy} onClick={() => void set('open')}>
              {t('adminDevices.do.open')}
            </Button>
          )}
          {ENDS.filter((to) => to !== access).map((to) => (
            <Button
              key={to}
              variant="default"
              {...(to === 'wiped' ? { c: 'var(--mantine-color-error)' } : {})}
              loading={isBusy}
              onClick={() => void end(to)}
            >
              {t(`adminDevices.do.${to}`)}
            </Button>
          ))}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Field with the name of a device, and a button to save it. */
function NameForm({ name, isBusy, onSave }: { name: string; isBusy: boolean; onSave(name: string): void }) {
  const [chosen, setChosen] = useState(name);
  const isChanged = chosen.trim() !== name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onSave(chosen);
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          label={t('admin.name')}
          value={chosen}
          maxLength={200}
          style={{ flex: 1 }}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <ReasonedButton
          isInToolbar
          type="submit"
          variant="default"
          loading={isBusy}
          reason={isChanged ? null : t('admin.unchanged')}
        >
          {t('adminDevices.rename')}
        </ReasonedButton>
      </Group>
    </form>
  );
}
