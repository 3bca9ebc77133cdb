import type { SecondFactorRequest } from '@holdfast/contract';
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { part } from '../../lib/parts.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { DemoSignIns } from './DemoSignIns.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { proposeAddress, proposedAddress } from './proposedAddress.ts';
import { SignedOutPage } from './SignedOutPage.tsx';
import { useSession } from './session.tsx';

// Of no use without the server, so not fetched ahead.
const SecondStepScreen = part(() => import('./SecondStepScreen.tsx'), false);
const SingleSignOnButton = part(() => import('./SingleSignOnButton.tsx'), false);

/** Sign-in screen. Input is sent as typed (AUTH-07). */
export function LoginScreen({
  notice,
  kept,
}: {
  notice: string | null;
  /** Text about changes of the last user that wait in this browser. */
  kept: string | null;
}) {
  const { signIn } = useSession();
  const instance = useQuery(queryOf('getInstance', {})).data;
  const [email, setEmail] = useState(proposedAddress);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [request, setRequest] = useState<SecondFactorRequest | null>(null);
  const shown = failure ?? notice;
  const login = useRef<HTMLButtonElement>(null);

  const submit = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await signIn({ email, password });
    if (result.kind === 'refused') setFailure(result.error);
    if (result.kind === 'secondFactor') setRequest(result.request);
    if (result.kind !== 'refused') proposeAddress('');
    setBusy(false);
  };
  const goBack = (reason: string | null): void => {
    setRequest(null);
    setFailure(reason);
  };

  if (request !== null)
    return (
      <Suspense>
        <SecondStepScreen request={request} send={(second) => signIn({ email, password, ...second })} onBack={goBack} />
      </Suspense>
    );

  return (
    <SignedOutPage title={t('login.title')}>
      {shown !== null && <FormFailure>{shown}</FormFailure>}
      {kept !== null && <Alert role="status">{kept}</Alert>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('login.email')}
            placeholder={t('login.email')}
            size="md"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus={proposedAddress() === ''}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('login.password')}
            placeholder={t('login.password')}
            size="md"
            autoComplete="current-password"
            autoFocus={proposedAddress() !== ''}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button ref={login} type="submit" loading={busy} fullWidth>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
      {instance?.singleSignOn === true && (
        <Suspense>
          <SingleSignOnButton email={email} onFailure={setFailure} />
        </Suspense>
      )}
      <Anchor href="#forgot-password" ta="center" py={10}>
        {t('login.forgot')}
      </Anchor>
      {instance?.needsFirstAdministrator === true && instance.demo === null && (
        <Anchor href="#first-administrator" ta="center" py={10}>
          {t('setup.link')}
        </Anchor>
      )}
      {instance?.demo != null && (
        <DemoSignIns
          demo={instance.demo}
          onChoose={(chosen) => {
            setEmail(chosen);
            setPassword(instance.demo?.password ?? '');
            login.current?.focus();
          }}
        />
      )}
    </SignedOutPage>
  );
}
