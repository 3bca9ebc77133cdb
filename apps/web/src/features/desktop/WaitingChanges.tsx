import type { WaitingChange } from '@holdfast/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/api.ts';
import { linesText } from '../../lib/changeLines.ts';
import { saveFile } from '../../lib/downloads.ts';
import { reasonOf } from '../../lib/failures.ts';
import { formatMoment } from '../../lib/formats.ts';
import { queryOf, refresh } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import { Failed } from '../../ui/states.tsx';

import classes from './DesktopFrame.module.css';

/** Number of changes shown before the rest is requested. */
const PAGE = 50;

/** Lists refused changes with their actions, and changes that wait to be sent. @param contents number of photos and files that wait */
export function WaitingChanges({ contents }: { contents: number }) {
  const changes = useQuery(queryOf('getWaitingChanges', {}));
  if (changes.isError)
    return (
      <Failed what={t('desktop.failed')} reason={reasonOf(changes.error)} onRetry={() => void changes.refetch()} />
    );
  const all = changes.data ?? [];
  const refused = all.filter(({ kind }) => kind !== 'waiting');
  const waiting = all.filter(({ kind }) => kind === 'waiting');
  return (
    <>
      {refused.length > 0 && <Refused changes={refused} />}
      <section>
        <Title order={2} fz="lg" mb="sm">
          {t('desktop.waitingTitle')}
        </Title>
        {contents > 0 && <Text mb="sm">{t('desktop.contentsWaiting', { count: contents })}</Text>}
        {waiting.length === 0 && contents === 0 && <Text c="dimmed">{t('desktop.waitingEmpty')}</Text>}
        <List changes={waiting} />
      </section>
    </>
  );
}

function Refused({ changes }: { changes: readonly WaitingChange[] }) {
  const cache = useQueryClient();
  const reread = (): void => refresh(cache, ['getWaitingChanges', 'getWaitingItems']);
  const resend = useMutation({
    mutationFn: (ids: string[]) => call('resendChanges', { ids }),
    onSettled: reread,
  });
  const takeBack = useMutation({
    mutationFn: (ids: string[]) => call('takeBackDiscarded', { ids }),
    onSettled: reread,
  });
  const discard = useMutation({
    mutationFn: (ids: string[]) => call('discardChanges', { ids }),
    onSuccess: ({ count }, ids) => {
      reread();
      offerUndo(t('desktop.discarded', { count }), () => takeBack.mutate(ids));
    },
  });
  const save = useMutation({ mutationFn: exportToFile });
  const failed = [resend, discard, takeBack, save].find(({ isError }) => isError);
  const isBusy = resend.isPending || discard.isPending;
  return (
    <section aria-label={t('desktop.refusedTitle')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="lg">
          {t('desktop.refusedTitle')}
        </Title>
        <Group gap="sm">
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {t('desktop.export')}
          </Button>
          {changes.length > 1 && (
            <Button disabled={isBusy} onClick={() => resend.mutate(changes.map(({ id }) => id))}>
              {t('desktop.resendAll')}
            </Button>
          )}
        </Group>
      </Group>
      <Text mb="sm">{t('desktop.refusedHint')}</Text>
      {failed !== undefined && <FormFailure>{reasonOf(failed.error)}</FormFailure>}
      <List
        changes={changes}
        renderActions={({ id, kind }) => (
          <>
            <Button variant="light" disabled={isBusy} onClick={() => resend.mutate([id])}>
              {t(kind === 'damaged' ? 'desktop.sendAsItIs' : 'desktop.resend')}
            </Button>
            {kind === 'refused' && (
              <Button variant="subtle" disabled={isBusy} onClick={() => discard.mutate([id])}>
                {t('desktop.discard')}
              </Button>
            )}
          </>
        )}
      />
    </section>
  );
}

function List({
  changes,
  renderActions,
}: {
  changes: readonly WaitingChange[];
  renderActions?: (change: WaitingChange) => ReactNode;
}) {
  const [shown, setShown] = useState(PAGE);
  if (changes.length === 0) return null;
  return (
    <>
      <Stack gap="md" component="ul" m={0} p={0} className={classes['waitingList'] ?? ''}>
        {changes.slice(0, shown).map((change) => (
          <li key={change.id}>
            <Entry change={change} />
            {renderActions !== undefined && (
              <Group gap="sm" mt={4}>
                {renderActions(change)}
              </Group>
            )}
          </li>
        ))}
      </Stack>
      {changes.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {t('desktop.showMore', { count: changes.length - shown })}
        </Button>
      )}
    </>
  );
}

function Entry({ change: { place, what, lines, reason, at, picture } }: { change: WaitingChange }) {
  return (
    <>
      <Text fw={550}>{place === '' ? what : `${place} · ${what}`}</Text>
      {picture !== null && <img src={picture} alt={lines[0]?.to ?? ''} className={classes['refusedPicture']} />}
      {linesText(what, lines).map((line, index) => (
        <Text key={index} className={classes['whole'] ?? ''}>
          {line}
        </Text>
      ))}
      <Text c="dimmed" size="sm">
        {formatMoment(at)}
      </Text>
      {reason !== null && <Text c="var(--mantine-color-error)">{reason}</Text>}
    </>
  );
}

async function exportToFile(): Promise<void> {
  const exported = await call('exportChanges', {});
  const content = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' });
  saveFile({ filename: `unsent-changes-${exported.exportedAt.slice(0, 10)}.json`, content });
}
