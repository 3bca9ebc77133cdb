import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import type { SerialPortInfo } from '../discovery.ts';
import type { ReaderClock } from '../types.ts';
import { systemClock } from './clock.ts';

/** Device files of ports that may have a reader (`trustOf`). */
const DEVICES = /^(?:tty(?:ACM|USB)|rfcomm)\d+$/;
/** Time in ms after a change for which ports are listed each time: the system recognises a device only some time after it has its file. */
const SETTLED_MS = 10_000;

/** Means by which ports are listed. */
interface PortListSetting {
  list?: () => Promise<SerialPortInfo[]>;
  /** Folder of the device files; null: the system has none. */
  folder?: string | null;
  clock?: Pick<ReaderClock, 'now'>;
}

/**
 * Returns a function that lists the serial ports of this computer. Linux starts a program to list them (`udevadm`), so they are listed only
 * while there are device files, and again only after these have changed. Systems that cannot list ports, such as a container without udev,
 * have none.
 */
export function portList({
  list = () => SerialPort.list(),
  folder = process.platform === 'linux' ? '/dev' : null,
  clock = systemClock,
}: PortListSetting = {}): () => Promise<readonly SerialPortInfo[]> {
  let known = { devices: '', since: 0, ports: [] as readonly SerialPortInfo[], isSettled: true };
  const listed = (): Promise<readonly SerialPortInfo[]> => list().catch(() => []);
  return async () => {
    if (folder === null) return listed();
    const devices = await devicesIn(folder);
    if (devices === '') known = { devices, since: 0, ports: [], isSettled: true };
    else if (devices !== known.devices)
      known = { devices, since: clock.now(), ports: await listed(), isSettled: false };
    else if (!known.isSettled) {
      const isSettled = clock.now() - known.since >= SETTLED_MS;
      known = { ...known, ports: await listed(), isSettled };
    }
    return known.ports;
  };
}

/** Returns a text that changes when a device is plugged in or out, also when another one got the same name; empty without devices. */
async function devicesIn(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => DEVICES.test(name)).toSorted();
  const devices = names.map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => null);
    return file === null ? [] : [`${name} ${file.ino} ${file.birthtimeMs}`];
  });
  return (await Promise.all(devices)).flat().join('\n');
}
