import { Anchor, Button, Group, Paper, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';

/** The users of a company, read-only; they are edited under Users. */
export function CompanyUsers({ companyId: id }: { companyId: string }) {
  const read = useQuery(adminQuery('load the users of the company', 'getCompanyUsers', { id }));
  return (
    <Paper component="section" p="lg" aria-label={t('admin.users')}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2}>{t('admin.users')}</Title>
          <Text c="dimmed" size="sm">
            {t('adminCompanies.usersHint')}
          </Text>
        </div>
        <Group gap="md">
          <Anchor component={Link} to="/admin/users">
            {t('adminCompanies.usersTo')}
          </Anchor>
          <Button component={Link} to={`/admin/users?new=${id}`} variant="default">
            {t('adminCompanies.usersNew')}
          </Button>
        </Group>
      </Group>
      {read.data === undefined && <Unread read={read} rows={3} />}
      {read.data?.length === 0 && <Text c="dimmed">{t('adminCompanies.usersNone')}</Text>}
      {read.data !== undefined && read.data.length > 0 && (
        <Table.ScrollContainer
          minWidth={480}
          mah={420}
          // On a phone it scrolls sideways, and nothing in it takes the focus: the arrow keys scroll it.
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('admin.users') } }}
        >
          <Table verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('admin.name')}</Table.Th>
                <Table.Th>{t('adminUsers.email')}</Table.Th>
                <Table.Th>{t('adminUsers.role')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {read.data.map((user) => (
                <Table.Tr key={user.id}>
                  <Table.Td>{user.name}</Table.Td>
                  <Table.Td>{user.email}</Table.Td>
                  <Table.Td>{t(`roles.${user.role}`)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Paper>
  );
}
