import { describe, expect, it } from 'vitest';
import { type Candidate, lineMachine, openReaders, type Readers, type ReadersEvent, tslMachine } from './index.ts';
import { type ManualClock, manualClock, type MemoryPort, memoryPort, tslSim } from './testing/index.ts';

const EPC = '3414257BF40000000000162E';
const OTHER = 'E28011606000020A12345678';

function computer() {
  const clock: ManualClock = manualClock();
  const events: ReadersEvent[] = [];
  const accepted: string[] = [];
  let listed: Candidate[] | null = [];
  const candidate = (port: MemoryPort, path: string, trust: 'auto' | 'ask' = 'auto'): Candidate => ({
    path,
    label: '',
    trust,
    transport: () => port.transport(),
    machine: () => tslMachine(),
  });
  const tsl = (path: string, serial: string, trust: 'auto' | 'ask' = 'auto') => {
    const sim = tslSim({ serial });
    const port = memoryPort(path, (bytes) => sim.receive(bytes));
    return { sim, port, candidate: candidate(port, path, trust) };
  };
  const readers: Readers = openReaders({
    discover: () => (listed === null ? Promise.reject(new Error('no udev')) : Promise.resolve(listed)),
    clock,
    notify: (event) => void events.push(event),
    accepted: (path) => void accepted.push(path),
  });
  const tags = (): string[] => events.flatMap((event) => (event.type === 'tag' ? [event.read.tag] : []));
  const states = (): Record<string, string> =>
    Object.fromEntries(readers.devices().map(({ id, state }) => [id, state]));
  return {
    clock,
    events,
    accepted,
    readers,
    tsl,
    tags,
    states,
    async plug(...candidates: Candidate[] | [null]) {
      listed = candidates[0] === null ? null : (candidates as Candidate[]);
      await clock.advance(2_500);
    },
  };
}

describe('the readers of a computer', () => {
  it('are listed with port, product, name and battery as they come and go, and the first one is selected [ENTS-19] [RFID-03]', async () => {
    const { readers, tsl, plug, events, states, clock } = computer();
    const one = tsl('/dev/rfcomm0', '1128-EU-000001');
    const two = tsl('/dev/rfcomm1', '2128-EU-000002');
    await plug(one.candidate);
    expect(readers.devices()).toEqual([
      {
        id: '1128-EU-000001',
        com: '/dev/rfcomm0',
        product: 'TSL 1128',
        displayName: '1128-EU-000001',
        batteryStatus: { percent: 78, charge: 'discharging' },
        protocol: 'tsl',
        state: 'ready',
        fault: null,
      },
    ]);
    expect(readers.selected()).toBe('1128-EU-000001');
    await plug(one.candidate, two.candidate);
    expect(Object.keys(states())).toEqual(['1128-EU-000001', '2128-EU-000002']);
    expect(readers.selected()).toBe('1128-EU-000001');
    await plug(two.candidate);
    await clock.advance(2_500);
    expect(states()).toEqual({ '2128-EU-000002': 'ready' });
    expect(readers.selected()).toBe('2128-EU-000002');
    await plug();
    await clock.advance(2_500);
    expect(events.at(-1)).toEqual({ type: 'devices', devices: [], selected: null });
  });

  it('that are lost are tried again with longer and longer pauses, and stay the selected one for ten seconds', async () => {
    const { readers, tsl, plug, states, clock } = computer();
    const one = tsl('/dev/rfcomm0', '1128-EU-000001');
    const two = tsl('/dev/rfcomm1', '2128-EU-000002');
    await plug(one.candidate, two.candidate);
    one.port.refuses = 'asleep';
    one.port.pull();
    await clock.advance(100);
    expect(states()).toEqual({ '1128-EU-000001': 'waiting', '2128-EU-000002': 'ready' });
    expect(readers.selected()).toBe('1128-EU-000001');
    await clock.advance(10_000);
    expect(readers.selected()).toBe('2128-EU-000002');
    expect(readers.devices()[0]).toMatchObject({ state: 'waiting', fault: 'asleep' });
    one.port.refuses = null;
    one.sim.powerCycle();
    one.sim.commands.length = 0;
    await clock.advance(30_000);
    expect(states()).toEqual({ '1128-EU-000001': 'ready', '2128-EU-000002': 'ready' });
    // The reader loses its settings without power, so they are sent again.
    expect(one.sim.commands.some((command) => command.includes('-sinv'))).toBe(true);
    expect(readers.selected()).toBe('2128-EU-000002');
  });

  it('that come back at once continue scanning', async () => {
    const { readers, tsl, plug, states, tags, clock } = computer();
    const { sim, port, candidate } = tsl('/dev/rfcomm0', '1128-EU-000001');
    await plug(candidate);
    expect(readers.startScan({ mode: 'bulk' })).toBe(true);
    port.pull();
    await clock.advance(3_000);
    expect(states()).toEqual({ '1128-EU-000001': 'scanning' });
    sim.tags = [{ epc: EPC, rssi: -40 }];
    await clock.advance(500);
    expect(tags()).toEqual([EPC]);
    readers.stopScan();
    expect(states()).toEqual({ '1128-EU-000001': 'ready' });
  });

  it('report a tag once while it stays in the field, and again for a new press of the trigger', async () => {
    const { readers, tsl, plug, tags, clock } = computer();
    const { sim, port, candidate } = tsl('/dev/rfcomm0', '1128-EU-000001');
    await plug(candidate);
    sim.tags = [{ epc: EPC, rssi: -30 }];
    readers.startScan({ mode: 'bulk' });
    await clock.advance(5_000);
    sim.tags = [
      { epc: EPC, rssi: -30 },
      { epc: OTHER, rssi: -40 },
    ];
    await clock.advance(5_000);
    expect(tags()).toEqual([EPC, OTHER]);
    readers.stopScan();
    port.emit(sim.trigger());
    port.emit(sim.trigger());
    expect(tags()).toEqual([EPC, OTHER, EPC, OTHER, EPC, OTHER]);
  });

  it('are distinguished from other devices without a byte sent to a port that was not chosen', async () => {
    const { readers, tsl, plug, accepted, states, clock } = computer();
    const { port, candidate } = tsl('/dev/ttyUSB0', '1166-EU-000003', 'ask');
    await plug(candidate);
    expect(port.opened).toBe(0);
    expect(readers.otherPorts()).toEqual([{ path: '/dev/ttyUSB0', label: '' }]);
    expect(readers.connect('/dev/ttyUSB9')).toBe(false);
    expect(readers.connect('/dev/ttyUSB0')).toBe(true);
    await clock.advance(500);
    expect(states()).toEqual({ '1166-EU-000003': 'ready' });
    expect(accepted).toEqual(['/dev/ttyUSB0']);
  });

  it('do not try a device that is not a reader for a minute', async () => {
    const { readers, plug, clock } = computer();
    const port = memoryPort('/dev/rfcomm3', () => new TextEncoder().encode('$GPGGA,123519,4807.038,N\r\n'));
    await plug({
      path: '/dev/rfcomm3',
      label: '',
      trust: 'auto',
      transport: () => port.transport(),
      machine: () => tslMachine(),
    });
    await clock.advance(20_000);
    expect(readers.devices()).toEqual([]);
    expect(port.opened).toBe(1);
    expect(port.isOpen).toBe(false);
    await clock.advance(60_000);
    expect(port.opened).toBe(2);
  });

  it('that are on a cable and on Bluetooth at once are one', async () => {
    const { readers, tsl, plug } = computer();
    const one = tsl('/dev/rfcomm0', '1128-EU-000001');
    const two = tsl('/dev/rfcomm1', '1128-EU-000001');
    await plug(one.candidate, two.candidate);
    expect(readers.devices().map(({ com }) => com)).toEqual(['/dev/rfcomm0']);
    expect(two.port.isOpen).toBe(false);
  });

  it('are disconnected and connected again by the user', async () => {
    const { readers, tsl, plug, states, clock } = computer();
    const { port, candidate } = tsl('/dev/rfcomm0', '1128-EU-000001');
    await plug(candidate);
    expect(readers.disconnect('1128-EU-000001')).toBe(true);
    await clock.advance(60_000);
    expect(states()).toEqual({ '1128-EU-000001': 'parked' });
    expect(port.isOpen).toBe(false);
    expect(readers.startScan({ mode: 'single' })).toBe(false);
    readers.select('1128-EU-000001');
    await clock.advance(500);
    expect(states()).toEqual({ '1128-EU-000001': 'ready' });
    await readers.close();
    expect(port.isOpen).toBe(false);
  });

  it('work while the system has no list of ports', async () => {
    const { tsl, plug, states, clock } = computer();
    const { candidate } = tsl('/dev/rfcomm0', '1128-EU-000001');
    await plug(candidate);
    await plug(null);
    await clock.advance(20_000);
    expect(states()).toEqual({ '1128-EU-000001': 'ready' });
  });

  it('that accept no commands are listed with an unknown battery', async () => {
    const { readers, plug, tags } = computer();
    const port = memoryPort('/dev/ttyUSB1', () => new Uint8Array(0));
    await plug({
      path: '/dev/ttyUSB1',
      label: '',
      trust: 'auto',
      transport: () => port.transport(),
      machine: () => lineMachine(),
    });
    port.emit(new TextEncoder().encode(`${EPC}\r\n`));
    expect(readers.devices()).toMatchObject([{ id: '/dev/ttyUSB1', batteryStatus: null, protocol: 'line' }]);
    expect(tags()).toEqual([EPC]);
  });
});
