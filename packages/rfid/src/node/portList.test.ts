import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portList } from './portList.ts';

let folder: string;
let time: number;
let listings: number;
let listed: () => ReturnType<ReturnType<typeof portList>>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-ports-'));
  time = 0;
  listings = 0;
  listed = portList({
    folder,
    clock: { now: () => time },
    list: () => {
      listings += 1;
      return Promise.resolve([{ path: `/dev/ttyUSB0`, manufacturer: `listing ${listings}` }]);
    },
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plug = (name: string): void => writeFileSync(join(folder, name), '');
const unplug = (name: string): void => rmSync(join(folder, name));

describe('the serial ports of Linux', () => {
  it('are not listed while there is no device that may be a reader', async () => {
    plug('tty1');
    plug('null');
    expect(await listed()).toEqual([]);
    expect(listings).toBe(0);
  });

  it('are listed when a device is plugged in, until the system has recognised it, and not again', async () => {
    plug('ttyUSB0');
    expect(await listed()).toMatchObject([{ manufacturer: 'listing 1' }]);
    time = 9_999;
    expect(await listed()).toMatchObject([{ manufacturer: 'listing 2' }]);
    time = 10_000;
    expect(await listed()).toMatchObject([{ manufacturer: 'listing 3' }]);
    time = 3_600_000;
    expect(await listed()).toMatchObject([{ manufacturer: 'listing 3' }]);
    expect(listings).toBe(3);
  });

  it('are listed again when another device is there, and are none once all are gone', async () => {
    plug('ttyUSB0');
    await listed();
    time = 10_000;
    await listed();
    plug('rfcomm0');
    expect(await listed()).toMatchObject([{ manufacturer: 'listing 3' }]);
    unplug('rfcomm0');
    unplug('ttyUSB0');
    expect(await listed()).toEqual([]);
    plug('ttyUSB0');
    expect(await listed()).toMatchObject([{ manufacturer: 'listing 4' }]);
  });

  it('are none where the system cannot list them', async () => {
    plug('ttyACM0');
    const none = portList({ folder, list: () => Promise.reject(new Error('spawn udevadm ENOENT')) });
    expect(await none()).toEqual([]);
  });
});

it('Systems without device files list their ports each time', async () => {
  const ports = portList({ folder: null, list: () => Promise.resolve([{ path: `COM${(listings += 1)}` }]) });
  expect([await ports(), await ports()]).toEqual([[{ path: 'COM1' }], [{ path: 'COM2' }]]);
});
