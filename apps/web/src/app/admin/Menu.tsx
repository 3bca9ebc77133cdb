import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../../lib/texts/index.ts';
import { entryOf, isOverviewAt, menu } from './menuEntries.ts';
import classes from './Menu.module.css';

/** Window sizes at which the menu is not shown permanently. */
const SMALL = '(max-width: 48em), (max-height: 30em)';

/**
 * The menu of the administration, above its content: every entry in as many lines as it takes. On a phone one line that opens. Its entries are
 * links, one stop of Tab each; the arrow keys, Home and End go from one to the next as well.
 */
export function Menu() {
  const { pathname } = useLocation();
  const isSmall = useMediaQuery(SMALL, false, { getInitialValueInEffect: false });
  const [openAt, setOpenAt] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const isOpen = !isSmall || openAt === pathname;
  const current = entryOf(pathname);
  const isOverview = isOverviewAt(pathname);
  const close = (): void => {
    if (!isSmall) return;
    setOpenAt(null);
    opener.current?.focus();
  };
  return (
    <nav
      className={classes['menu']}
      aria-label={t('admin.menu')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close();
        else goAlong(event);
      }}
    >
      {isSmall && (
        <UnstyledButton
          ref={opener}
          className={classes['opener']}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          {isOverview ? t('admin.overview') : current === undefined ? t('admin.menu') : t(`admin.${current}`)}
          {isOpen ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
        </UnstyledButton>
      )}
      {/* The entry that is taken goes out of sight with the others: the focus stays in the menu. */}
      <ul id={listId} className={classes['entries']} hidden={!isOpen} onClick={close}>
        <Entry to="/admin" isCurrent={isOverview}>
          {isSmall ? t('admin.overview') : t('admin.menu')}
        </Entry>
        {menu.map((entry) => (
          <Entry
            key={entry}
            to={`/admin/${entry}`}
            isActive={entry === current}
            isCurrent={entry === current && !isOverview}
          >
            {t(`admin.${entry}`)}
          </Entry>
        ))}
        <Entry to="/">
          <IconArrowLeft size={18} aria-hidden />
          {t('admin.toInspector')}
        </Entry>
      </ul>
    </nav>
  );
}

/**
 * One entry.
 * @param isActive whether it is highlighted
 * @param isCurrent whether its screen, or one below it, is the one that is shown
 */
function Entry({
  to,
  isActive = false,
  isCurrent = false,
  children,
}: {
  to: string;
  isActive?: boolean;
  isCurrent?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        to={to}
        className={classes['entry']}
        data-active={isActive || undefined}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}

/** Moves the focus to a neighbour of the link that has it. */
function goAlong(event: KeyboardEvent<HTMLElement>): void {
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
