import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { t } from '../../lib/texts/singleSignOn.ts';
import { storeTicket } from './singleSignOn.ts';

/** Button that opens the identity provider of an email address. */
export default function SingleSignOnButton({ email, onFailure }: { email: string; onFailure(reason: string): void }) {
  const [isBusy, setIsBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (email.trim() === '') {
      onFailure(t('singleSignOn.emailFirst'));
      return;
    }
    setIsBusy(true);
    try {
      const { error, begun } = await call('beginSingleSignOn', { email });
      if (begun !== null) {
        storeTicket(begun.ticket);
        // Stays busy until the page is left.
        window.location.assign(begun.address);
        return;
      }
      onFailure(error ?? '');
    } catch (failure) {
      onFailure(reasonOf(failure));
    }
    setIsBusy(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconBuilding size={20} aria-hidden />}
      loading={isBusy}
      fullWidth
      onClick={() => void go()}
    >
      {t('singleSignOn.button')}
    </Button>
  );
}
