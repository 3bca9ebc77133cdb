import { Alert, Button, Group, Progress, Skeleton, Stack, Switch, Table, Text, Title } from '@mantine/core';
import type { SyncLog, SyncOptions } from '@holdfast/contract';
import { isReadableInTransit } from '@holdfast/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { saveFile } from '../../lib/calls/downloads.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { put, queryOf } from '../../lib/calls/queries.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { t } from '../../lib/texts/synchronisation.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Empty, Failed, Loading, ScreenTitle } from '../../ui/states.tsx';
import { OverriddenChanges } from '../history/index.ts';
import classes from './DesktopFrame.module.css';
import { EncryptionSettings } from './EncryptionSettings.tsx';
import { PhotosByInstallation } from './PhotosByInstallation.tsx';
import { WaitingChanges } from './WaitingChanges.tsx';
import { type DesktopState, startRun, useDesktopState } from './desktopState.ts';

/** Settings, contents and run history of this device (docs/acceptance.md, SYNC). */
export default function SyncScreen() {
  const state = useDesktopState();
  const device = useQuery(queryOf('getDeviceInfo', {})).data;
  if (state === null)
    return (
      <Loading>
        <Skeleton height={280} m="md" />
      </Loading>
    );
  return (
    <main className={classes['screen']}>
      <ScreenTitle>{t('desktop.title')}</ScreenTitle>
      <Run state={state} />
      {device !== undefined && isReadableInTransit(device.server) && (
        <Alert color="yellow" title={t('desktop.unencrypted')}>
          {t('desktop.unencryptedHint', { server: device.server })}
        </Alert>
      )}
      <WaitingChanges contents={state.waitingBlobs} />
      <Overridden />
      <Options />
      <EncryptionSettings />
      <PhotosByInstallation />
      <Counts />
      <History />
      <Support />
      {device !== undefined && (
        <Text c="dimmed" size="sm">
          {`${t('desktop.device')}: ${device.name} · ${t('desktop.version', { version: device.version })}`}
          <br />
          {t(device.keyPlace === 'keychain' ? 'desktop.keyInKeychain' : 'desktop.keyInFile')}
        </Text>
      )}
    </main>
  );
}

function Run({ state }: { state: DesktopState }) {
  const start = useMutation({ mutationFn: startRun });
  const { syncLog, message, progress, running, waiting, waitingBlobs, setAside } = state;
  const busy = running || start.isPending ? reasonText('reason.synchronising') : null;
  const isSettled = waiting + waitingBlobs + setAside === 0;
  const ended = running ? null : (syncLog?.status ?? null);
  // The success of the last run does not cover changes that were recorded since, or refused.
  const status = ended === 'Success' && !isSettled ? null : ended;
  return (
    <Stack gap="sm">
      <Text role="status" fw={550}>
        {message}
      </Text>
      <Progress.Root
        size="lg"
        className={status === null ? '' : (classes[status === 'Success' ? 'ended' : 'failed'] ?? '')}
      >
        <Progress.Section
          value={progress}
          aria-label={t('desktop.progress')}
          aria-valuetext={status ?? undefined}
          data-status={status ?? undefined}
        />
      </Progress.Root>
      {start.isError && <FormFailure>{`${t('desktop.startFailed')}: ${reasonOf(start.error)}`}</FormFailure>}
      <Group justify="space-between">
        <Text c="dimmed">
          {syncLog === null ? '' : `${syncLog.participantName} · ${formatMoment(syncLog.startTime)}`}
        </Text>
        <Group gap="sm">
          <ReasonedButton isInToolbar variant="default" reason={busy} onClick={() => start.mutate(true)}>
            {t('desktop.fullSync')}
          </ReasonedButton>
          <ReasonedButton isInToolbar reason={busy} onClick={() => start.mutate(false)}>
            {t('desktop.syncNow')}
          </ReasonedButton>
        </Group>
      </Group>
    </Stack>
  );
}

function Options() {
  const cache = useQueryClient();
  const options = useQuery(queryOf('getSyncOptions', {})).data;
  const choose = useMutation({
    mutationFn: (chosen: SyncOptions) => call('setSyncOptions', chosen),
    onSuccess: (kept) => put(cache, 'getSyncOptions', {}, kept),
  });
  const shown = choose.isPending ? choose.variables : options;
  return (
    <Stack gap="md">
      <Switch
        size="md"
        label={t('desktop.autosync')}
        description={t('desktop.autosyncHint')}
        disabled={shown === undefined}
        checked={shown?.autosync ?? true}
        onChange={({ currentTarget }) => choose.mutate({ ...shown!, autosync: currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t('desktop.syncImages')}
        description={t('desktop.syncImagesHint')}
        disabled={shown === undefined}
        checked={shown?.syncImages ?? true}
        onChange={({ currentTarget }) => choose.mutate({ ...shown!, syncImages: currentTarget.checked })}
      />
      <Switch
        size="md"
        label={t('desktop.onMetered')}
        description={t('desktop.onMeteredHint')}
        disabled={shown?.syncImages !== true}
        checked={shown?.onMetered ?? false}
        onChange={({ currentTarget }) => choose.mutate({ ...shown!, onMetered: currentTarget.checked })}
      />
    </Stack>
  );
}

/** Saves a file with the information that support needs about this device. */
function Support() {
  const save = useMutation({
    async mutationFn() {
      const report = await call('getSupportReport', {});
      const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' });
      saveFile({ filename: `holdfast-support-${report.madeAt.slice(0, 10)}.json`, content });
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        {t('desktop.support')}
      </Button>
      <Text c="dimmed" size="sm">
        {t('desktop.supportHint')}
      </Text>
      {save.isError && <FormFailure>{`${t('desktop.failed')}: ${reasonOf(save.error)}`}</FormFailure>}
    </Stack>
  );
}

function Overridden() {
  return (
    <section>
      <Title order={2} fz="lg" mb="sm">
        {t('overridden.title')}
      </Title>
      <OverriddenChanges />
    </section>
  );
}

function Counts() {
  const counts = useQuery(queryOf('getEntityCounts', {})).data ?? [];
  return (
    <section className={classes['table']}>
      <Table aria-label={t('desktop.counts')} maw={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('desktop.entity')}</Table.Th>
            <Table.Th ta="end">{t('desktop.number')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {counts.map(({ entity, count }) => (
            <Table.Tr key={entity}>
              <Table.Td>{entity}</Table.Td>
              <Table.Td ta="end">{count.toLocaleString('en-GB')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const COLUMNS = [
  'desktop.target',
  'desktop.trigger',
  'desktop.itemsIn',
  'desktop.itemsOut',
  'desktop.started',
  'desktop.finished',
  'desktop.status',
] as const;

function History() {
  const logs = useQuery(queryOf('getSyncLogs', {}));
  if (logs.isError)
    return <Failed what={t('desktop.failed')} reason={reasonOf(logs.error)} onRetry={() => void logs.refetch()} />;
  return (
    <section className={classes['table']} tabIndex={0} aria-label={t('desktop.history')}>
      <Title order={2} fz="lg" mb="sm">
        {t('desktop.history')}
      </Title>
      {logs.data?.length === 0 ? (
        <Empty title={t('desktop.historyEmpty')} hint={t('desktop.historyEmptyHint')} />
      ) : (
        <Table aria-label={t('desktop.history')}>
          <Table.Thead>
            <Table.Tr>
              {COLUMNS.map((column) => (
                <Table.Th key={column}>{t(column)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(logs.data ?? []).map((log) => (
              <HistoryRow key={log.id} log={log} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

function HistoryRow({ log }: { log: SyncLog }) {
  const state = log.isRunning ? 'runningRow' : log.status === 'Success' ? 'success' : 'fail';
  const status = log.status ?? t(log.isRunning ? 'desktop.running' : 'desktop.incomplete');
  return (
    <Table.Tr data-state={state}>
      <Table.Td>{log.participantName}</Table.Td>
      <Table.Td>{log.trigger}</Table.Td>
      <Table.Td>{log.recordsIn.toLocaleString('en-GB')}</Table.Td>
      <Table.Td>{log.recordsOut.toLocaleString('en-GB')}</Table.Td>
      <Table.Td>{formatMoment(log.startTime)}</Table.Td>
      <Table.Td>{log.endTime === null ? '' : formatMoment(log.endTime)}</Table.Td>
      <Table.Td className={classes[state]}>{status}</Table.Td>
    </Table.Tr>
  );
}
