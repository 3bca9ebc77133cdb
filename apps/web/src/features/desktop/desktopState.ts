/** State of the synchronisation with the server, as reported by the desktop's agent (docs/acceptance.md, SYNC). */
import type { DesktopEvent, DesktopStatus, SyncLog } from '@holdfast/contract';
import { routes } from '@holdfast/contract/client';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/calls/api.ts';
import { windowSecret } from '../../lib/page.ts';
import { amend as amendRead, keyOf, put, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { tagsRead } from '../rfid/index.ts';

/** The reported state; `running`: a synchronisation is running. */
export type DesktopState = DesktopStatus & { running: boolean };

type DataOf<N extends DesktopEvent['event']> = Extract<DesktopEvent, { event: N }>['data'];

let state: DesktopState | null = null;
const listeners = new Set<() => void>();

/** For each running read: the state that events have reported since it was sent. The answer of the read may be older than these events. */
const reportedSince = new Set<Partial<DesktopState>>();

function amend(known: Partial<DesktopState>): void {
  for (const since of reportedSince) Object.assign(since, known);
  if (state === null) return;
  state = { ...state, ...known };
  for (const listener of listeners) listener();
}

/** Number of runs started on this page: a state that was requested before a run started does not include that run. */
let begun = 0;

let reads = 0;
/** Number of the latest read whose answer is shown. */
let shown = 0;

async function read(): Promise<void> {
  const before = begun;
  reads += 1;
  const own = reads;
  const since: Partial<DesktopState> = {};
  reportedSince.add(since);
  const status = await call('getDesktopStatus', {}).catch(() => null);
  reportedSince.delete(since);
  if (status === null || before !== begun || own < shown) return;
  shown = own;
  state = { ...status, running: status.syncLog?.isRunning === true, ...since };
  for (const listener of listeners) listener();
}

/** Starts a run. It is shown at once, before the agent has reported it (docs/acceptance.md, SYNC). @throws the refusal of the agent */
export async function startRun(full: boolean): Promise<void> {
  begun += 1;
  amend({ message: t(full ? 'desktop.startingFull' : 'desktop.starting'), progress: 0, syncLog: null, running: true });
  try {
    await call(full ? 'fullSync' : 'syncNow', {});
  } catch (error) {
    await read();
    throw error;
  }
}

/** Returns a list of runs in which one run is updated; a run that is not in the list yet is added as the newest. */
function withRun(runs: SyncLog[], run: SyncLog): SyncLog[] {
  return runs.some(({ id }) => id === run.id)
    ? runs.map((known) => (known.id === run.id ? run : known))
    : [run, ...runs];
}

/** Operations whose answers stay valid after a run: those of the session. All others may have changed. */
const KEPT = new Set(['getInstance', 'getCurrentUser', 'getSyncOptions', 'getDeviceInfo']);

/**
 * Follows the agent's events until it is stopped: they update the state, a complete run causes a reload of all data on screen, and an end
 * of the session is passed on to the page.
 */
export function followDesktop(cache: QueryClient): () => void {
  // Browsers open a stream of events without headers.
  const source = new EventSource(`${routes.watchDesktop.path}?window=${windowSecret() ?? ''}`);
  const on = <N extends DesktopEvent['event']>(event: N, receive: (data: DataOf<N>) => void): void =>
    source.addEventListener(event, (message: MessageEvent<string>) => receive(JSON.parse(message.data) as DataOf<N>));
  let isReopened = false;
  source.addEventListener('open', () => {
    void read();
    // Events sent while the stream was closed are lost. A run may have ended meanwhile, for example when the agent was restarted.
    refresh(cache, ['getVersions', 'getConnectedDevices']);
    if (isReopened) void cache.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.has(String(queryKey[0])) });
    isReopened = true;
  });
  on('sync-status', (status) => {
    const { syncLog } = status;
    amend({ ...status, running: syncLog === null || syncLog.isRunning });
    // On a new device users start working as soon as the records have arrived, while photos are still being downloaded.
    if (state?.synced === false) void read();
    if (syncLog !== null) amendRead(cache, 'getSyncLogs', {}, (runs) => withRun(runs, syncLog));
    if (syncLog?.endTime != null) void cache.invalidateQueries({ queryKey: keyOf('getSyncLogs') });
  });
  on('sync-complete', (status) => {
    amend({ ...status, running: false, synced: true });
    void cache.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.has(String(queryKey[0])) });
  });
  on('connected-status', (status) => {
    amend(status);
    // What the title bar says depends on the connection.
    if (state?.running === false) void read();
  });
  on('waiting', (waiting) => {
    amend(waiting);
    // The state in the title bar depends on the waiting changes.
    if (state?.running === false) void read();
    refresh(cache, ['getWaitingChanges', 'getWaitingItems']);
  });
  on('readers', (readers) => put(cache, 'getConnectedDevices', {}, readers));
  on('tags-read', ({ tags }) => tagsRead(tags));
  for (const event of ['update', 'update-updating', 'update-updated', 'update-failed'] as const)
    on(event, (versions) => put(cache, 'getVersions', {}, versions));
  on('logout', () => {
    // The title bar names the reason when an administrator revoked the device.
    void read();
    window.dispatchEvent(new Event('logout'));
  });
  void read();
  return () => source.close();
}

/** Returns the state of the desktop; null before the first report. */
export function useDesktopState(): DesktopState | null {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
