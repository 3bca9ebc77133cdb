import { Group, Loader, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useSaves } from '../../lib/outbox/index.ts';
import { t } from '../../lib/texts/unreachable.ts';
import { SaveList } from '../../ui/indicators/SaveList.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Shown to a user whose session cannot be checked without a connection: what waits to be sent, until the page continues by itself. */
export default function UnreachableScreen() {
  const saves = useSaves();
  return (
    <SignedOutPage title={t('unreachable.title')}>
      <Group gap="sm" wrap="nowrap" align="flex-start" role="status">
        <IconCloudOff size={24} aria-hidden style={{ flex: 'none' }} />
        <Text>{t('unreachable.text')}</Text>
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Loader size={16} color="gray" aria-hidden />
        <Text size="sm" c="dimmed">
          {t('unreachable.trying')}
        </Text>
      </Group>
      {saves.length > 0 && (
        <section aria-label={t('saving.list')}>
          <Text fw={600}>{t('saving.notSaved', { count: saves.length })}</Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t('unreachable.kept', { count: saves.length })}
          </Text>
          <SaveList saves={saves} />
        </section>
      )}
    </SignedOutPage>
  );
}
