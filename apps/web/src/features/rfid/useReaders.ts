import type { ConnectedDevices } from '@holdfast/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { isDesktop } from '../../lib/host.ts';
import { keyOf, queryOf } from '../../lib/queries.ts';

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
