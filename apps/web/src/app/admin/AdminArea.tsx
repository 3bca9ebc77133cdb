import { roleHolds } from '@holdfast/contract/roles';
import { Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import { useConnected } from '../../lib/calls/connection.ts';
import { t } from '../../lib/texts/administration.ts';
import { Empty } from '../../ui/states.tsx';
import { useUser } from '../../features/users/index.ts';
import classes from './AdminArea.module.css';
import { Menu } from './Menu.tsx';
import { isOverviewAt, menuOf } from './menuEntries.ts';

/** The area for administrators: a persistent menu, followed by the content of the nested routes (ROUT-07). */
export function AdminArea() {
  const { role } = useUser();
  const { pathname } = useLocation();
  if (!roleHolds(role, 'consult')) {
    const toDashboard = (
      <Button component={Link} to="/">
        {t('admin.toInspector')}
      </Button>
    );
    return <Empty title={t('admin.notAllowed')} hint={t('admin.notAllowedHint')} action={toDashboard} />;
  }
  // The overview covers all companies; users who may not see it start with the first entry of their menu.
  const [first] = menuOf(role);
  if (role !== 'administrator' && isOverviewAt(pathname) && first !== undefined)
    return <Navigate to={`/admin/${first}`} replace />;
  return (
    <div className={classes['area']}>
      <Menu />
      <div className={classes['content']}>
        <OfflineBar />
        <div className={classes['screen']} tabIndex={-1} data-skip-to>
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** Bar above screens that show data read earlier; nothing can be saved until the connection is restored. */
function OfflineBar() {
  const isConnected = useConnected();
  const cache = useQueryClient();
  if (isConnected) return null;
  return (
    <Group className={classes['offline'] ?? ''} justify="space-between" role="status">
      <Group gap="sm" wrap="nowrap">
        <IconCloudOff size={20} aria-hidden />
        <Text size="sm" fw={550}>
          {t('admin.offline')}
        </Text>
      </Group>
      <Button variant="default" onClick={() => void cache.refetchQueries({ type: 'active' })}>
        {t('actions.retry')}
      </Button>
    </Group>
  );
}
