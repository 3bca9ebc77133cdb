import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { notifyManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../lib/calls/api.ts';
import { isConnected, seekConnection, watchConnection } from '../lib/calls/connection.ts';
import { DataCache } from '../lib/calls/dataCache.ts';
import { isFault, isPassing } from '../lib/calls/failures.ts';
import { newId } from '../lib/ids.ts';
import { createOutbox, openJournal, OutboxContext, type Outbox } from '../lib/outbox/index.ts';
import type { EverySaveKind, SavedInput, SavedOperation, SavedOutput, SaveKinds } from '../lib/outbox/saveKinds.ts';
import { readToken } from '../lib/calls/session.ts';
import { upload } from '../lib/calls/upload.ts';
import { t } from '../lib/texts/index.ts';
import { ConfirmProvider } from '../ui/dialogs/confirm.tsx';
import { CommandsProvider } from '../ui/shortcuts/commands.tsx';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import { useColorScheme } from '../ui/theme/themeChoice.ts';
import { conditionSaves } from '../features/conditions/index.ts';
import { deletionSaves } from '../features/deletions/index.ts';
import { fieldSaves } from '../features/fields/index.ts';
import { itemNameOf, itemSaves } from '../features/items/index.ts';
import { mediaSaves } from '../features/media/index.ts';
import { noteSaves } from '../features/notes/index.ts';
import { SessionProvider } from '../features/users/index.ts';

/** Number of automatic retries of a read that got no answer. */
const READ_RETRIES = 2;
const FRESH_MS = 15_000;
/** Time in ms for which data are kept that no screen shows, so that items that were opened or prefetched remain available without a connection. */
const UNUSED_MS = 3_600_000;

// The journal may contain a save of an operation that this version of the page no longer has.
const saveKinds: SaveKinds = {
  ...conditionSaves,
  ...deletionSaves,
  ...fieldSaves,
  ...itemSaves,
  ...mediaSaves,
  ...noteSaves,
} satisfies EverySaveKind;

/** Applies the answer to a save to the cached reads. */
function applySaved<N extends SavedOperation>(
  cache: QueryClient,
  operation: N,
  input: SavedInput<N>,
  output: SavedOutput<N>,
): void {
  saveKinds[operation]?.saved(cache, input, output);
}

function createCache(): DataCache {
  return new DataCache({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: UNUSED_MS,
        // Without a connection one attempt more shows soon that data are not available; they are read again when it is back.
        retry: (count, error) => count < (isConnected() ? READ_RETRIES : 1) && isPassing(error),
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
    token: readToken,
    send: upload,
    host: window.location.origin,
    now: () => Date.now(),
    newKey: newId,
    itemOf: (input) => itemNameOf(cache, input),
    saved(save, output) {
      applySaved(cache, save.operation, save.input, output);
      // Scheduled after the notifications of the cache. Otherwise the screen would briefly show the value from before the save.
      return new Promise((resolve) => notifyManager.schedule(resolve));
    },
    refused(save, { code, reason, conflict }) {
      const kind = saveKinds[save.operation]?.refused;
      // After a fault the value may still be valid: only the user discards it (product decision 43).
      const staysOnScreen = isFault(code) || kind === 'keep' || (kind === 'ask' && conflict !== undefined);
      if (!staysOnScreen) notifications.show({ color: 'red', title: t('saving.putBack'), message: reason });
      // The server has another value than the cache.
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

// Browsers delay timers of a background page by up to a second, which would delay saves.
notifyManager.setScheduler(queueMicrotask);

// Dialogs lock the scrolling of the page below them with a style element, which the browser applies only with the nonce of the page.
setNonce(styleNonce());

/** Everything around the routes. */
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
  useEffect(seekConnection, []);
  useEffect(() => {
    // The network is back. The first try shows whether the server can be reached; it does not wait for the next retry.
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

/** Returns the nonce that the server wrote into this page. The browser applies only styles with this nonce. */
function styleNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
