import { Alert } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { t } from '../../lib/texts/administration.ts';

/** Notice that changes of an earlier visit are shown, which the browser has kept. */
export function RestoredNotice() {
  return (
    <Alert variant="default" role="status" icon={<IconHistory aria-hidden />} title={t('admin.restored')}>
      {t('admin.restoredHint')}
    </Alert>
  );
}
