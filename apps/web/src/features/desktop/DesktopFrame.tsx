import { UnstyledButton } from '@mantine/core';
import { IconCloudCheck, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { part } from '../../lib/parts.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { shellWindow } from '../../lib/shellWindow.ts';
import { t } from '../../lib/texts/index.ts';
import { useSession } from '../users/index.ts';
import classes from './DesktopFrame.module.css';
import { followDesktop, useDesktopState } from './desktopState.ts';
import { LostKeyNotice } from './LostKeyNotice.tsx';
import { nameShiftTab } from './nameShiftTab.ts';
import { RescueNotice } from './RescueNotice.tsx';
import { NoRecordsYet, Synchronising } from './Synchronising.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';
import { useShellWindow } from './useShellWindow.ts';
import { handleOf, WindowControls } from './WindowControls.tsx';

const ReaderStatus = part(() => import('../rfid/ReaderStatus.tsx'));
const SyncScreen = part(() => import('./SyncScreen.tsx'));
const FirstContents = part(() => import('./FirstContents.tsx'));

/**
 * Frame around every page of the desktop build, including the login: a title bar with the state of the server connection, and the sync
 * screen.
 */
export default function DesktopFrame({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const { authentication } = useSession();
  const [open, setOpen] = useState(false);
  useEffect(() => followDesktop(cache), [cache]);
  useEffect(nameShiftTab, []);
  const isSignedIn = authentication.state === 'signedIn';
  const state = useDesktopState();
  const isFilling = state !== null && state.running && (!isSignedIn || !state.synced);
  const isEmpty = isSignedIn && state !== null && !state.running && !state.synced;
  const isAtWork = isSignedIn && !open && state !== null && state.synced;
  return (
    <div className={classes['desktop']}>
      <TitleBar isOpen={open && isSignedIn} onToggle={isSignedIn ? () => setOpen(!open) : undefined} />
      <div className={classes['page']}>
        {!isFilling && <LostKeyNotice canDismiss={isSignedIn} />}
        {isSignedIn && !isFilling && <RescueNotice />}
        {isFilling && <Synchronising message={state.message} progress={state.progress} />}
        {open && isSignedIn && !isFilling && (
          <Suspense>
            <SyncScreen />
          </Suspense>
        )}
        {isEmpty && !open && <NoRecordsYet connected={state.connected} message={state.message} />}
        {isAtWork && (state.running || state.waitingBlobs > 0) && (
          <Suspense>
            <FirstContents state={state} onOpen={() => setOpen(true)} />
          </Suspense>
        )}
        <div hidden={isFilling || isEmpty || (open && isSignedIn)} className={classes['below']}>
          {children}
        </div>
      </div>
    </div>
  );
}

function TitleBar({ isOpen, onToggle }: { isOpen: boolean; onToggle: (() => void) | undefined }) {
  const close = useShellWindow(shellWindow);
  const state = useDesktopState();
  const version = useQuery(queryOf('getInstance', {})).data?.version;
  const connected = state?.connected === true;
  const Icon = state?.running === true ? IconRefresh : connected ? IconCloudCheck : IconCloudOff;
  const said = (
    <>
      <Icon size={20} aria-hidden className={classes['icon']} />
      <span className={classes['texts']}>
        <span className={classes['facts']}>
          <span className={classes['connection']}>{t(connected ? 'desktop.connected' : 'desktop.notConnected')}</span>
          {state !== null && state.waiting > 0 && (
            <span className={classes['waiting']}>{t('desktop.waiting', { count: state.waiting })}</span>
          )}
          {state !== null && state.setAside > 0 && (
            <span className={classes['refused']}>{t('desktop.refusedCount', { count: state.setAside })}</span>
          )}
        </span>
        <span className={classes['message']}>{state?.message ?? ''}</span>
      </span>
    </>
  );
  return (
    <section className={classes['bar']} aria-label={t('desktop.bar')} {...handleOf(shellWindow)}>
      {onToggle === undefined ? (
        <div className={classes['said']} role="status">
          {said}
        </div>
      ) : (
        <UnstyledButton className={classes['said']} onClick={onToggle} aria-expanded={isOpen} title={t('desktop.open')}>
          {said}
        </UnstyledButton>
      )}
      {onToggle !== undefined && (
        <div className={classes['more']}>
          <UpdateNotice />
          <Suspense>
            <ReaderStatus />
          </Suspense>
        </div>
      )}
      <span className={classes['version']}>{version === undefined ? '' : t('desktop.version', { version })}</span>
      {shellWindow !== null && <WindowControls shell={shellWindow} onClose={close} />}
    </section>
  );
}
