import { Drawer, Tooltip, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  type Icon,
  IconAnchor,
  IconArrowLeft,
  IconBuilding,
  IconCalendarEvent,
  IconChecklist,
  IconClipboardCheck,
  IconClipboardList,
  IconDevices,
  IconFileText,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListDetails,
  IconMenu2,
  IconMessageQuestion,
  IconPackage,
  IconTags,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useLayer } from '../../lib/navigation/layers.ts';
import { t } from '../../lib/texts/administration.ts';
import { useMedia } from '../../ui/hooks/useMedia.ts';
import { useUser } from '../../features/users/index.ts';
import { entryOf, isOverviewAt, type MenuEntry, menuGroups, menuOf } from './menuEntries.ts';
import classes from './Menu.module.css';

/** Windows in which the menu is a sheet over the content instead of a column beside it. */
const SMALL = '(max-width: 63.99em), (max-height: 30em)';

/** Windows in which the column initially shows only its icons: tables need the width more. */
const TIGHT = '(max-width: 74.99em)';

const ICONS: Readonly<Record<MenuEntry, Icon>> = {
  inspections: IconClipboardCheck,
  'item-types': IconTags,
  'item-type-templates': IconListDetails,
  'installation-details-templates': IconAnchor,
  'inspection-details-templates': IconCalendarEvent,
  'inspection-templates': IconChecklist,
  'prompt-templates': IconMessageQuestion,
  companies: IconBuilding,
  users: IconUsers,
  devices: IconDevices,
  releases: IconPackage,
  audit: IconClipboardList,
  reports: IconFileText,
  'recycle-bin': IconTrash,
};

/**
 * The menu of the administration: a column in groups beside the content, which collapses to icons; on narrow windows one line that opens a
 * sheet. Its entries are links, each a tab stop; the arrow keys, Home and End also move between them.
 */
export function Menu() {
  const { pathname } = useLocation();
  const isSmall = useMedia(SMALL);
  const isTight = useMedia(TIGHT);
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: 'holdfast:admin-menu-collapsed',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const isCollapsed = chosen ?? isTight;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useLayer(isSmall && isOpen, () => setOpen(false));
  const current = entryOf(pathname);
  const here = isOverviewAt(pathname) ? 'overview' : (current ?? 'menu');
  return (
    <nav
      className={classes['menu']}
      aria-label={t('admin.menu')}
      data-small={isSmall || undefined}
      data-collapsed={(!isSmall && isCollapsed) || undefined}
      onKeyDown={moveFocus}
    >
      {isSmall ? (
        <>
          <UnstyledButton
            ref={opener}
            className={classes['opener']}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <IconMenu2 size={20} aria-hidden />
            {t(`admin.${here}`)}
          </UnstyledButton>
          {/* Inside the menu, so that it stays one landmark; the focus returns to the line that opened it. */}
          <Drawer
            opened={isOpen}
            onClose={() => setOpen(false)}
            title={t('admin.menu')}
            size={300}
            padding="xs"
            withinPortal={false}
            lockScroll={false}
            // The library returns the focus too early when an entry was followed: the next screen takes it.
            returnFocus={false}
            onExitTransitionEnd={() => opener.current?.focus()}
            closeButtonProps={{ 'aria-label': t('actions.close'), size: 44 }}
          >
            <Entries pathname={pathname} isCollapsed={false} onTaken={() => setOpen(false)} />
          </Drawer>
        </>
      ) : (
        <>
          <Entries pathname={pathname} isCollapsed={isCollapsed} />
          <UnstyledButton
            className={classes['entry']}
            aria-pressed={isCollapsed}
            aria-label={t('admin.menuCollapse')}
            onClick={() => choose(!isCollapsed)}
          >
            {isCollapsed ? (
              <IconLayoutSidebarLeftExpand size={20} aria-hidden />
            ) : (
              <>
                <IconLayoutSidebarLeftCollapse size={20} aria-hidden />
                {t('admin.menuCollapse')}
              </>
            )}
          </UnstyledButton>
        </>
      )}
    </nav>
  );
}

/**
 * The entries in their groups.
 * @param isCollapsed true when only their icons are shown
 * @param onTaken called when an entry is followed
 */
function Entries({ pathname, isCollapsed, onTaken }: { pathname: string; isCollapsed: boolean; onTaken?(): void }) {
  const id = useId();
  const current = entryOf(pathname);
  const isOverview = isOverviewAt(pathname);
  const { role } = useUser();
  const offered = new Set(menuOf(role));
  const groups = menuGroups
    .map(({ group, entries }) => ({ group, entries: entries.filter((entry) => offered.has(entry)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className={classes['entries']} onClick={onTaken}>
      {role === 'administrator' && (
        <ul>
          <Entry to="/admin" icon={IconHome} isCurrent={isOverview} isCollapsed={isCollapsed}>
            {t('admin.overview')}
          </Entry>
        </ul>
      )}
      {groups.map(({ group, entries }) => (
        <div key={group} className={classes['group']}>
          {group !== null && (
            <p id={`${id}-${group}`} className={classes['heading']}>
              {t(`admin.group.${group}`)}
            </p>
          )}
          <ul aria-labelledby={group === null ? undefined : `${id}-${group}`}>
            {entries.map((entry) => (
              <Entry
                key={entry}
                to={`/admin/${entry}`}
                icon={ICONS[entry]}
                isActive={entry === current}
                isCurrent={entry === current && !isOverview}
                isCollapsed={isCollapsed}
              >
                {t(`admin.${entry}`)}
              </Entry>
            ))}
          </ul>
        </div>
      ))}
      <ul className={classes['out']}>
        <Entry to="/" icon={IconArrowLeft} isCollapsed={isCollapsed}>
          {t('admin.toInspector')}
        </Entry>
      </ul>
    </div>
  );
}

/**
 * One entry.
 * @param isActive true when it is highlighted
 * @param isCurrent true when its screen, or a screen below it, is shown
 * @param isCollapsed true when only its icon is shown, with its name as a tooltip
 */
function Entry({
  to,
  icon: Symbol,
  isActive = false,
  isCurrent = false,
  isCollapsed,
  children,
}: {
  to: string;
  icon: Icon;
  isActive?: boolean;
  isCurrent?: boolean;
  isCollapsed: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <Tooltip label={children} position="right" disabled={!isCollapsed} withinPortal={false} floatingStrategy="fixed">
        <Link
          to={to}
          className={classes['entry']}
          data-active={isActive || undefined}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <Symbol size={20} stroke={1.75} aria-hidden />
          <span className={classes['name']}>{children}</span>
        </Link>
      </Tooltip>
    </li>
  );
}

/** Moves the focus from a link to a neighbouring one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const to = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: links.length - 1,
  }[event.key];
  if (at === -1 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  links[to]?.focus();
}
