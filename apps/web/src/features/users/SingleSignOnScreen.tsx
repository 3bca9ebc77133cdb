import type { SecondFactorRequest } from '@holdfast/contract';
import { Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '../../lib/texts/singleSignOn.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import SecondStepScreen from './SecondStepScreen.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';
import { useSession } from './session.tsx';
import { readAnswer } from './singleSignOn.ts';

/** Finishes a sign-in after an identity provider has redirected the browser back. */
export default function SingleSignOnScreen() {
  const { signInThrough } = useSession();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const ticket = useRef<string | null>(null);
  const isTaken = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [request, setRequest] = useState<SecondFactorRequest | null>(null);

  useEffect(() => {
    // The answer is valid once, and React may run the effect twice.
    if (isTaken.current) return;
    isTaken.current = true;
    const answer = readAnswer(search);
    void navigate(pathname, { replace: true });
    ticket.current = answer?.ticket ?? null;
    void (async () => {
      const result =
        answer === null ? ({ kind: 'refused', error: t('singleSignOn.lost') } as const) : await signInThrough(answer);
      if (result.kind === 'refused') setFailure(result.error);
      if (result.kind === 'secondFactor') setRequest(result.request);
    })();
  }, [signInThrough, search, pathname, navigate]);

  if (request !== null)
    return (
      <SecondStepScreen
        request={request}
        send={(second) => signInThrough({ ticket: ticket.current ?? '', query: '', ...second })}
        onBack={(reason) => {
          setRequest(null);
          setFailure(reason ?? t('singleSignOn.lost'));
        }}
      />
    );
  return (
    <SignedOutPage title={t('singleSignOn.title')}>
      {failure === null ? (
        <Text role="status" ta="center">
          {t('singleSignOn.waiting')}
        </Text>
      ) : (
        <>
          <FormFailure>{failure}</FormFailure>
          <Anchor href="/" ta="center" py={10}>
            {t('singleSignOn.again')}
          </Anchor>
        </>
      )}
    </SignedOutPage>
  );
}
