import type { IdentityProvider } from '@holdfast/contract';
import { Button, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { Empty } from '../../../ui/states.tsx';
import { IdentityProviderForm } from './IdentityProviderForm.tsx';

/** The identity providers with which users sign in, and their settings. */
export function IdentityProvidersDialog({ onClose }: { onClose(): void }) {
  const read = useQuery(adminQuery('load the identity providers', 'getIdentityProviders', {}));
  // 'new': a provider that is not saved yet; null: the list.
  const [chosen, setChosen] = useState<string | null>(null);
  const provider = read.data?.providers.find(({ id }) => id === chosen) ?? null;
  const isOpen = read.data !== undefined && (provider !== null || chosen === 'new');
  const [isChanged, setChanged] = useState(false);
  const toList = useDiscarding(
    () => isChanged,
    () => setChosen(null),
  );
  return (
    <Dialog
      inAddress
      opened
      onClose={isOpen ? toList : onClose}
      title={isOpen ? (provider?.name ?? t('providers.newTitle')) : t('providers.title')}
      size="xl"
    >
      {read.data === undefined && <Unread read={read} rows={4} />}
      {isOpen && (
        <IdentityProviderForm
          key={chosen}
          provider={provider}
          redirectAddress={read.data.redirectAddress}
          onChanged={setChanged}
          onDone={() => setChosen(null)}
        />
      )}
      {read.data !== undefined && !isOpen && (
        <Stack gap="md">
          {read.data.providers.length === 0 ? (
            <Empty title={t('providers.emptyTitle')} hint={t('providers.emptyHint')} />
          ) : (
            <Providers providers={read.data.providers} onChoose={setChosen} />
          )}
          <DialogActions>
            <Button onClick={() => setChosen('new')}>{t('providers.add')}</Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  );
}

function Providers({ providers, onChoose }: { providers: readonly IdentityProvider[]; onChoose(id: string): void }) {
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label={t('providers.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('admin.name')}</Table.Th>
            <Table.Th>{t('adminUsers.company')}</Table.Th>
            <Table.Th>{t('providers.domains')}</Table.Th>
            <Table.Th>{t('adminUsers.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {providers.map(({ id, name, companyName, domains, enabled, accounts }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <UnstyledButton c="var(--holdfast-accent-text)" py={8} onClick={() => onChoose(id)}>
                  {name}
                </UnstyledButton>
              </Table.Td>
              <Table.Td>{companyName ?? t('frame.staff')}</Table.Td>
              <Table.Td>{domains.join(', ')}</Table.Td>
              <Table.Td>
                {t(enabled ? 'providers.on' : 'providers.off')}
                <Text size="sm" c="dimmed">
                  {t('providers.accounts', { count: accounts })}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
