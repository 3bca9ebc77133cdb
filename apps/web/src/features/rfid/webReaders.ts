/** RFID readers on the serial ports of a browser (Web Serial). The user chooses each port once; the browser stores the permission. */
import type { ConnectedDevices, TagSeen } from '@holdfast/contract';
import { openReaders, type Readers, tslMachine, type WebSerialPort, webSerialTransport } from '@holdfast/rfid';
import { tagsRead } from './tagReads.ts';

/** The part of Web Serial that is used. */
interface Serial {
  getPorts(): Promise<WebSerialPort[]>;
  requestPort(): Promise<WebSerialPort>;
}

/** Time in ms for which tags are collected and then reported as one event. */
const GATHER_MS = 30;

const serial = 'serial' in navigator ? (navigator.serial as Serial) : null;

/** True in browsers that let a page use serial ports. */
export const hasWebSerial = serial !== null;

let readers: Readers | null = null;
let state: ConnectedDevices = { devices: [], selected: null, otherPorts: [] };
const listeners = new Set<() => void>();
const paths = new WeakMap<WebSerialPort, string>();
let numbered = 0;

/** Returns the current readers. */
export function webReaderState(): ConnectedDevices {
  return state;
}

/** Follows the readers, which are opened for the first follower. */
export function followWebReaders(listener: () => void): () => void {
  listeners.add(listener);
  opened();
  return () => void listeners.delete(listener);
}

/** Lets the user choose a port. Does nothing when none is chosen. */
export async function chooseWebReader(): Promise<void> {
  const port = await serial?.requestPort().catch(() => null);
  if (port !== null && port !== undefined) await opened()?.listPorts();
}

/** Returns the readers; null where the browser has no serial ports. */
export function opened(): Readers | null {
  if (serial === null) return null;
  readers ??= openAll(serial);
  return readers;
}

function openAll(ports: Serial): Readers {
  let gathered: TagSeen[] = [];
  const all = openReaders({
    discover: async () =>
      (await ports.getPorts()).map((port) => ({
        path: pathOf(port),
        label: '',
        trust: 'auto' as const,
        transport: () => webSerialTransport(port, pathOf(port)),
        machine: () => tslMachine(),
      })),
    clock: {
      now: () => performance.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    notify(event) {
      if (event.type === 'devices') {
        state = { devices: event.devices, selected: event.selected, otherPorts: [] };
        for (const listener of listeners) listener();
        return;
      }
      const { tag, kind, rssi, source } = event.read;
      gathered.push({ tag, tagKind: kind, rssi, source, deviceId: event.deviceId });
      if (gathered.length > 1) return;
      setTimeout(() => {
        const tags = gathered;
        gathered = [];
        tagsRead(tags);
      }, GATHER_MS);
    },
  });
  return all;
}

function pathOf(port: WebSerialPort): string {
  const known = paths.get(port);
  if (known !== undefined) return known;
  numbered += 1;
  const path = `serial ${numbered}`;
  paths.set(port, path);
  return path;
}
