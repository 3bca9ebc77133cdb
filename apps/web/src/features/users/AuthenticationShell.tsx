import { Center } from '@mantine/core';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { FirstAdministratorScreen } from './FirstAdministratorScreen.tsx';
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx';
import { LoginScreen } from './LoginScreen.tsx';
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx';
import { useSession } from './session.tsx';

const SecondFactorSetupScreen = part(() => import('./SecondFactorSetupScreen.tsx'));

/** Shows the application to a signed-in user, and the login screen otherwise, at any address. */
export function AuthenticationShell({ children }: { children: ReactNode }) {
  const { authentication } = useSession();
  const place = useSyncExternalStore(watchHash, () => window.location.hash);
  if (authentication.state === 'checking') {
    return <Checking />;
  }
  if (authentication.state === 'signedIn' && authentication.user.secondFactorNeeded === true)
    return (
      <Suspense fallback={<Checking />}>
        <SecondFactorSetupScreen />
      </Suspense>
    );
  if (authentication.state === 'signedIn') return children;
  if (place === '#forgot-password') return <ForgotPasswordScreen />;
  const [, kind, secret] = /^#(reset-password|invitation)=(.+)$/.exec(place) ?? [];
  if (secret !== undefined) return <ResetPasswordScreen secret={secret} isInvitation={kind === 'invitation'} />;
  if (place === '#first-administrator') return <FirstAdministratorScreen />;
  const { outOfReach, waiting } = authentication;
  return (
    <LoginScreen
      notice={outOfReach ? t('errors.noConnection') : null}
      kept={waiting > 0 ? t('login.kept', { count: waiting }) : null}
    />
  );
}

/** Shown until it is known who is signed in. */
export function Checking() {
  return (
    <Center mih="100dvh" role="status">
      {t('login.checking')}
    </Center>
  );
}

function watchHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
