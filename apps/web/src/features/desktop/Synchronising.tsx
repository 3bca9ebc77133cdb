import { Button, Center, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { t } from '../../lib/texts/synchronisation.ts';
import { Logo } from '../../ui/Logo.tsx';
import { startRun } from './desktopState.ts';

/** Shown instead of the login while a run fills the device (docs/acceptance.md, AUTH). */
export function Synchronising({ message, progress }: { message: string; progress: number }) {
  return (
    // In a low window it is scrolled, which the keyboard does only with the focus in it.
    <Center component="main" mih="100%" p="md" tabIndex={0}>
      <Stack align="center" gap="lg" w="100%" maw={420}>
        <Logo size={104} />
        <Title order={1} fz={28} lts="-0.02em">
          {t('desktop.synchronising')}
        </Title>
        <Text role="status">{message}</Text>
        <Progress.Root w="100%" size="lg">
          <Progress.Section value={progress} aria-label={t('desktop.progress')} />
        </Progress.Root>
        <Text c="dimmed" ta="center">
          {t('desktop.synchronisingHint')}
        </Text>
      </Stack>
    </Center>
  );
}

/**
 * Shown instead of the application while the device has no records and none are being received, for example after a repair without a
 * connection.
 */
export function NoRecordsYet({ connected, message }: { connected: boolean; message: string }) {
  const start = useMutation({ mutationFn: startRun });
  return (
    <Center component="main" mih="100%" p="md">
      <Stack align="center" gap="lg" w="100%" maw={480}>
        <Logo size={104} />
        <Title order={1} fz={28} lts="-0.02em" ta="center">
          {t('desktop.noRecords')}
        </Title>
        <Text ta="center">{t(connected ? 'desktop.noRecordsHint' : 'desktop.noRecordsNotConnected')}</Text>
        <Text role="status" c="dimmed">
          {start.isError ? t('desktop.startFailed') : message}
        </Text>
        <Button loading={start.isPending} onClick={() => start.mutate(false)}>
          {t('desktop.syncNow')}
        </Button>
      </Stack>
    </Center>
  );
}
