import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { t } from '../../lib/texts/index.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Where the one-time link of a mail leads: choosing a new password. */
export function ResetPasswordScreen({ secret }: { secret: string }) {
  const [newPassword, setNewPassword] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'changed'>('asking');
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (): Promise<void> => {
    setState('busy');
    setFailure(null);
    try {
      const { changed } = await call('resetPassword', { secret, newPassword });
      setState(changed ? 'changed' : 'asking');
      if (!changed) setFailure(t('reset.linkIsUsed'));
    } catch (error) {
      setFailure(reasonOf(error));
      setState('asking');
    }
  };

  return (
    <SignedOutPage title={t('reset.title')}>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      {state === 'changed' ? (
        <Text role="status">{t('reset.changed')}</Text>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="md">
            <PasswordInput
              label={t('reset.newPassword')}
              description={t('setup.passwordRule')}
              size="md"
              autoComplete="new-password"
              value={newPassword}
              onChange={(event) => setNewPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={state === 'busy'} disabled={newPassword.length < 10} fullWidth>
              {t('reset.submit')}
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
