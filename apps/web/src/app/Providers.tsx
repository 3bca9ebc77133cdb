import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../lib/api.ts';
import { isConnected, watchConnection } from '../lib/connection.ts';
import { isPassing } from '../lib/failures.ts';
import { newId } from '../lib/ids.ts';
import { createOutbox, openJournal, OutboxContext, type Outbox } from '../lib/outbox/index.ts';
import type { EverySaveKind, SavedInput, SavedOperation, SavedOutput, SaveKinds } from '../lib/outbox/saveKinds.ts';
import { upload } from '../lib/upload.ts';
import { t } from '../lib/texts/index.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { CommandsProvider } from '../ui/shortcuts/commands.tsx';
import { cssVariables, theme } from '../ui/theme.ts';
import { useColorScheme } from '../ui/themeChoice.ts';
import { conditionSaves } from '../features/conditions/index.ts';
import { fieldSaves } from '../features/fields/index.ts';
import { itemSaves } from '../features/items/index.ts';
import { mediaSaves } from '../features/media/index.ts';
import { noteSaves } from '../features/notes/index.ts';
import { SessionProvider } from '../features/users/index.ts';

/** Number of automatic repeats of a read that got no answer. */
const READ_RETRIES = 2;
const FRESH_MS = 15_000;

// A save that an older page left in the journal may be of another operation.
const saveKinds: SaveKinds = {
  ...conditionSaves,
  ...fieldSaves,
  ...itemSaves,
  ...mediaSaves,
  ...noteSaves,
} satisfies EverySaveKind;

/** Puts the answer to a save where screens read it. */
function applySaved<N extends SavedOperation>(
  cache: QueryClient,
  operation: N,
  input: SavedInput<N>,
  output: SavedOutput<N>,
): void {
  saveKinds[operation]?.saved(cache, input, output);
}

function createCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => count < READ_RETRIES && isPassing(error),
        // The browser's online state is meaningless for a server on the same machine.
        networkMode: 'always',
      },
    },
  });
}

function openOutbox(cache: QueryClient): Outbox {
  return createOutbox({
    journal: openJournal(),
    call,
    send: upload,
    host: window.location.origin,
    now: () => Date.now(),
    newKey: newId,
    saved(save, output) {
      applySaved(cache, save.operation, save.input, output);
      // Scheduled behind the notifications of the cache. Without them the screen would show the value from before the save again.
      return new Promise((resolve) => notifyManager.schedule(resolve));
    },
    refused(save, { reason, conflict }) {
      const kind = saveKinds[save.operation]?.refused;
      const staysOnScreen = kind === 'keep' || (kind === 'ask' && conflict !== undefined);
      if (!staysOnScreen) notifications.show({ color: 'red', title: t('saving.putBack'), message: reason });
      // What stands on the server is other than what was read.
      if (!staysOnScreen || conflict !== undefined) void cache.invalidateQueries();
      return staysOnScreen;
    },
    notKept: () =>
      void notifications.show({
        id: 'notKept',
        color: 'red',
        title: t('saving.notKept'),
        message: t('saving.notKeptHint'),
      }),
  });
}

// Timers wait up to a second in a page in the background, and saves with them.
notifyManager.setScheduler(queueMicrotask);

// Dialogs keep the page below them still by a style of their own, which the browser takes with the page's nonce alone.
setNonce(styleNonce());

/** Everything that stands around the routes. */
export function Providers({ children }: { children: ReactNode }) {
  const scheme = useColorScheme();
  const [cache] = useState(createCache);
  const [outbox] = useState(() => openOutbox(cache));
  useEffect(
    () =>
      watchConnection(() => {
        if (!isConnected()) return;
        outbox.retry();
        void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      }),
    [outbox, cache],
  );
  useEffect(() => {
    // The network is back; whether the server can be reached shows the first try, without waiting for its turn.
    const retry = (): void => outbox.retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [outbox]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={cache}>
        <OutboxContext value={outbox}>
          <SessionProvider>
            <CommandsProvider>
              <ConfirmProvider>{children}</ConfirmProvider>
            </CommandsProvider>
          </SessionProvider>
        </OutboxContext>
      </QueryClientProvider>
      <Notifications position="bottom-center" />
    </MantineProvider>
  );
}

/** Returns the nonce that the server put into this page, so that only its own styles are applied. */
function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
