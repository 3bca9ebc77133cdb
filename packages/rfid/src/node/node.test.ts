import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openReaders, type Readers, type ReadersEvent } from '../index.ts';
import { hasPty, llrpSim, openPty, type Pty, serveSim, tslSim } from '../testing/index.ts';
import { portsOfThisComputer, type ReaderAddress, readerAddress, systemClock } from './index.ts';

const EPC = '3414257BF40000000000162E';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

function open(addresses: ReaderAddress[]): { readers: Readers; events: ReadersEvent[]; tags(): string[] } {
  const events: ReadersEvent[] = [];
  const readers = openReaders({
    discover: portsOfThisComputer(addresses, () => new Set()),
    clock: systemClock,
    notify: (event) => void events.push(event),
  });
  ending.push(() => readers.close());
  return { readers, events, tags: () => events.flatMap((event) => (event.type === 'tag' ? [event.read.tag] : [])) };
}

const ptys = hasPty();
if (!ptys && process.env['CI'] !== 'true')
  process.stderr.write('!!! Readers on pseudo-terminals are SKIPPED: Python 3 makes them, and there is none.\n');

describe.skipIf(!ptys && process.env['CI'] !== 'true')('a reader on a serial port', () => {
  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), 'holdfast-rfid-'));
    ending.push(() => rm(made, { recursive: true, force: true }));
    return made;
  }
  async function plug(path: string, device: (bytes: Uint8Array) => Uint8Array): Promise<Pty> {
    const pty = await openPty(path, device);
    ending.push(() => pty.unplug());
    return pty;
  }

  it('is found, read, lost with its cable and read again when it is back', async () => {
    const path = join(await folder(), 'ttyUSB90');
    const sim = tslSim();
    const first = await plug(path, (bytes) => sim.receive(bytes));
    const { readers, tags } = open([{ protocol: 'tsl', path }]);
    const state = (): string | undefined => readers.devices()[0]?.state;
    await expect.poll(state).toBe('ready');
    sim.tags = [{ epc: EPC, rssi: -26 }];
    first.emit(sim.trigger());
    await expect.poll(tags).toEqual([EPC]);

    await first.unplug();
    await expect.poll(state).not.toBe('ready');
    sim.powerCycle();
    const second = await plug(path, (bytes) => sim.receive(bytes));
    await expect.poll(state).toBe('ready');
    second.emit(sim.trigger());
    await expect.poll(tags).toEqual([EPC, EPC]);
  });

  it('that is in use by another program is busy, and taken over when it is free', async () => {
    const path = join(await folder(), 'ttyUSB91');
    const sim = tslSim();
    await plug(path, (bytes) => sim.receive(bytes));
    const first = open([{ protocol: 'tsl', path }]);
    await expect.poll(() => first.readers.devices()).toHaveLength(1);
    const second = open([{ protocol: 'tsl', path }]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(second.readers.devices()).toEqual([]);
    await first.readers.close();
    await expect.poll(() => second.readers.devices()[0]?.state).toBe('ready');
  });

  it('that writes lines is read through noise and pieces', async () => {
    const path = join(await folder(), 'ttyUSB92');
    const pty = await plug(path, () => new Uint8Array(0));
    const { readers, tags } = open([{ protocol: 'line', path }]);
    await expect.poll(() => readers.devices()[0]?.state).toBe('ready');
    for (const character of `xx\r\n${EPC}\r\n`) pty.emit(new TextEncoder().encode(character));
    await expect.poll(tags).toEqual([EPC]);
  });
});

describe('a reader on the network', () => {
  it('is configured, started and read, and connected again after the connection broke', async () => {
    const sim = llrpSim();
    const server = await serveSim(
      (bytes) => sim.receive(bytes),
      (busy) => sim.greet(busy),
    );
    ending.push(() => server.close());
    const { readers, tags } = open([{ protocol: 'llrp', host: '127.0.0.1', port: server.port }]);
    const state = (): string | undefined => readers.devices()[0]?.state;
    await expect.poll(state).toBe('ready');
    expect(readers.devices()[0]).toMatchObject({ com: `tcp://127.0.0.1:${server.port}`, product: 'Impinj 2001002' });
    readers.startScan({ mode: 'bulk' });
    await expect.poll(() => sim.running).toBe(true);
    server.emit(sim.report(EPC, -44, 2));
    await expect.poll(tags).toEqual([EPC]);

    server.cut();
    await expect.poll(state).toBe('waiting');
    await expect.poll(state).toBe('scanning');
    readers.stopScan();
    await expect.poll(() => sim.running).toBe(false);
  });
});

describe('the address of a reader', () => {
  it('names its protocol and its port', () => {
    expect(readerAddress('tsl:COM7')).toEqual({ protocol: 'tsl', path: 'COM7' });
    expect(readerAddress('line:/dev/ttyUSB0')).toEqual({ protocol: 'line', path: '/dev/ttyUSB0' });
    expect(readerAddress('llrp://192.0.2.4')).toEqual({ protocol: 'llrp', host: '192.0.2.4', port: 5084 });
    expect(readerAddress('tsl+tcp://192.0.2.5:4001')).toEqual({ protocol: 'tsl', host: '192.0.2.5', port: 4001 });
    for (const text of ['', 'COM7', 'tsl://x', 'llrp://x:0', 'llrp://x:99999', 'line+tcp://x', 'http://x'])
      expect(readerAddress(text)).toBeNull();
  });
});
