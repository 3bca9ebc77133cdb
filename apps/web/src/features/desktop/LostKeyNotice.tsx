import { Alert, Button, Text } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { put, queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/synchronisation.ts';

/** Notice that the encryption key of this device's data was lost, and what to do; empty otherwise. Also shown before sign-in. */
export function LostKeyNotice({ canDismiss }: { canDismiss: boolean }) {
  const cache = useQueryClient();
  const lost = useQuery(queryOf('getEncryption', {})).data?.lost ?? null;
  const dismiss = useMutation({
    mutationFn: () => call('dismissLostKey', {}),
    onSuccess: (status) => put(cache, 'getEncryption', {}, status),
  });
  if (lost === null) return null;
  return (
    <Alert
      color="yellow"
      role="alert"
      m="md"
      icon={<IconKeyOff aria-hidden />}
      title={t('desktop.keyLost', { at: formatMoment(lost.at) })}
    >
      <Text>{t(lost.folder === '' ? 'desktop.keyLostContents' : 'desktop.keyLostHint')}</Text>
      {lost.folder !== '' && (
        <Text c="dimmed" size="sm">
          {t('desktop.keyLostFolder', { folder: lost.folder })}
        </Text>
      )}
      {canDismiss && (
        <Button mt="sm" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t('desktop.rescueRead')}
        </Button>
      )}
    </Alert>
  );
}
