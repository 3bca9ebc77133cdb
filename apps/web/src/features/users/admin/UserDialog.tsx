import type { Account } from '@holdfast/contract';
import { Button, Divider, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { adminQuery, failureText, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { formatMoment } from '../../../lib/display/formats.ts';
import { useRecordDraft } from '../../../lib/drafts/recordDraft.ts';
import { t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { RestoredNotice } from '../../../ui/admin/RestoredNotice.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../../ui/dialogs/FormFailure.tsx';
import { Particulars } from '../Particulars.tsx';
import { useUser } from '../session.tsx';
import { AccountFields, hindranceIn } from './AccountFields.tsx';
import { PASSWORD_LENGTH } from '../password.ts';

const valuesOf = ({ name, email, role, companyId }: Account) => ({ name, email, role, companyId });

/** One account: its details, its password, its sessions, and its state. */
export function UserDialog({ user, onClose }: { user: Account; onClose(): void }) {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const writes = useAdminWrites();
  const { isBusy, write, attempt } = writes;
  const { id, name, disabled, secondFactors } = user;
  const draft = useRecordDraft({
    record: user,
    keptAs: `user:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) => write('save the user', 'updateUser', { id, ...values }, { ifMatch }),
    async reload() {
      const users = await cache.fetchQuery({ ...adminQuery('load the users', 'getUsers', {}), staleTime: 0 });
      return users.find((one) => one.id === id) ?? user;
    },
  });

  // The dialog opens with the account; what follows below is rendered in the next frames.
  const isWhole = useDeferredValue(true, false);
  const [hasUnsaved, setUnsaved] = useState(false);
  const [password, setPassword] = useState('');
  const isOwn = useUser().id === id;

  const companies = useQuery({
    ...adminQuery('load the companies', 'getCompanies', {}),
    enabled: draft.conflict !== null,
  }).data;

  const leave = useDiscarding(
    () => draft.isChanged || hasUnsaved || password !== '',
    () => {
      draft.discard();
      onClose();
    },
  );
  const save = async (): Promise<void> => {
    if ((await draft.save()) && !hasUnsaved) onClose();
  };
  const removeFactors = async (): Promise<void> => {
    const sure = await confirm({
      title: t('adminUsers.removeFactorsTitle', { name }),
      text: t('adminUsers.removeFactorsText', { name }),
      confirm: t('adminUsers.removeFactors'),
      danger: true,
    });
    if (!sure) return;
    const done = await attempt(() => write('remove the second factors', 'removeUserSecondFactors', { id }));
    if (done !== undefined) notifications.show({ message: t('adminUsers.factorsRemoved', { name }) });
  };
  const invite = async (): Promise<void> => {
    const done = await attempt(() => write('invite the user', 'inviteUser', { id }));
    if (done !== undefined) notifications.show({ message: t('adminUsers.invited', { email: user.email }) });
  };
  return (
    <Dialog opened inAddress onClose={leave} title={name} size="lg">
      <Stack gap="md">
        {draft.isRestored && draft.isChanged && <RestoredNotice />}
        <DraftConflict
          draft={draft}
          who={null}
          shown={{
            name: { name: t('admin.name') },
            email: { name: t('adminUsers.email') },
            role: { name: t('adminUsers.role'), text: (role) => t(`roles.${role}`) },
            companyId: {
              name: t('adminUsers.company'),
              text: (chosen) =>
                chosen === null
                  ? t('adminUsers.companyNone')
                  : (companies?.find(({ id: one }) => one === chosen)?.name ?? ''),
            },
          }}
        />
        <Stack gap="md">
          <AccountFields values={draft.values} companyNote={t('adminUsers.companyWarning')} onChange={draft.change} />
          {draft.failure instanceof Error && <FormFailure>{failureText(draft.failure)}</FormFailure>}
          <DialogActions isOfSection>
            <ReasonedButton
              reason={hindranceIn(draft.values) ?? (draft.isChanged ? null : t('admin.unchanged'))}
              loading={draft.isSaving}
              onClick={() => void save()}
            >
              {t('admin.save')}
            </ReasonedButton>
          </DialogActions>
        </Stack>
        {isWhole && (
          <>
            {!user.erased && (
              <>
                <Particulars userId={id} onChanged={setUnsaved} />
                <Divider />
              </>
            )}
            {!user.hasPassword && !disabled && (
              <Group justify="space-between">
                <Text flex={1}>
                  {user.invitedUntil === null
                    ? t('adminUsers.notInvited')
                    : t('adminUsers.invitedUntil', { time: formatMoment(user.invitedUntil) })}
                </Text>
                <Button variant="default" loading={isBusy} onClick={() => void invite()}>
                  {t('adminUsers.invite')}
                </Button>
              </Group>
            )}
            {isOwn ? (
              <Text c="dimmed">{t('adminUsers.ownAccount')}</Text>
            ) : (
              <>
                <NewPassword user={user} password={password} onType={setPassword} />
                <Divider />
                <Group justify="space-between">
                  <Text>
                    {secondFactors === 0
                      ? t('adminUsers.noSecondFactor')
                      : t('adminUsers.secondFactors', { count: secondFactors })}
                  </Text>
                  {secondFactors > 0 && (
                    <Button variant="default" loading={isBusy} onClick={() => void removeFactors()}>
                      {t('adminUsers.removeFactors')}
                    </Button>
                  )}
                </Group>
              </>
            )}
            <Divider />
            <AccountState user={user} writes={writes} onErased={onClose} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** Sessions of an account, and whether it may sign in: it can be disabled, enabled and erased. */
function AccountState({
  user,
  writes: { isBusy, write, attempt },
  onErased,
}: {
  user: Account;
  writes: ReturnType<typeof useAdminWrites>;
  onErased(): void;
}) {
  const confirm = useConfirm();
  const { id, name, disabled, erased, sessions } = user;
  const disable = async (): Promise<void> => {
    const sure = await confirm({
      title: t('adminUsers.disableTitle', { name }),
      text: t('adminUsers.disableText', { count: sessions }),
      confirm: t('adminUsers.disable'),
      danger: true,
    });
    if (sure) await attempt(() => write('disable the user', 'disableUser', { id }));
  };
  const erase = async (): Promise<void> => {
    const sure = await confirm({
      title: t('adminUsers.eraseTitle', { name }),
      text: t('adminUsers.eraseText'),
      confirm: t('adminUsers.erase'),
      danger: true,
    });
    if (!sure) return;
    const done = await attempt(() => write('erase the user', 'eraseUser', { id }));
    if (done === undefined) return;
    notifications.show({ message: t('adminUsers.erased', { name: done.name }) });
    onErased();
  };
  const enable = async (): Promise<void> => {
    const done = await attempt(() => write('enable the user', 'enableUser', { id }));
    if (done !== undefined) notifications.show({ message: t('adminUsers.enabled', { name }) });
  };
  const signOut = async (): Promise<void> => {
    const done = await attempt(() => write('sign the user out', 'endUserSessions', { id }));
    if (done !== undefined) notifications.show({ message: t('adminUsers.signedOut', { name }) });
  };

  const state = disabled
    ? t('adminUsers.disabled')
    : sessions === 0
      ? t('adminUsers.noSession')
      : t('adminUsers.sessions', { count: sessions });
  return (
    <Group justify="space-between">
      <div>
        <Text>{state}</Text>
        {!erased && (
          <Text size="sm" c="dimmed">
            {t('adminUsers.stateHint')}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {sessions > 0 && (
          <Button variant="default" loading={isBusy} onClick={() => void signOut()}>
            {t('adminUsers.signOut')}
          </Button>
        )}
        {!erased && (
          <Button variant="default" color="red" loading={isBusy} onClick={() => void erase()}>
            {t('adminUsers.erase')}
          </Button>
        )}
        {erased ? null : disabled ? (
          <Button variant="default" loading={isBusy} onClick={() => void enable()}>
            {t('adminUsers.enable')}
          </Button>
        ) : (
          <Button variant="default" loading={isBusy} onClick={() => void disable()}>
            {t('adminUsers.disable')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** Sets a password for another user. */
function NewPassword({
  user: { id, name },
  password,
  onType,
}: {
  user: Account;
  password: string;
  onType(password: string): void;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const set = async (): Promise<void> => {
    const done = await attempt(() => write('set the password', 'setUserPassword', { id, password }));
    if (done === undefined) return;
    onType('');
    notifications.show({ message: t('adminUsers.passwordSet', { name }) });
  };
  return (
    <Group align="flex-end" gap="sm">
      <PasswordInput
        flex={1}
        miw={220}
        size="md"
        label={t('adminUsers.passwordNew')}
        description={`${t('adminUsers.passwordRule')}. ${t('adminUsers.passwordText', { name })}`}
        autoComplete="new-password"
        maxLength={320}
        value={password}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <ReasonedButton
        isInToolbar
        variant="default"
        reason={password.length < PASSWORD_LENGTH ? t('adminUsers.passwordRule') : null}
        loading={isBusy}
        onClick={() => void set()}
      >
        {t('adminUsers.passwordSubmit')}
      </ReasonedButton>
    </Group>
  );
}
