import type { AuditEntry } from '@holdfast/contract';
import { Stack, Table, Text } from '@mantine/core';
import { formatMoment } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { actionText, entryText } from './entryTexts.ts';

/** One entry of the audit log: the call, its caller, and each changed value before and after. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const facts: [string, string][] = [
    [t('audit.time'), formatMoment(entry.at)],
    [t('audit.person'), entry.userName],
    [t('audit.outcome'), t(`audit.outcome.${entry.outcome}`)],
    [t('audit.area'), t(`audit.area.${entry.area}`)],
    [t('adminUsers.company'), entry.companyName ?? ''],
    [t('audit.subject'), entry.subject],
    [t('audit.address'), entry.address ?? ''],
    [t('audit.device'), entry.device],
    [
      t('audit.records'),
      Object.entries(entry.ids)
        .map(([key, id]) => `${key} ${id}`)
        .join(', '),
    ],
    [t('audit.hash'), entry.hash],
  ];
  return (
    <Dialog opened onClose={onClose} title={entryText(entry)} size="xl">
      <Stack gap="md">
        <FactList facts={facts.filter(([, value]) => value !== '')} />
        {entry.changeCount > 0 && <Text fw={600}>{t('audit.changes', { count: entry.changeCount })}</Text>}
        {entry.changes.map(({ table, id, name, values }) => (
          <div key={`${table} ${id}`}>
            <Text size="sm" c="dimmed">
              {`${actionText(table)} · ${name === '' ? id : name}`}
            </Text>
            <Table layout="fixed">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('audit.value')}</Table.Th>
                  <Table.Th>{t('audit.before')}</Table.Th>
                  <Table.Th>{t('audit.after')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
                {Object.entries(values).map(([column, [before, after]]) => (
                  <Table.Tr key={column}>
                    <Table.Td>{actionText(column)}</Table.Td>
                    <Table.Td>{before ?? ''}</Table.Td>
                    <Table.Td>{after ?? ''}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </Stack>
    </Dialog>
  );
}
