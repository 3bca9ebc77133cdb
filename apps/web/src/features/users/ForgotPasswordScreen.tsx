import { Anchor, Text } from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { SignedOutPage } from './SignedOutPage.tsx';

/** How somebody who forgot the password gets a new one. */
export function ForgotPasswordScreen() {
  return (
    <SignedOutPage title={t('forgot.title')}>
      <Text>{t('forgot.text')}</Text>
      <Text c="dimmed" size="sm">
        {t('forgot.safe')}
      </Text>
      <Anchor href="#" ta="center" py={10}>
        {t('forgot.back')}
      </Anchor>
    </SignedOutPage>
  );
}
