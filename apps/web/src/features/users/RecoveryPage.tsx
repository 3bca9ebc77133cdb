import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { t } from '../../lib/texts/recovery.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** One step of a password reset: a form that is sent once, its result, and a link to the login. */
export function RecoveryPage({
  title,
  submit,
  isComplete,
  needed,
  send,
  done,
  children,
}: {
  title: string;
  /** Label of the button. */
  submit: string;
  /** True when the form can be sent. */
  isComplete: boolean;
  /** The reason for which it cannot be sent yet. */
  needed: string;
  /** Returns the reason of a refusal as text; null when it succeeded. */
  send(): Promise<string | null>;
  /** Text shown after it succeeded. */
  done: string;
  children: ReactNode;
}) {
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setState('busy');
    setFailure(null);
    const refusal = await send().catch(reasonOf);
    setFailure(refusal);
    setState(refusal === null ? 'done' : 'asking');
  };
  return (
    <SignedOutPage title={title}>
      {failure !== null && <FormFailure>{failure}</FormFailure>}
      {state === 'done' ? (
        <>
          <Text role="status">{done}</Text>
          <Button component="a" href="#" fullWidth>
            {t('login.submit')}
          </Button>
        </>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isComplete) void run();
          }}
        >
          <Stack gap="md">
            {children}
            {/* The reason stands directly above the button. */}
            <Group gap="xs">
              <ReasonedButton type="submit" loading={state === 'busy'} reason={isComplete ? null : needed} fullWidth>
                {submit}
              </ReasonedButton>
            </Group>
          </Stack>
        </form>
      )}
      {state !== 'done' && (
        <Anchor href="#" ta="center" py={10}>
          {t('forgot.back')}
        </Anchor>
      )}
    </SignedOutPage>
  );
}
