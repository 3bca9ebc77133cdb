import type { ConnectedDevices } from '@holdfast/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { isDesktop } from '../../lib/host.ts';
import { keyOf, queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';

const NONE: ConnectedDevices = { devices: [], selected: null, otherPorts: [] };

/** The readers of this desktop as they are now; none on the web. */
export function useReaders(): ConnectedDevices {
  return useQuery({ ...queryOf('getConnectedDevices', {}), enabled: isDesktop }).data ?? NONE;
}

/** Lets the selected reader read at low power while the component is shown and a reader is ready. */
export function useScanning(): void {
  const cache = useQueryClient();
  const { devices, selected } = useReaders();
  const isReady = devices.some(({ id, state }) => id === selected && (state === 'ready' || state === 'scanning'));
  useEffect(() => {
    if (!isReady) return undefined;
    const keep = (state: ConnectedDevices): void => void cache.setQueryData(keyOf('getConnectedDevices', {}), state);
    // A reader that was lost in this moment shows itself in the list of readers.
    call('startScanning', { mode: 'single' }).then(keep, () => undefined);
    return () => void call('stopScanning', {}).then(keep, () => undefined);
  }, [isReady, cache]);
}

/** Starts and stops scanning of everything within reach. Scanning that is still on when the component goes is stopped. */
export function useBulkScanning(): { start(): void; stop(): void } {
  const cache = useQueryClient();
  const isOn = useRef(false);
  const keep = useCallback(
    (state: ConnectedDevices): void => void cache.setQueryData(keyOf('getConnectedDevices', {}), state),
    [cache],
  );
  const failed = (error: unknown): void =>
    void notifications.show({ color: 'red', title: t('rfid.failed'), message: reasonOf(error) });
  useEffect(
    () => () => {
      if (isOn.current) void call('stopScanning', {}).then(keep, () => undefined);
    },
    [keep],
  );
  return {
    start() {
      isOn.current = true;
      call('startScanning', { mode: 'bulk' }).then(keep, failed);
    },
    stop() {
      isOn.current = false;
      call('stopScanning', {}).then(keep, failed);
    },
  };
}
