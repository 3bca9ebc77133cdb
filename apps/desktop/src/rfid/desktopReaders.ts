import type { ConnectedDevices, DesktopEvent, TagSeen } from '@holdfast/contract';
import { openReaders, type ReaderClock, type Readers } from '@holdfast/rfid';
import { keyOfPort, portsOfThisComputer, type ReaderAddress, systemClock } from '@holdfast/rfid/node';

/** Time in ms for which tags are collected before the windows are notified, so that many tags make one event. */
const GATHER_MS = 30;

/** Dependencies of the readers of a desktop. */
export interface DesktopReadersSetting {
  /** Readers configured in the settings. */
  addresses: readonly ReaderAddress[];
  /** Ports that a person chose before, by the key of the plugged-in device. */
  acceptedPorts: readonly string[];
  accept(port: string): Promise<void>;
  notify(event: DesktopEvent): void;
  clock?: ReaderClock;
}

/** The RFID readers of a desktop. */
export interface DesktopReaders extends Pick<
  Readers,
  'select' | 'connect' | 'disconnect' | 'startScan' | 'stopScan' | 'close'
> {
  state(): ConnectedDevices;
}

/** Opens the readers of this desktop; their events are sent to its windows. */
export function openDesktopReaders(setting: DesktopReadersSetting): DesktopReaders {
  const { addresses, acceptedPorts, accept, notify, clock = systemClock } = setting;
  const accepted = new Set(acceptedPorts);
  let gathered: TagSeen[] = [];
  const readers = openReaders({
    discover: portsOfThisComputer(addresses, () => accepted),
    clock,
    notify(event) {
      if (event.type === 'devices') {
        notify({ event: 'readers', data: state() });
        return;
      }
      const { tag, kind, rssi, source } = event.read;
      gathered.push({ tag, tagKind: kind, rssi, source, deviceId: event.deviceId });
      if (gathered.length > 1) return;
      clock.after(GATHER_MS, () => {
        const tags = gathered;
        gathered = [];
        notify({ event: 'tags-read', data: { tags } });
      });
    },
    accepted(path) {
      void keyOfPort(path).then((port) => {
        accepted.add(port);
        return accept(port);
      });
    },
  });
  const state = (): ConnectedDevices => ({
    devices: readers.devices(),
    selected: readers.selected(),
    otherPorts: readers.otherPorts(),
  });
  return {
    state,
    select: readers.select,
    connect: readers.connect,
    disconnect: readers.disconnect,
    startScan: readers.startScan,
    stopScan: readers.stopScan,
    close: readers.close,
  };
}
