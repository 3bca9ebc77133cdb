import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { t } from '../../lib/texts/index.ts';
import { RecoveryPage } from './RecoveryPage.tsx';

/** Screen for choosing a new password, opened by the one-time link of a mail. */
export function ResetPasswordScreen({ secret }: { secret: string }) {
  const [newPassword, setNewPassword] = useState('');
  const send = async (): Promise<string | null> => {
    const { changed } = await call('resetPassword', { secret, newPassword });
    return changed ? null : t('reset.linkIsUsed');
  };
  return (
    <RecoveryPage
      title={t('reset.title')}
      submit={t('reset.submit')}
      isComplete={newPassword.length >= 10}
      send={send}
      done={t('reset.changed')}
    >
      <PasswordInput
        label={t('reset.newPassword')}
        description={t('setup.passwordRule')}
        size="md"
        autoComplete="new-password"
        value={newPassword}
        onChange={(event) => setNewPassword(event.currentTarget.value)}
      />
    </RecoveryPage>
  );
}
