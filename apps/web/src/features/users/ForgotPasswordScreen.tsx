import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { t } from '../../lib/texts/index.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Where somebody who forgot the password asks for a link to choose a new one. Whether the address has an account is never told. */
export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (): Promise<void> => {
    setState('busy');
    setFailure(null);
    try {
      await call('requestPasswordReset', { email });
      setState('sent');
    } catch (error) {
      setFailure(reasonOf(error));
      setState('asking');
    }
  };

  return (
    <SignedOutPage title={t('forgot.title')}>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      {state === 'sent' ? (
        <Text role="status">{t('forgot.sent')}</Text>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="md">
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
            <Button type="submit" loading={state === 'busy'} disabled={email.trim() === ''} fullWidth>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor href="#" ta="center" py={10}>
        {t('forgot.back')}
      </Anchor>
    </SignedOutPage>
  );
}
