import { Button, Text } from '@mantine/core';
import { t } from '../../lib/texts/secondFactors.ts';
import { SecondFactors } from './SecondFactors.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';
import { useSession } from './session.tsx';

/** Shown when an account requires a second factor, until its session is confirmed by one. */
export default function SecondFactorSetupScreen() {
  const { checkAgain, signOut } = useSession();
  return (
    <SignedOutPage title={t('secondFactors.requiredTitle')}>
      <Text>{t('secondFactors.requiredText')}</Text>
      <SecondFactors onAdded={() => void checkAgain()} />
      <Button variant="subtle" onClick={() => void signOut()}>
        {t('user.signOut')}
      </Button>
    </SignedOutPage>
  );
}
