/** State of the desktop towards its server, as reported by its agent (docs/acceptance.md, SYNC). */
import type { DesktopEvent, DesktopStatus, SyncLog } from '@holdfast/contract';
import { routes } from '@holdfast/contract/client';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/api.ts';
import { amend as amendRead, keyOf, put, refresh } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { tagsRead } from '../rfid/index.ts';

/** The reported state; `running`: a run of synchronisation is under way. */
export type DesktopState = DesktopStatus & { running: boolean };

type DataOf<N extends DesktopEvent['event']> = Extract<DesktopEvent, { event: N }>['data'];

let state: DesktopState | null = null;
const listeners = new Set<() => void>();

/** By read that is under way: what events have reported since it was sent. Its answer may be older than they are. */
const reportedSince = new Set<Partial<DesktopState>>();

function amend(known: Partial<DesktopState>): void {
  for (const since of reportedSince) Object.assign(since, known);
  if (state === null) return;
  state = { ...state, ...known };
  for (const listener of listeners) listener();
}

/** Number of runs begun on this page: a state that was asked for before a run began says nothing of it. */
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

/** Begins a run: shown at once, before the agent has reported it (docs/acceptance.md, SYNC). @throws the refusal of the agent */
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

/** A list of runs with one of them as it now stands; a run that is not listed yet is the newest. */
function withRun(runs: SyncLog[], run: SyncLog): SyncLog[] {
  return runs.some(({ id }) => id === run.id)
    ? runs.map((known) => (known.id === run.id ? run : known))
    : [run, ...runs];
}

/** Operations whose answers stay after a run: those of the session. All others may have changed. */
const KEPT = new Set(['getInstance', 'getCurrentUser', 'getSyncOptions', 'getDeviceInfo']);

/**
 * Follows the agent's events until it is stopped: the state changes with them, a run that is complete has everything on screen read again, and
 * an end of the session is passed on to the page.
 */
export function followDesktop(cache: QueryClient): () => void {
  const source = new EventSource(routes.watchDesktop.path);
  const on = <N extends DesktopEvent['event']>(event: N, receive: (data: DataOf<N>) => void): void =>
    source.addEventListener(event, (message: MessageEvent<string>) => receive(JSON.parse(message.data) as DataOf<N>));
  let isReopened = false;
  source.addEventListener('open', () => {
    void read();
    // Events sent while the stream was closed. A run may have ended meanwhile, as after a restart of the agent.
    refresh(cache, ['getVersions', 'getConnectedDevices']);
    if (isReopened) void cache.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.has(String(queryKey[0])) });
    isReopened = true;
  });
  on('sync-status', (status) => {
    const { syncLog } = status;
    amend({ ...status, running: syncLog === null || syncLog.isRunning });
    // On a new device people work as soon as the records are in, while photos still arrive.
    if (state?.synced === false) void read();
    if (syncLog !== null) amendRead(cache, 'getSyncLogs', {}, (runs) => withRun(runs, syncLog));
    if (syncLog?.endTime != null) void cache.invalidateQueries({ queryKey: keyOf('getSyncLogs') });
  });
  on('sync-complete', (status) => {
    amend({ ...status, running: false, synced: true });
    void cache.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.has(String(queryKey[0])) });
  });
  on('connected-status', amend);
  on('waiting', (waiting) => {
    amend(waiting);
    // What stands at the top follows from what waits.
    if (state?.running === false) void read();
    refresh(cache, ['getWaitingChanges', 'getWaitingItems']);
  });
  on('readers', (readers) => put(cache, 'getConnectedDevices', {}, readers));
  on('tags-read', ({ tags }) => tagsRead(tags));
  for (const event of ['update', 'update-updating', 'update-updated', 'update-failed'] as const)
    on(event, (versions) => put(cache, 'getVersions', {}, versions));
  on('logout', () => window.dispatchEvent(new Event('logout')));
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
