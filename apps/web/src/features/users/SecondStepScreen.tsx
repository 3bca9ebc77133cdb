import type { SecondFactorRequest } from '@holdfast/contract';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { t } from '../../lib/texts/secondFactors.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';
import type { Credentials, SignInResult } from './session.tsx';

/** Second step of a sign-in: a code of an app, a recovery code, or a passkey. */
export default function SecondStepScreen({
  request: first,
  send: signIn,
  onBack,
}: {
  request: SecondFactorRequest;
  /** Sends the sign-in again, with a second factor. */
  send(second: Pick<Credentials, 'code' | 'passkey'>): Promise<SignInResult>;
  /** @param reason why the sign-in must start again; null: the user went back */
  onBack(reason: string | null): void;
}) {
  const [request, setRequest] = useState(first);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);

  const send = async (second: Pick<Credentials, 'code' | 'passkey'>): Promise<void> => {
    const result = await signIn(second);
    if (result.kind === 'secondFactor') {
      setRequest(result.request);
      setFailure(result.error);
    }
    if (result.kind === 'refused') onBack(result.error);
  };
  const sendCode = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.trim() === '') return;
    setBusy('code');
    setFailure(null);
    await send({ code });
    setBusy(null);
  };
  const sendPasskey = async ({ challengeId, options }: NonNullable<SecondFactorRequest['passkey']>): Promise<void> => {
    setBusy('passkey');
    setFailure(null);
    try {
      const { answerWithPasskey } = await import('./passkeys.ts');
      await send({ passkey: await answerWithPasskey(challengeId, options) });
    } catch {
      setFailure(t('secondStep.passkeyFailed'));
    }
    setBusy(null);
  };

  const { kinds, passkey } = request;
  return (
    <SignedOutPage title={t('secondStep.title')}>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      {passkey !== null && (
        <Button
          leftSection={<IconFingerprint size={20} aria-hidden />}
          loading={busy === 'passkey'}
          fullWidth
          onClick={() => void sendPasskey(passkey)}
        >
          {t('secondStep.usePasskey')}
        </Button>
      )}
      <form onSubmit={(event) => void sendCode(event)}>
        <Stack gap="md">
          <TextInput
            label={t(kinds.includes('totp') ? 'secondStep.code' : 'secondStep.recoveryCode')}
            description={t(kinds.includes('totp') ? 'secondStep.codeHint' : 'secondStep.recoveryHint')}
            size="md"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            maxLength={64}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {/* The reason stands directly above the button. */}
          <Group gap="xs">
            <ReasonedButton
              type="submit"
              variant={passkey === null ? 'filled' : 'default'}
              loading={busy === 'code'}
              reason={code.trim() === '' ? reasonText('reason.code') : null}
              fullWidth
            >
              {t('secondStep.submit')}
            </ReasonedButton>
          </Group>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        {t('secondStep.lost')}
      </Text>
      <Button variant="subtle" onClick={() => onBack(null)}>
        {t('secondStep.back')}
      </Button>
    </SignedOutPage>
  );
}
