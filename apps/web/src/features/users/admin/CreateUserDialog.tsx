import { CallError } from '@holdfast/contract/client';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { usePersistedState } from '../../../lib/drafts/persistedState.ts';
import { t } from '../../../lib/texts/administration.ts';
import { RestoredNotice } from '../../../ui/admin/RestoredNotice.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { AccountFields, hindranceIn, isAccountComplete, type NewAccountValues } from './AccountFields.tsx';
import { PASSWORD_LENGTH } from '../password.ts';
import { useUser } from '../session.tsx';

/**
 * Creates an account with a first password or an invitation. Role and company must be chosen (product decision 45).
 * @param companyId the proposed company; undefined: none
 */
export function CreateUserDialog({ companyId, onClose }: { companyId: string | undefined; onClose(): void }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const user = useUser();
  // The administrator of a company can only choose that company.
  const proposed = companyId ?? (user.role === 'administrator' ? undefined : user.companyId);
  // Kept in the browser, also when the session ends; the password is not.
  const kept = usePersistedState<NewAccountValues>(`newUser:${companyId ?? ''}`, {
    name: '',
    email: '',
    role: null,
    companyId: proposed,
  });
  const values = kept.value;
  const [isRestored] = useState(kept.isChanged);
  const [password, setPassword] = useState('');
  const [taken, setTaken] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    if (!isAccountComplete(values)) return;
    const input = { ...values, password: password === '' ? null : password };
    const made = await attempt(() =>
      write('create the user', 'createUser', input).catch((error: unknown) => {
        if (!(error instanceof CallError) || !error.is('alreadyExists')) throw error;
        setTaken(input.email);
        return undefined;
      }),
    );
    if (made === undefined) return;
    if (input.password === null) notifications.show({ message: t('adminUsers.invited', { email: values.email }) });
    discard();
  };
  const discard = (): void => {
    kept.drop();
    onClose();
  };
  const close = useDiscarding(() => kept.isChanged() || password !== '', discard);
  return (
    <Dialog opened inAddress onClose={close} title={t('adminUsers.createTitle')} size="lg">
      <Stack gap="md">
        {isRestored && <RestoredNotice />}
        <AccountFields
          values={values}
          isEmailTaken={values.email === taken}
          onChange={(part) => kept.change((before) => ({ ...before, ...part }))}
        />
        <PasswordInput
          size="md"
          label={t('adminUsers.password')}
          description={t('adminUsers.passwordHint')}
          autoComplete="new-password"
          maxLength={320}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={hindranceIn(values) ?? hindranceOfPassword(password)}
            loading={isBusy}
            onClick={() => void create()}
          >
            {t('adminUsers.create')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Returns the reason for which an account cannot have a first password; null for none. An empty one is an invitation. */
function hindranceOfPassword(password: string): string | null {
  if (password === '' || password.length >= PASSWORD_LENGTH) return null;
  return t('adminUsers.passwordShort', { count: PASSWORD_LENGTH });
}
