import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { callForResult } from '../../lib/calls/api.ts';
import { faultsOf, reasonOf } from '../../lib/calls/failures.ts';
import { t } from '../../lib/texts/recovery.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';
import { useSession } from './session.tsx';

const fields = [
  { name: 'setupCode', label: t('setup.code'), autoComplete: 'one-time-code' },
  { name: 'name', label: t('setup.name'), autoComplete: 'name' },
  { name: 'email', label: t('login.email'), autoComplete: 'username' },
] as const;

/** Screen for creating the first account of an empty server, with the code that the server printed at its start. */
export default function FirstAdministratorScreen() {
  const { adopt } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const code = useRef<HTMLInputElement>(null);

  const submit = async (form: FormData): Promise<void> => {
    const word = (name: string): string => {
      const typed = form.get(name);
      return typeof typed === 'string' ? typed : '';
    };
    setBusy(true);
    setFailure(null);
    setFaults({});
    try {
      const { success, error, details } = await callForResult('createFirstAdministrator', {
        setupCode: word('setupCode'),
        name: word('name'),
        email: word('email'),
        password: word('password'),
      });
      if (!success || details === null) {
        // Refused because of the code alone.
        setFaults({ setupCode: error ?? t('errors.unknown') });
        code.current?.select();
      } else {
        await adopt(details.token);
        // The fragment is that of this screen.
        await navigate({ pathname, search }, { replace: true });
      }
    } catch (error) {
      const wrong = faultsOf(error);
      setFaults(wrong);
      if (Object.keys(wrong).length === 0) setFailure(reasonOf(error));
    }
    setBusy(false);
  };

  return (
    <SignedOutPage title={t('setup.title')}>
      <Text c="dimmed">{t('setup.text')}</Text>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      <form
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <Stack gap="md">
          {fields.map((field) => (
            <TextInput
              key={field.name}
              size="md"
              required
              {...(field.name === 'setupCode' && { autoFocus: true, ref: code })}
              error={faults[field.name]}
              {...field}
            />
          ))}
          <PasswordInput
            name="password"
            size="md"
            required
            label={t('login.password')}
            error={faults['password']}
            description={t('setup.passwordRule')}
            autoComplete="new-password"
          />
          <Button type="submit" loading={busy} fullWidth>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
      <Anchor href="#" ta="center" py={10}>
        {t('forgot.back')}
      </Anchor>
    </SignedOutPage>
  );
}
