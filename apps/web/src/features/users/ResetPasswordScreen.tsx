import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { t } from '../../lib/texts/recovery.ts';
import { proposeAddress } from './proposedAddress.ts';
import { RecoveryPage } from './RecoveryPage.tsx';

/**
 * Screen for choosing a password, opened by the one-time link of an email. @param isInvitation true for the first password of an account
 */
export default function ResetPasswordScreen({ secret, isInvitation }: { secret: string; isInvitation: boolean }) {
  const [newPassword, setNewPassword] = useState('');
  const send = async (): Promise<string | null> => {
    const { changed, email } = await call('resetPassword', { secret, newPassword });
    if (email !== null) proposeAddress(email);
    return changed ? null : t(isInvitation ? 'reset.invitationEnded' : 'reset.linkIsUsed');
  };
  return (
    <RecoveryPage
      title={t(isInvitation ? 'reset.invitationTitle' : 'reset.title')}
      submit={t(isInvitation ? 'reset.invitationSubmit' : 'reset.submit')}
      isComplete={newPassword.length >= 10}
      needed={t('reset.needed')}
      send={send}
      done={t(isInvitation ? 'reset.accepted' : 'reset.changed')}
    >
      {isInvitation && <Text>{t('reset.invitationText')}</Text>}
      <PasswordInput
        label={t(isInvitation ? 'reset.password' : 'reset.newPassword')}
        description={t('setup.passwordRule')}
        size="md"
        autoComplete="new-password"
        value={newPassword}
        onChange={(event) => setNewPassword(event.currentTarget.value)}
      />
    </RecoveryPage>
  );
}
