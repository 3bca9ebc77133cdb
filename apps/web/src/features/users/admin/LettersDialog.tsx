import type { Letter } from '@holdfast/contract';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { formatMoment } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Empty } from '../../../ui/states.tsx';
import classes from './LettersDialog.module.css';

/** Interval in ms at which the state of emails is read again. */
const REFRESH_MS = 5_000;

/** The emails that the server sent in the last 30 days, with their state. */
export function LettersDialog({ onClose }: { onClose(): void }) {
  const read = useQuery({
    ...adminQuery('load the mails', 'getLetters', {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Dialog opened inAddress onClose={onClose} title={t('adminLetters.title')} size="xl">
      {read.data === undefined && <Unread read={read} rows={4} />}
      {read.data?.length === 0 && <Empty title={t('adminLetters.none')} hint={t('adminLetters.empty')} />}
      {read.data !== undefined && read.data.length > 0 && (
        <Table aria-label={t('adminLetters.title')} className={classes['table'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audit.time')}</Table.Th>
              <Table.Th>{t('adminUsers.email')}</Table.Th>
              <Table.Th>{t('audit.action')}</Table.Th>
              <Table.Th>{t('adminUsers.state')}</Table.Th>
              <Table.Th>{t('adminLetters.attempts')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {read.data.map((letter) => (
              <Table.Tr key={letter.id}>
                <Table.Td className={classes['time'] ?? ''}>{formatMoment(letter.createdAt)}</Table.Td>
                <Table.Td className={classes['to'] ?? ''}>{letter.to}</Table.Td>
                <Table.Td className={classes['kind'] ?? ''}>{t(`adminLetters.kind.${letter.kind}`)}</Table.Td>
                <Table.Td className={classes['state'] ?? ''}>
                  <Text size="sm" c={letter.state === 'failed' ? 'red' : undefined}>
                    {stateOf(letter)}
                  </Text>
                </Table.Td>
                <Table.Td className={classes['attempts'] ?? ''}>{letter.attempts}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Dialog>
  );
}

function stateOf({ state, reason }: Letter): string {
  if (state === 'failed') return t('adminLetters.state.failed', { reason: reason ?? '' });
  if (state === 'sent' || reason === null) return t(`adminLetters.state.${state}`);
  return t(state === 'waiting' ? 'adminLetters.state.waitingReason' : 'adminLetters.state.outboxReason', { reason });
}
