import type { SecondFactor } from '@holdfast/contract';
import { Alert, Button, Code, Group, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { t } from '../../lib/texts/secondFactors.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import classes from './AccountDialog.module.css';

/** A step of adding, removing or renewing second factors. */
type Step =
  | { kind: 'list' }
  | { kind: 'password'; purpose: 'totp' | 'passkey' | 'codes' }
  | { kind: 'password'; purpose: 'remove'; factor: SecondFactor }
  | { kind: 'app'; challengeId: string; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] };

/** The second factors of the user's own account: adding, removing, recovery codes. @param onAdded called after one was added */
export function SecondFactors({ onAdded }: { onAdded?(): void }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('getSecondFactors', {}));
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const showList = (): void => {
    setStep({ kind: 'list' });
    refresh(cache, ['getSecondFactors', 'getSessions']);
  };
  const finish = (codes: readonly string[] | null): void => {
    refresh(cache, ['getSecondFactors', 'getSessions']);
    if (codes === null) {
      showList();
      onAdded?.();
    } else setStep({ kind: 'codes', codes });
  };
  return (
    <Stack gap="sm">
      <Title order={3} fz="md">
        {t('secondFactors.title')}
      </Title>
      {data === undefined && error !== null && (
        <Failed isInset what={t('secondFactors.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Loading>
          <Skeleton height={56} />
        </Loading>
      )}
      {data !== undefined && step.kind === 'list' && <FactorList state={data} onStep={setStep} />}
      {step.kind === 'password' && <PasswordStep step={step} onStep={setStep} onDone={finish} onCancel={showList} />}
      {step.kind === 'app' && <AppStep offer={step} onDone={finish} onCancel={showList} />}
      {step.kind === 'codes' && (
        <RecoveryCodes
          codes={step.codes}
          onDone={() => {
            showList();
            onAdded?.();
          }}
        />
      )}
    </Stack>
  );
}

interface FactorState {
  factors: readonly SecondFactor[];
  recoveryCodesLeft: number;
  required: boolean;
  confirmed: boolean;
  passkeyAddress: string | null;
}

function FactorList({ state, onStep }: { state: FactorState; onStep(step: Step): void }) {
  const { factors, recoveryCodesLeft, required, confirmed, passkeyAddress } = state;
  const locked = factors.length > 0 && !confirmed ? t('secondFactors.locked') : null;
  const isHere = passkeyAddress === window.location.origin;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('secondFactors.text')}
      </Text>
      {locked !== null && <Alert>{locked}</Alert>}
      {factors.length > 0 && (
        <ul className={classes['sessions']} aria-label={t('secondFactors.title')}>
          {factors.map((factor) => (
            <li key={factor.id}>
              {factor.kind === 'totp' ? (
                <IconDeviceMobile size={24} stroke={1.6} aria-hidden />
              ) : (
                <IconFingerprint size={24} stroke={1.6} aria-hidden />
              )}
              <div className={classes['words']}>
                <Text fw={550}>{factor.name}</Text>
                <Text size="sm" c="dimmed">
                  {factor.lastUsedAt === null
                    ? t('secondFactors.added', { since: formatMoment(factor.createdAt) })
                    : t('secondFactors.used', {
                        since: formatMoment(factor.createdAt),
                        used: formatMoment(factor.lastUsedAt),
                      })}
                </Text>
              </div>
              <ReasonedButton
                isInToolbar
                variant="default"
                reason={locked ?? (required && factors.length === 1 ? t('secondFactors.lastOne') : null)}
                aria-label={t('secondFactors.removeNamed', { name: factor.name })}
                onClick={() => onStep({ kind: 'password', purpose: 'remove', factor })}
              >
                {t('actions.remove')}
              </ReasonedButton>
            </li>
          ))}
        </ul>
      )}
      {required && factors.length === 1 && (
        <Text size="sm" c="dimmed">
          {t('secondFactors.lastOne')}
        </Text>
      )}
      <Group gap="sm">
        <ReasonedButton
          isInToolbar
          variant="default"
          reason={locked}
          onClick={() => onStep({ kind: 'password', purpose: 'totp' })}
        >
          {t('secondFactors.addApp')}
        </ReasonedButton>
        {passkeyAddress !== null && (
          <ReasonedButton
            isInToolbar
            variant="default"
            reason={locked ?? (isHere ? null : t('secondFactors.passkeyAddress', { address: passkeyAddress }))}
            onClick={() => onStep({ kind: 'password', purpose: 'passkey' })}
          >
            {t('secondFactors.addPasskey')}
          </ReasonedButton>
        )}
        {factors.length > 0 && (
          <ReasonedButton
            isInToolbar
            variant="default"
            reason={locked}
            onClick={() => onStep({ kind: 'password', purpose: 'codes' })}
          >
            {t('secondFactors.newCodes')}
          </ReasonedButton>
        )}
      </Group>
      {passkeyAddress !== null && !isHere && (
        <Text size="sm" c="dimmed">
          {t('secondFactors.passkeyAddress', { address: passkeyAddress })}
        </Text>
      )}
      {factors.length > 0 && (
        <Text size="sm" c={recoveryCodesLeft < 3 ? 'red' : 'dimmed'}>
          {t('secondFactors.codesLeft', { count: recoveryCodesLeft })}
        </Text>
      )}
    </>
  );
}

/** Asks for the current password, then makes the change. */
function PasswordStep({
  step,
  onStep,
  onDone,
  onCancel,
}: {
  step: Extract<Step, { kind: 'password' }>;
  onStep(step: Step): void;
  onDone(codes: readonly string[] | null): void;
  onCancel(): void;
}) {
  const [currentPassword, setPassword] = useState('');
  const [name, setName] = useState(t('secondFactors.passkeyName'));
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isComplete = currentPassword !== '' && name.trim() !== '';
  /** Makes the change. @returns the reason of a failure; null when it succeeded */
  const change = async (): Promise<string | null> => {
    const wrong = t('account.passwordWrong');
    if (step.purpose === 'remove') {
      const { removed } = await call('removeSecondFactor', { id: step.factor.id, currentPassword });
      if (removed) onCancel();
      return removed ? null : wrong;
    }
    if (step.purpose === 'codes') {
      const { codes } = await call('renewRecoveryCodes', { currentPassword });
      if (codes !== null) onStep({ kind: 'codes', codes });
      return codes === null ? wrong : null;
    }
    if (step.purpose === 'totp') {
      const { offer } = await call('beginTotp', { currentPassword });
      if (offer !== null) onStep({ kind: 'app', ...offer });
      return offer === null ? wrong : null;
    }
    const { offer } = await call('beginPasskey', { currentPassword });
    if (offer === null) return wrong;
    const { makePasskey } = await import('./passkeys.ts');
    const credential = await makePasskey(offer.options).catch(() => null);
    if (credential === null) return t('secondFactors.passkeyFailed');
    const { challengeId } = offer;
    const { added, recoveryCodes } = await call('confirmPasskey', { challengeId, name, credential });
    if (added) onDone(recoveryCodes);
    return added ? null : t('secondFactors.passkeyFailed');
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isComplete) return;
    setBusy(true);
    setFailure(null);
    setFailure(await change().catch(reasonOf));
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text>
          {step.purpose === 'remove'
            ? t('secondFactors.purpose.remove', { name: step.factor.name })
            : t(`secondFactors.purpose.${step.purpose}`)}
        </Text>
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        {step.purpose === 'passkey' && (
          <TextInput
            size="md"
            label={t('secondFactors.name')}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          size="md"
          label={t('account.currentPassword')}
          autoComplete="current-password"
          autoFocus
          maxLength={320}
          value={currentPassword}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            type="submit"
            color={step.purpose === 'remove' ? 'red' : undefined}
            loading={isBusy}
            reason={isComplete ? null : reasonText('reason.required')}
          >
            {t(step.purpose === 'remove' ? 'actions.remove' : 'secondFactors.continue')}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows the secret for an authenticator app, and checks a code from the app. */
function AppStep({
  offer: { challengeId, secret, uri },
  onDone,
  onCancel,
}: {
  offer: { challengeId: string; secret: string; uri: string };
  onDone(codes: readonly string[] | null): void;
  onCancel(): void;
}) {
  const [name, setName] = useState(t('secondFactors.appName'));
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const nameless = name.trim() === '' ? reasonText('reason.required') : null;
  const missing = code.trim().length < 6 ? reasonText('reason.code') : nameless;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (missing !== null) return;
    setBusy(true);
    setFailure(null);
    try {
      const { added, recoveryCodes } = await call('confirmTotp', { challengeId, name, code });
      if (added) onDone(recoveryCodes);
      else setFailure(t('secondFactors.codeWrong'));
    } catch (error) {
      setFailure(reasonOf(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text>{t('secondFactors.scan')}</Text>
        <img
          className={classes['qr']}
          alt={t('secondFactors.qr')}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
        />
        <Text size="sm" c="dimmed">
          {t('secondFactors.typeInstead')}
        </Text>
        <Code block fz="md" aria-label={t('secondFactors.secret')}>
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Code>
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <TextInput
          size="md"
          label={t('secondFactors.name')}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          size="md"
          label={t('secondFactors.code')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton type="submit" loading={isBusy} reason={missing}>
            {t('secondFactors.confirm')}
          </ReasonedButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows recovery codes. They cannot be shown again. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <Stack gap="sm">
      <Alert role="status" title={t('secondFactors.codesTitle')}>
        {t('secondFactors.codesText')}
      </Alert>
      <Code block fz="md" aria-label={t('secondFactors.codes')}>
        {codes.join('\n')}
      </Code>
      <Group justify="flex-end">
        <Button component="a" variant="default" href={file} download={t('secondFactors.codesFile')}>
          {t('secondFactors.download')}
        </Button>
        <Button onClick={onDone}>{t('secondFactors.codesKept')}</Button>
      </Group>
    </Stack>
  );
}
