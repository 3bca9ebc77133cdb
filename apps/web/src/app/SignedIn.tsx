import { Button, Group } from '@mantine/core';
import { IconAlertCircle, IconCloudUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { useConnected } from '../lib/calls/connection.ts';
import { isDesktop } from '../lib/host.ts';
import { observeQuiet } from '../lib/idle.ts';
import { keepShell } from '../lib/offlineShell.ts';
import { stateOf, useOutbox, useSaves } from '../lib/outbox/index.ts';
import { part } from '../lib/parts.ts';
import { queryOf } from '../lib/calls/queries.ts';
import { t } from '../lib/texts/index.ts';
import { useLive } from '../lib/calls/useLive.ts';
import { ViewerContext } from '../lib/navigation/views.ts';
import { Frame } from '../ui/Frame.tsx';
import { HomeLink } from './HomeLink.tsx';
import { NotSaved } from './NotSaved.tsx';
import { Shortcuts } from '../ui/shortcuts/Shortcuts.tsx';
import { Offline } from '../ui/states.tsx';
import { companyLogoAddress } from '../features/media/fileNames.ts';
import { AuthenticationShell, Checking, UserMenu, useUser } from '../features/users/index.ts';

const DesktopFrame = part(() => import('../features/desktop/DesktopFrame.tsx'), isDesktop);
const ReaderStatus = part(() => import('../features/rfid/ReaderStatus.tsx'), isDesktop);
const ScanToOpen = part(() => import('../features/items/ScanToOpen.tsx'));
const Palette = part(() => import('./palette/Palette.tsx'));
const ChooseReader = part(() => import('../features/rfid/ChooseReader.tsx'));

/** The root of every route: shows the login to users who are not signed in, and the frame to those who are. */
export function SignedIn() {
  const page = (
    <AuthenticationShell>
      <Framed />
    </AuthenticationShell>
  );
  if (!isDesktop) return page;
  return (
    <Suspense fallback={<Checking />}>
      <DesktopFrame>{page}</DesktopFrame>
    </Suspense>
  );
}

function Framed() {
  const { id, companyId, companyName } = useUser();
  const { data } = useQuery({ ...queryOf('getOwnCompanyLogo', {}), enabled: companyId !== null });
  const logo = typeof data?.logoId === 'string' ? companyLogoAddress(data.logoId) : null;
  useLive();
  useEffect(() => {
    const { quiet, stop } = observeQuiet();
    void quiet().then(keepShell);
    return stop;
  }, []);
  return (
    <ViewerContext value={id}>
      <Frame
        company={companyName ?? t('frame.staff')}
        home={HomeLink}
        logo={logo}
        status={<Statuses />}
        menu={<UserMenu>{chooseReader}</UserMenu>}
      >
        <Outlet />
        <Suspense>
          <ScanToOpen />
        </Suspense>
      </Frame>
      <Shortcuts palette={Palette} />
    </ViewerContext>
  );
}

/**
 * True where the browser can use readers on serial ports. The browser lists a reader only after the user has chosen it once (TBAR-16). A
 * desktop finds its readers itself.
 */
const hasReaders = !isDesktop && 'serial' in navigator;

const chooseReader = hasReaders && (
  <Suspense>
    <ChooseReader />
  </Suspense>
);

/** State of the readers of a browser, and of unsaved changes. A desktop shows its readers in its title bar. */
function Statuses() {
  return (
    <>
      {hasReaders && (
        <Suspense>
          <ReaderStatus />
        </Suspense>
      )}
      <Status />
    </>
  );
}

/** Unobtrusive while there is no problem; prominent when the server cannot be reached or changes are not saved. */
function Status() {
  const isConnected = useConnected();
  const outbox = useOutbox();
  const [isListed, setIsListed] = useState(false);
  const saves = useSaves();
  const stuck = saves.filter((save) => stateOf(save, saves) !== 'saving');
  const list = isListed && <NotSaved saves={stuck} onClose={() => setIsListed(false)} />;
  if (stuck.length > 0) {
    return (
      <Group gap={4} wrap="nowrap" role="status">
        {stuck.some(({ refusal }) => refusal !== null) ? (
          <IconAlertCircle size={20} color="var(--mantine-color-error)" aria-hidden />
        ) : (
          <IconCloudUp size={20} aria-hidden />
        )}
        <Button variant="subtle" color="gray" size="compact-sm" h={44} onClick={() => setIsListed(true)}>
          {t('saving.notSaved', { count: stuck.length })}
        </Button>
        {stuck.some(({ refusal }) => refusal === null) && (
          <Button variant="default" size="compact-sm" h={44} onClick={() => outbox.retry()}>
            {t('actions.retry')}
          </Button>
        )}
        {list}
      </Group>
    );
  }
  return (
    <>
      {isConnected ? null : <Offline />}
      {list}
    </>
  );
}
