import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { t } from '../../lib/texts/recovery.ts';
import { RecoveryPage } from './RecoveryPage.tsx';

/** Screen for requesting a link to set a new password. It never reveals whether the address has an account. */
export default function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const send = async (): Promise<null> => {
    await call('requestPasswordReset', { email });
    return null;
  };
  return (
    <RecoveryPage
      title={t('forgot.title')}
      submit={t('forgot.submit')}
      isComplete={email.trim() !== ''}
      needed={t('forgot.needed')}
      send={send}
      done={t('forgot.sent')}
    >
      <Text c="dimmed">{t('forgot.text')}</Text>
      <TextInput
        label={t('login.email')}
        placeholder={t('login.email')}
        size="md"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </RecoveryPage>
  );
}
