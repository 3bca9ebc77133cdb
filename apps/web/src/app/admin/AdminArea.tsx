import { Button, Collapse, Group, NavLink as MenuEntry, Text, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconCloudOff } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useConnected } from '../../lib/connection.ts';
import { t } from '../../lib/texts/index.ts';
import { Empty } from '../../ui/states.tsx';
import { useUser } from '../../features/users/index.ts';
import classes from './AdminArea.module.css';
import { entryOf, isOverviewAt, menu } from './menu.ts';

/** The area for administrators: a menu that stays, and its content. */
export function AdminArea() {
  const { role } = useUser();
  if (role !== 'administrator') {
    const toDashboard = (
      <Button component={Link} to="/">
        {t('admin.toInspector')}
      </Button>
    );
    return <Empty title={t('admin.notAllowed')} hint={t('admin.notAllowedHint')} action={toDashboard} />;
  }
  return (
    <div className={classes['area']}>
      <Menu />
      <div className={classes['content']}>
        <OfflineBar />
        <div className={classes['screen']}>
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** Beside the content where there is room; on a phone and an upright tablet a line that opens. */
function Menu() {
  const { pathname } = useLocation();
  const isWide = useMediaQuery('(min-width: 56em)', true, { getInitialValueInEffect: false });
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = isWide || openAt === pathname;
  const current = entryOf(pathname);
  const isOverview = isOverviewAt(pathname);
  return (
    <nav className={classes['menu']} aria-label={t('admin.menu')}>
      {isWide ? (
        <Link to="/admin" className={classes['title']} aria-current={isOverview ? 'page' : undefined}>
          {t('admin.menu')}
        </Link>
      ) : (
        <UnstyledButton
          className={classes['opener']}
          aria-expanded={isOpen}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          {isOverview ? t('admin.overview') : current === undefined ? t('admin.menu') : t(`admin.${current}`)}
          {isOpen ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
        </UnstyledButton>
      )}
      <Collapse expanded={isOpen} transitionDuration={0}>
        {!isWide && <Entry to="/admin" label={t('admin.overview')} isCurrent={isOverview} />}
        {menu.map((entry) => (
          <Entry
            key={entry}
            to={`/admin/${entry}`}
            label={t(`admin.${entry}`)}
            isActive={entry === current}
            isCurrent={entry === current && !isOverview}
          />
        ))}
        <MenuEntry
          component={Link}
          to="/"
          label={t('admin.toInspector')}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          className={`${classes['entry']} ${classes['leave']}`}
        />
      </Collapse>
    </nav>
  );
}

/**
 * One line of the menu.
 * @param isActive whether it is highlighted
 * @param isCurrent whether its screen is the one that is shown
 */
function Entry({
  to,
  label,
  isActive = false,
  isCurrent,
}: {
  to: string;
  label: string;
  isActive?: boolean;
  isCurrent: boolean;
}) {
  return (
    <MenuEntry
      component={Link}
      to={to}
      label={label}
      active={isActive}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes['entry'] ?? ''}
    />
  );
}

/** What stands on screen was read before; nothing can be saved until the connection is back. */
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
