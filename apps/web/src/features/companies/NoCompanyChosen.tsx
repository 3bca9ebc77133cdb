import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconBuildingFactory2, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/calls/failures.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/noCompany.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';

/** Number of companies listed at once; the picker above searches all of them. */
const OFFERED = 12;

/**
 * Screen for staff who have not chosen a company: lists companies to choose from, or explains how to create the first one.
 * @param mayMakeOne true when the user is an administrator
 */
export default function NoCompanyChosen({
  mayMakeOne,
  onChoose,
}: {
  mayMakeOne: boolean;
  onChoose(companyId: string): void;
}) {
  const { data: companies, error, refetch } = useQuery(queryOf('getCompanies', {}));
  const icon = <IconBuildingFactory2 size={40} stroke={1.3} aria-hidden />;
  if (companies === undefined && error !== null)
    return <Failed what={t('companies.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
  if (companies === undefined) {
    return (
      <Loading>
        <Skeleton height={250} radius="lg" />
      </Loading>
    );
  }
  if (companies.length === 0) {
    const toFirst = mayMakeOne && (
      <Group mt="sm" justify="center">
        <Button component={Link} to="/admin/companies">
          {t('companies.makeFirst')}
        </Button>
        <Button component={Link} to="/admin" variant="default">
          {t('companies.steps')}
        </Button>
      </Group>
    );
    return (
      <Paper>
        <Empty icon={icon} title={t('companies.none')} hint={t('companies.noneHint')} action={toFirst} />
      </Paper>
    );
  }
  const choices = (
    <Stack component="ul" gap="xs" w="100%" maw={420} p={0} mt="sm" style={{ listStyle: 'none' }}>
      {companies.slice(0, OFFERED).map(({ id, name }) => (
        <li key={id}>
          <Button
            variant="default"
            fullWidth
            h={48}
            justify="space-between"
            rightSection={<IconChevronRight size={18} aria-hidden />}
            onClick={() => onChoose(id)}
          >
            {name}
          </Button>
        </li>
      ))}
      {companies.length > OFFERED && (
        <Text component="li" c="dimmed">
          {t('companies.more', { count: companies.length - OFFERED })}
        </Text>
      )}
    </Stack>
  );
  return (
    <Paper>
      <Empty
        icon={icon}
        title={t('dashboard.chooseCompany')}
        hint={t('dashboard.chooseCompanyHint')}
        action={choices}
      />
    </Paper>
  );
}
