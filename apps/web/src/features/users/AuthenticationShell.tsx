import { Center } from '@mantine/core';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { LoginScreen } from './LoginScreen.tsx';
import { useSession } from './session.tsx';

// Of no use without the server, so not fetched ahead.
const FirstAdministratorScreen = part(() => import('./FirstAdministratorScreen.tsx'), false);
const ForgotPasswordScreen = part(() => import('./ForgotPasswordScreen.tsx'), false);
const ResetPasswordScreen = part(() => import('./ResetPasswordScreen.tsx'), false);
const SecondFactorSetupScreen = part(() => import('./SecondFactorSetupScreen.tsx'), false);
const SingleSignOnScreen = part(() => import('./SingleSignOnScreen.tsx'), false);

const UnreachableScreen = part(() => import('./UnreachableScreen.tsx'));

/** Address to which identity providers redirect the browser. */
export const SINGLE_SIGN_ON_PATH = '/single-sign-on';

/** Shows the application to a signed-in user, and the login screen otherwise, at any address. */
export function AuthenticationShell({ children }: { children: ReactNode }) {
  const { authentication } = useSession();
  const place = useSyncExternalStore(watchHash, () => window.location.hash);
  if (authentication.state === 'checking') {
    return <Checking />;
  }
  if (authentication.state === 'signedIn' && authentication.user.secondFactorNeeded !== true) return children;
  const screen = authentication.state === 'signedIn' ? <SecondFactorSetupScreen /> : screenAt(place);
  if (screen !== null || authentication.state === 'signedIn')
    return <Suspense fallback={<Checking />}>{screen}</Suspense>;
  const { outOfReach, isUnanswered, waiting } = authentication;
  if (isUnanswered)
    return (
      <Suspense fallback={<Checking />}>
        <UnreachableScreen />
      </Suspense>
    );
  return (
    <LoginScreen
      notice={outOfReach ? t('errors.noConnection') : null}
      kept={waiting > 0 ? t('login.kept', { count: waiting }) : null}
    />
  );
}

/** Returns the screen for a signed-out user at an address; null: the login. */
function screenAt(place: string): ReactNode {
  if (window.location.pathname === SINGLE_SIGN_ON_PATH) return <SingleSignOnScreen />;
  if (place === '#forgot-password') return <ForgotPasswordScreen />;
  const [, kind, secret] = /^#(reset-password|invitation)=(.+)$/.exec(place) ?? [];
  if (secret !== undefined) return <ResetPasswordScreen secret={secret} isInvitation={kind === 'invitation'} />;
  return place === '#first-administrator' ? <FirstAdministratorScreen /> : null;
}

/** Shown while the session is being checked. */
export function Checking() {
  return (
    <Center mih="var(--holdfast-page-height, 100dvh)" role="status">
      {t('login.checking')}
    </Center>
  );
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
