import { Button, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Outlet } from 'react-router';
import { useConnected } from '../lib/connection.ts';
import { useOutbox, useSaves } from '../lib/outbox/index.ts';
import { t } from '../lib/texts/index.ts';
import { ViewerContext } from '../lib/views.ts';
import { Frame } from '../ui/Frame.tsx';
import { Shortcuts } from '../ui/shortcuts/Shortcuts.tsx';
import { Offline } from '../ui/states.tsx';
import { AuthenticationShell, UserMenu, useUser } from '../features/users/index.ts';

/** The root of every route: login for those who are not signed in, the frame for those who are. */
export function SignedIn() {
  return (
    <AuthenticationShell>
      <Framed />
    </AuthenticationShell>
  );
}

function Framed() {
  const { id, companyName } = useUser();
  return (
    <>
      <Frame company={companyName ?? t('frame.staff')} status={<Status />} menu={<UserMenu />}>
        <ViewerContext value={id}>
          <Outlet />
        </ViewerContext>
      </Frame>
      <Shortcuts />
    </>
  );
}

/** Quiet while all is well; loud when the server is out of reach or changes are not saved. */
function Status() {
  const isConnected = useConnected();
  const outbox = useOutbox();
  const stuck = useSaves().filter(({ attempts, refusal }) => attempts > 0 || refusal !== null).length;
  if (stuck > 0) {
    return (
      <Group gap="xs" wrap="nowrap" role="status">
        <IconAlertCircle size={20} color="var(--mantine-color-error)" aria-hidden />
        <Text size="sm" fw={600}>
          {t('saving.notSaved', { count: stuck })}
        </Text>
        <Button variant="default" size="compact-md" h={40} onClick={() => outbox.retry()}>
          {t('actions.retry')}
        </Button>
      </Group>
    );
  }
  return isConnected ? null : <Offline />;
}
