import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { keyOf, queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { hasUnsaved } from '../../lib/drafts/unsaved.ts';
import { offerRetry } from '../../ui/offers.tsx';
import { useRestart } from './useRestart.ts';

/** Text in the title bar about updates (docs/acceptance.md, TBAR); empty while there is no update. */
export function UpdateNotice() {
  const cache = useQueryClient();
  const versions = useQuery(queryOf('getVersions', {})).data;
  const first = useRef<string | null>(null);
  const begin = useMutation({
    mutationFn: () => call('startUpdate', {}),
    // Progress arrives as events; the state is read again when an update could not start.
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('getVersions') }),
    onError: (error) => offerRetry(t('desktop.updateNotBegun'), reasonOf(error), () => begin.mutate()),
  });
  const { restart, settle } = useRestart();
  const reload = useEffectEvent(async () => {
    if (!hasUnsaved()) {
      await settle();
      window.location.reload();
      return;
    }
    const load = (): void => void settle().then(() => window.location.reload());
    notifications.show({
      id: 'newVersion',
      title: t('desktop.newVersion'),
      autoClose: false,
      withCloseButton: false,
      message: (
        <>
          <Text size="sm">{t('desktop.newVersionHint')}</Text>
          <Button variant="light" mt="xs" onClick={load}>
            {t('desktop.newVersionLoad')}
          </Button>
        </>
      ),
    });
  });
  const current = versions?.currentVersion ?? null;
  useEffect(() => {
    if (current === null) return;
    first.current ??= current;
    // The page belongs to the version of the agent that served it.
    if (first.current !== current) void reload();
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
