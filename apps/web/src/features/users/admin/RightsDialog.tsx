import { RIGHTS, roleHolds, ROLES } from '@holdfast/contract/roles';
import { Table, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { t } from '../../../lib/texts/administration.ts';
import { FactList } from '../../../ui/FactList.tsx';
import { useMedia } from '../../../ui/hooks/useMedia.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';

/** Table of roles and their rights, as defined in the contract. */
export function RightsDialog({ onClose }: { onClose(): void }) {
  const isWide = useMedia('(min-width: 48em)');
  return (
    <Dialog opened inAddress onClose={onClose} title={t('adminRights.title')} size="xl">
      <Text size="sm" c="dimmed" mb="md">
        {t('adminRights.hint')}
      </Text>
      {isWide ? <Rights /> : <FactList facts={RIGHTS.map(holdersOf)} />}
    </Dialog>
  );
}

function Rights() {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('adminRights.right')}</Table.Th>
          {ROLES.map((role) => (
            <Table.Th key={role}>{t(`roles.${role}`)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {RIGHTS.map((right) => (
          <Table.Tr key={right}>
            <Table.Th scope="row">{t(`adminRights.${right}`)}</Table.Th>
            {ROLES.map((role) => (
              <Table.Td key={role}>
                {roleHolds(role, right) ? (
                  <>
                    <IconCheck size={20} aria-hidden />
                    <VisuallyHidden>{t('fields.yes')}</VisuallyHidden>
                  </>
                ) : (
                  <VisuallyHidden>{t('fields.no')}</VisuallyHidden>
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Returns a right and the names of the roles that hold it: five columns do not fit a phone. */
function holdersOf(right: (typeof RIGHTS)[number]): [name: string, value: string] {
  const holders = ROLES.filter((role) => roleHolds(role, right));
  return [t(`adminRights.${right}`), holders.map((role) => t(`roles.${role}`)).join(', ')];
}
