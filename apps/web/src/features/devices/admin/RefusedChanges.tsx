import type { RefusedChange } from '@holdfast/contract';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, useAdminWrites, wordsOf } from '../../../lib/calls/adminCalls.ts';
import { linesText } from '../../../lib/display/changeLines.ts';
import { formatMoment } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Failed } from '../../../ui/states.tsx';

/** Number of changes shown before the rest is requested. */
const PAGE = 20;

/** Lists refused changes on a device, which can be accepted on behalf of their authors or discarded. */
export function RefusedChanges({ deviceId }: { deviceId: string }) {
  const changes = useQuery(adminQuery('load the refused changes', 'getRefusedChanges', { id: deviceId }));
  const [shown, setShown] = useState(PAGE);
  if (changes.isError) {
    const { what, reason } = wordsOf(changes.error);
    return <Failed what={what} reason={reason} onRetry={() => void changes.refetch()} />;
  }
  if (changes.data === undefined) return <Skeleton height={96} />;
  const left = changes.data.length - shown;
  return (
    <section aria-label={t('adminDevices.refusedTitle')}>
      <Title order={3} fz="md" mb={4}>
        {t('adminDevices.refusedTitle')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('adminDevices.refusedHint')}
      </Text>
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {changes.data.slice(0, shown).map((change) => (
          <li key={change.id}>
            <Entry deviceId={deviceId} change={change} />
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {t('desktop.showMore', { count: left })}
        </Button>
      )}
    </section>
  );
}

function Entry({ deviceId, change }: { deviceId: string; change: RefusedChange }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const { id, companyId, companyName, userName, place, what, lines, reason, at } = change;
  const decide = async (decision: 'accepted' | 'discarded'): Promise<void> => {
    const done = await attempt(async () => {
      await write('decide the change', 'decideRefusedChange', { id: deviceId, companyId, changeId: id, decision });
      return true;
    });
    if (done === true) notifications.show({ message: t(`adminDevices.${decision}`, { name: userName }) });
  };
  return (
    <>
      <Text fw={550}>{[place, what].filter((part) => part !== '').join(' · ')}</Text>
      {linesText(what, lines).map((line, index) => (
        <Text key={index} style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
      <Text c="dimmed" size="sm">
        {[userName, companyName, formatMoment(at)].filter((part) => part !== '').join(' · ')}
      </Text>
      <Text c="var(--mantine-color-error)">{reason}</Text>
      <Group gap="sm" mt={4}>
        <Button variant="light" disabled={isBusy} onClick={() => void decide('accepted')}>
          {t('adminDevices.accept', { name: userName })}
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={() => void decide('discarded')}>
          {t('adminDevices.discard')}
        </Button>
      </Group>
    </>
  );
}
