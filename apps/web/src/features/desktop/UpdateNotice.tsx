import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { keyOf, queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';

/** Text in the title bar about updates (docs/acceptance.md, TBAR): none while there is no update. */
export function UpdateNotice() {
  const cache = useQueryClient();
  const versions = useQuery(queryOf('getVersions', {})).data;
  const first = useRef<string | null>(null);
  const begin = useMutation({
    mutationFn: () => call('startUpdate', {}),
    // Progress arrives by events; an update that could not begin is read again.
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('getVersions') }),
  });
  const restart = useMutation({ mutationFn: () => call('restartDesktop', {}) });
  const current = versions?.currentVersion ?? null;
  useEffect(() => {
    if (current === null) return;
    first.current ??= current;
    // The page belongs to the version that served it.
    if (first.current !== current) window.location.reload();
  }, [current]);
  if (versions === undefined || versions.availableVersion === '') return null;
  const version = versions.availableVersion;
  if (versions.state === 'updating') return <Text role="status">{t('desktop.updating', { version })}</Text>;
  if (versions.state === 'failed')
    return (
      <Text role="status" c="var(--mantine-color-error)" title={versions.reason ?? undefined}>
        {t('desktop.updateFailed')}
      </Text>
    );
  const isInstalled = versions.state === 'updated';
  return (
    <Button
      variant="light"
      h={44}
      loading={begin.isPending || restart.isPending}
      onClick={() => (isInstalled ? restart.mutate() : begin.mutate())}
    >
      {t(isInstalled ? 'desktop.updated' : 'desktop.update', { version })}
    </Button>
  );
}
