import type { ConnectedDevices } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { isDesktop } from '../../lib/host.ts';
import { put, queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { followWebReaders, opened, webReaderState } from './webReaders.ts';

/** The current readers: those of this desktop, or those of the browser. */
export function useReaders(): ConnectedDevices {
  const inBrowser = useSyncExternalStore(follow, webReaderState);
  const ofDesktop = useQuery({ ...queryOf('getConnectedDevices', {}), enabled: isDesktop }).data;
  return ofDesktop ?? inBrowser;
}

const follow = isDesktop ? () => () => undefined : followWebReaders;

/** Actions on readers. Each rejects with the reason of its failure. */
export interface ReaderActions {
  select(id: string): Promise<void>;
  connect(path: string): Promise<void>;
  disconnect(id: string): Promise<void>;
  start(mode: 'single' | 'bulk'): Promise<void>;
  stop(): Promise<void>;
}

/** The actions on the readers of this desktop, or of the browser. */
export function useReaderActions(): ReaderActions {
  const cache = useQueryClient();
  return useMemo(() => {
    if (!isDesktop) return actionsInBrowser;
    const keep = async (answer: Promise<ConnectedDevices>): Promise<void> =>
      put(cache, 'getConnectedDevices', {}, await answer);
    return {
      select: (id) => keep(call('selectReader', { id })),
      connect: (path) => keep(call('connectReader', { path })),
      disconnect: (id) => keep(call('disconnectReader', { id })),
      start: (mode) => keep(call('startScanning', { mode })),
      stop: () => keep(call('stopScanning', {})),
    };
  }, [cache]);
}

/** @throws {Error} when there was no reader for the action */
const done = async (isDone: boolean | undefined): Promise<void> => {
  if (isDone !== true) throw new Error(t('rfid.none'));
};

const actionsInBrowser: ReaderActions = {
  select: (id) => done(opened()?.select(id)),
  connect: (path) => done(opened()?.connect(path)),
  disconnect: (id) => done(opened()?.disconnect(id)),
  start: (mode) => done(opened()?.startScan({ mode })),
  stop: async () => opened()?.stopScan(),
};

/** Lets the selected reader scan at low power while the component is mounted and a reader is ready. */
export function useScanning(): void {
  const { start, stop } = useReaderActions();
  const { devices, selected } = useReaders();
  const isReady = devices.some(({ id, state }) => id === selected && (state === 'ready' || state === 'scanning'));
  useEffect(() => {
    if (!isReady) return undefined;
    // The list of readers shows a reader that was lost at this moment.
    start('single').catch(() => undefined);
    return () => void stop().catch(() => undefined);
  }, [isReady, start, stop]);
}

/** Starts and stops scanning of all tags in range. Scanning is stopped when the component is unmounted. */
export function useBulkScanning(): { start(): void; stop(): void } {
  const actions = useReaderActions();
  const isOn = useRef(false);
  const failed = (error: unknown): void =>
    void notifications.show({ color: 'red', title: t('rfid.failed'), message: reasonOf(error) });
  useEffect(
    () => () => {
      if (isOn.current) void actions.stop().catch(() => undefined);
    },
    [actions],
  );
  return {
    start() {
      isOn.current = true;
      actions.start('bulk').catch(failed);
    },
    stop() {
      isOn.current = false;
      actions.stop().catch(failed);
    },
  };
}
