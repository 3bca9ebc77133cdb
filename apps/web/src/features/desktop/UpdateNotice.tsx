import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { useOutbox } from '../../lib/outbox/index.ts';
import { keyOf, queryOf } from '../../lib/queries.ts';
import { announceLeaving } from '../../lib/session.ts';
import { t } from '../../lib/texts/index.ts';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { offerRetry } from '../../ui/offers.tsx';

/** Time in ms for which a restart waits for saves; what is left is kept and sent after it. */
const DRAIN_MS = 2_000;

/** Text in the title bar about updates (docs/acceptance.md, TBAR): none while there is no update. */
export function UpdateNotice() {
  const cache = useQueryClient();
  const versions = useQuery(queryOf('getVersions', {})).data;
  const first = useRef<string | null>(null);
  const begin = useMutation({
    mutationFn: () => call('startUpdate', {}),
    // Progress arrives by events; an update that could not begin is read again.
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf('getVersions') }),
    onError: (error) => offerRetry(t('desktop.updateNotBegun'), reasonOf(error), () => begin.mutate()),
  });
  const outbox = useOutbox();
  const confirm = useConfirm();
  /** Hands over what is being typed, and waits a moment for saves. */
  const settle = async (): Promise<void> => {
    announceLeaving();
    await outbox.kept();
    await outbox.drained(DRAIN_MS);
  };
  const restart = useMutation({
    async mutationFn() {
      const sending = outbox.saves().filter(({ content, refusal }) => content !== null && refusal === null).length;
      const warnings = [
        ...(hasUnsaved() ? [t('window.closeUnsaved')] : []),
        ...(sending > 0 ? [t('desktop.restartSending', { count: sending })] : []),
      ];
      const question = { title: t('desktop.restartTitle'), text: warnings.join(' '), confirm: t('desktop.restart') };
      if (warnings.length > 0 && !(await confirm(question))) return;
      await settle();
      await call('restartDesktop', {});
    },
    onError: (error) => offerRetry(t('desktop.notRestarted'), reasonOf(error), () => restart.mutate()),
  });
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
    // The page belongs to the version that served it.
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
