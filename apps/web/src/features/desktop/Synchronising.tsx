import { Center, Progress, Stack, Text, Title } from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { Logo } from '../../ui/Logo.tsx';

/** Shown in place of the login while a run fills the device (docs/acceptance.md, AUTH). */
export function Synchronising({ message, progress }: { message: string; progress: number }) {
  return (
    <Center component="main" mih="100%" p="md">
      <Stack align="center" gap="lg" w="100%" maw={420}>
        <Logo size={104} />
        <Title order={1} fz={28} lts="-0.02em">
          {t('desktop.synchronising')}
        </Title>
        <Text role="status">{message}</Text>
        <Progress.Root w="100%" size="lg">
          <Progress.Section value={progress} aria-label={t('desktop.progress')} />
        </Progress.Root>
      </Stack>
    </Center>
  );
}
