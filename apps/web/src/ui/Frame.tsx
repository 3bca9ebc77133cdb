import { Group } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { t } from '../lib/texts/index.ts';
import classes from './Frame.module.css';
import mark from './mark.svg';

const MARK_PX = 28;

/**
 * The frame around every screen: a narrow bar at the top, the screen below it.
 * @param home link to the first screen, around the logo
 * @param logo address of the logo of the company; null: none
 * @param status state of the connection and of unsaved changes
 * @param menu menu of the signed-in user
 */
export function Frame({
  company,
  home: Home,
  logo,
  status,
  menu,
  children,
}: {
  company: string;
  home: ComponentType<{ className: string; children: ReactNode }>;
  logo: string | null;
  status: ReactNode;
  menu: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#screen" onClick={skipToScreen}>
        {t('frame.skip')}
      </a>
      <header className={classes['bar']}>
        <Group gap="sm" wrap="nowrap" miw={MARK_PX}>
          <Home className={classes['home'] ?? ''}>
            <img src={mark} width={MARK_PX} height={MARK_PX} alt="" />
            <span className={classes['product']}>Holdfast</span>
          </Home>
          {logo !== null && <img className={classes['logo']} src={logo} alt="" />}
          <span className={classes['company']}>{company}</span>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <div className={classes['status']}>{status}</div>
          {menu}
        </Group>
      </header>
      <main id="screen" className={classes['screen']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/**
 * Moves the focus to the element that a screen marks as its content, after its menu if it has one. The address stays unchanged, because
 * the views of the inspector flow are kept in its history state.
 */
function skipToScreen(event: React.MouseEvent): void {
  event.preventDefault();
  (document.querySelector<HTMLElement>('#screen [data-skip-to]') ?? document.getElementById('screen'))?.focus();
}
