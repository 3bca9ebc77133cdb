import type { Session } from '@holdfast/contract';
import { Badge, Button, Divider, Group, PasswordInput, Skeleton, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceDesktop, IconWorld } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/account.ts';
import { t as words } from '../../lib/texts/particulars.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import classes from './AccountDialog.module.css';
import { deviceName } from './deviceName.ts';
import { Particulars } from './Particulars.tsx';
import { PASSWORD_LENGTH } from './password.ts';
import { SecondFactors } from './SecondFactors.tsx';
import { useUser } from './session.tsx';

/** The user's own account: name, change of the password, second factors, and the browsers and desktops where the user is signed in. */
export default function AccountDialog({ onClose }: { onClose(): void }) {
  const { name, email, role, companyName } = useUser();
  const confirm = useConfirm();
  const [isChanged, setChanged] = useState(false);
  const leave = async (): Promise<void> => {
    const question = {
      title: words('particulars.leaveTitle'),
      text: words('particulars.leaveText'),
      confirm: words('particulars.leave'),
      danger: true,
    };
    if (!isChanged || (await confirm(question))) onClose();
  };
  return (
    <Dialog opened onClose={() => void leave()} title={t('account.title')} size="lg">
      <Stack gap="lg">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {[email, t(`roles.${role}`), companyName].filter((word) => word !== null).join(' · ')}
          </Text>
        </div>
        <Divider />
        <Particulars userId={null} onChanged={setChanged} />
        <Divider />
        <OwnPassword />
        <Divider />
        <SecondFactors />
        <Divider />
        <OwnSessions />
      </Stack>
    </Dialog>
  );
}

function OwnPassword() {
  const cache = useQueryClient();
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const isComplete = currentPassword !== '' && newPassword.length >= PASSWORD_LENGTH;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isComplete) return;
    setBusy(true);
    setFailure(null);
    try {
      const { changed } = await call('changePassword', { currentPassword, newPassword });
      if (changed) {
        setCurrent('');
        setNew('');
        notifications.show({ message: t('account.passwordChanged') });
        refresh(cache, ['getSessions']);
      } else setFailure(t('account.passwordWrong'));
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        <Title order={3} fz="md">
          {t('account.password')}
        </Title>
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <PasswordInput
          size="md"
          label={t('account.currentPassword')}
          autoComplete="current-password"
          maxLength={320}
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          size="md"
          label={t('account.newPassword')}
          description={t('account.passwordRule')}
          autoComplete="new-password"
          maxLength={320}
          value={newPassword}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <ReasonedButton
            type="submit"
            variant="default"
            loading={isBusy}
            reason={isComplete ? null : t('account.passwordNeeds')}
          >
            {t('account.changePassword')}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  );
}

function OwnSessions() {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const { data, error, refetch } = useQuery(queryOf('getSessions', {}));
  const [ending, setEnding] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const end = async (which: string, work: () => Promise<unknown>): Promise<void> => {
    setEnding(which);
    setFailure(null);
    try {
      await work();
    } catch (reason) {
      setFailure(reasonOf(reason));
    }
    setEnding(null);
    refresh(cache, ['getSessions']);
  };
  const endOthers = async (): Promise<void> => {
    const sure = await confirm({
      title: t('account.endOthersTitle'),
      text: t('account.endOthersText'),
      confirm: t('account.endOthers'),
      danger: true,
    });
    if (sure) await end('others', () => call('endOtherSessions', {}));
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} fz="md">
          {t('account.sessions')}
        </Title>
        <ReasonedButton
          isInToolbar
          variant="default"
          loading={ending === 'others'}
          reason={data?.some(({ current }) => !current) === true ? null : t('account.endOthersNone')}
          onClick={() => void endOthers()}
        >
          {t('account.endOthers')}
        </ReasonedButton>
      </Group>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      {data === undefined && error !== null && (
        <Failed isInset what={t('account.sessionsFailed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Loading>
          <Skeleton height={56} />
        </Loading>
      )}
      {data !== undefined && (
        <ul className={classes['sessions']} aria-label={t('account.sessions')}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending === session.id}
              onEnd={() => void end(session.id, () => call('endSession', { id: session.id }))}
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function SessionRow({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd(): void }) {
  const { kind, device, createdAt, lastUsedAt, current } = session;
  const title = kind === 'desktop' ? device : nameOf(device);
  const Icon = kind === 'desktop' ? IconDeviceDesktop : IconWorld;
  return (
    <li>
      <Icon size={24} stroke={1.6} aria-hidden />
      <div className={classes['words']}>
        <Group gap="xs">
          <Text fw={550}>{title}</Text>
          {current && <Badge tt="none">{t('account.thisSession')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('account.sessionTimes', { since: formatMoment(createdAt), used: formatMoment(lastUsedAt) })}
        </Text>
      </div>
      {!current && (
        <Button
          variant="default"
          loading={isEnding}
          aria-label={t('account.endSessionOn', { device: title })}
          onClick={onEnd}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  );
}

function nameOf(userAgent: string): string {
  const { browser, system } = deviceName(userAgent);
  if (browser !== null && system !== null) return t('account.browserOn', { browser, system });
  return browser ?? system ?? t('account.unknownDevice');
}
