import { CallError } from '@holdfast/contract/client';
import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { wordsOf } from '../../lib/calls/adminCalls.ts';
import { t } from '../../lib/texts/administration.ts';

/** Reason why a chosen file was not accepted: a refusal of the server, or an error of the page, which contains the complete message. */
export function FileRefused({ failure }: { failure: unknown }) {
  const { what, reason } = wordsOf(failure);
  const isOurs = failure instanceof Error && failure.name === 'Error';
  const isAboutFile =
    isOurs || (failure instanceof CallError && (failure.is('unsupportedMedia') || failure.is('tooLarge')));
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={isAboutFile ? t('admin.fileNotRead') : what}
    >
      {isOurs ? what : reason}
    </Alert>
  );
}
