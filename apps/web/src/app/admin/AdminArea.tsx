import { NavLink as MenuEntry, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from 'react-router';
import { t } from '../../lib/texts/index.ts';
import { Page } from '../../ui/Page.tsx';
import { Empty } from '../../ui/states.tsx';
import { useUser } from '../../features/users/index.ts';
import classes from './AdminArea.module.css';
import { adminLists } from './lists.tsx';

/** The area for administrators: a menu that stays, and its content. */
export function AdminArea() {
  const { role } = useUser();
  const { pathname } = useLocation();
  if (role !== 'administrator') return <Empty title={t('admin.notAllowed')} />;
  const isStart = pathname === '/admin' || pathname === '/admin/';
  return (
    <div className={classes['area']}>
      <nav className={classes['menu']} aria-label={t('admin.menu')}>
        <Stack gap={2}>
          {adminLists.map(({ path }, index) => (
            <MenuEntry
              key={path}
              component={Link}
              to={`/admin/${path}`}
              label={t(`admin.${path}`)}
              active={pathname.startsWith(`/admin/${path}`) || (isStart && index === 0)}
              aria-current={pathname.startsWith(`/admin/${path}`) ? 'page' : undefined}
              className={classes['entry'] ?? ''}
            />
          ))}
          <MenuEntry
            component={Link}
            to="/"
            label={t('admin.toInspector')}
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            className={classes['entry'] ?? ''}
          />
        </Stack>
      </nav>
      <div className={classes['content']}>
        <Outlet />
      </div>
    </div>
  );
}

/** What stands beside the menu until something is chosen. */
export function AdminOverview() {
  return (
    <Page>
      <Empty title={t('admin.overview')} />
    </Page>
  );
}
