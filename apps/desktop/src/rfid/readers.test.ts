import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DesktopEvent, TagSeen } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { hasPty, openPty, type Pty, tslSim } from '@holdfast/rfid/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen, onlyWhenAsked, ready, run } from '../agent/testing/desk.ts';
import { openWorld, type TestAgent, type World } from '../agent/testing/world.ts';

const EPC = '3414257BF40000000000162E';
const OTHER = 'E28011606000020A12345678';

const isSkipped = !hasPty() && process.env['CI'] !== 'true';
if (isSkipped) process.stderr.write('!!! RFID readers of the desktop are SKIPPED: Python 3 makes their ports.\n');

describe.skipIf(isSkipped)('the RFID readers of a desktop', () => {
  const sim = tslSim({ serial: '1128-EU-000001' });
  let world: World;
  let folder: string;
  let path: string;
  let port: Pty;
  let agent: TestAgent;
  let call: Call;
  let events: DesktopEvent[];
  let leave: () => void;

  const plug = (): Promise<Pty> => openPty(path, (bytes) => sim.receive(bytes));
  const state = async (): Promise<string | undefined> => (await call('getConnectedDevices', {})).devices[0]?.state;
  const tags = (): TagSeen[] => events.flatMap((each) => (each.event === 'tags-read' ? each.data.tags : []));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-readers-'));
    path = join(folder, 'ttyUSB90');
    port = await plug();
    world = await openWorld();
    const desk = await ready(world, 'maren', { readers: [{ protocol: 'tsl', path }] });
    ({ agent, call } = desk);
    await onlyWhenAsked(desk);
    const stream = await listen(agent);
    ({ events } = stream);
    leave = stream.stop;
    await vi.waitFor(async () => expect(await state()).toBe('ready'), { timeout: 20_000 });
  });
  afterAll(async () => {
    leave();
    await world.close();
    await port.unplug();
    await rm(folder, { recursive: true, force: true });
  });

  it('are listed with port, product, name and battery; the first is selected [BRDG-04]', async () => {
    expect(await call('getConnectedDevices', {})).toEqual({
      devices: [
        {
          id: '1128-EU-000001',
          com: path,
          product: 'TSL 1128',
          displayName: '1128-EU-000001',
          batteryStatus: { percent: 78, charge: 'discharging' },
          protocol: 'tsl',
          state: 'ready',
          fault: null,
        },
      ],
      selected: '1128-EU-000001',
      otherPorts: [],
    });
  });

  it('scan from start to stop; the tag they read is put on an item, which reaches the server [BRDG-09]', async () => {
    const { item, installation } = await world.server.build.itemInInspection();
    const desk = { agent, call };
    await run(desk);
    sim.tags = [{ epc: EPC, rssi: -30 }];
    expect((await call('startScanning', { mode: 'single' })).devices[0]).toMatchObject({ state: 'scanning' });
    await expect.poll(() => tags().map(({ tag }) => tag)).toEqual([EPC]);
    expect(tags()[0]).toMatchObject({ source: 'scan', tagKind: 'epc', deviceId: '1128-EU-000001' });
    expect((await call('stopScanning', {})).devices[0]).toMatchObject({ state: 'ready' });

    await call('setTag', { itemId: item.id, tag: tags()[0]!.tag });
    expect(await call('findItemByTag', { tag: EPC })).toMatchObject({ itemId: item.id });
    await run(desk);
    const web = await world.server.as('idris');
    expect(await web('findItemByTag', { tag: EPC })).toMatchObject({ itemId: item.id, name: item.name });

    const other = await world.server.build.item({ installationId: installation.id, name: 'Hoist' });
    await run(desk);
    await expect(call('setTag', { itemId: other.id, tag: EPC })).rejects.toMatchObject({
      problem: { code: 'tagTaken', details: { itemId: item.id, itemName: item.name } },
    });
  });

  it('read by their trigger while no scan is running, and notify the windows at once', async () => {
    events.length = 0;
    sim.tags = [{ epc: OTHER, rssi: -30 }];
    port.emit(sim.trigger());
    await expect.poll(() => tags()).toMatchObject([{ tag: OTHER, source: 'trigger' }]);
  });

  it('are reported to the windows when they connect and disconnect, and cannot scan while they are disconnected', async () => {
    events.length = 0;
    await port.unplug();
    const states = (): string[] =>
      events.flatMap((each) => (each.event === 'readers' ? each.data.devices.map((device) => device.state) : []));
    await expect.poll(states).toContain('waiting');
    await expect(call('startScanning', {})).rejects.toMatchObject({ problem: { code: 'noReader' } });
    port = await plug();
    await expect.poll(() => states().at(-1)).toBe('ready');
  });

  it('can be disconnected and selected again', async () => {
    expect((await call('disconnectReader', { id: '1128-EU-000001' })).devices[0]).toMatchObject({ state: 'parked' });
    await call('selectReader', { id: '1128-EU-000001' });
    await expect.poll(state).toBe('ready');
    for (const name of ['selectReader', 'disconnectReader'] as const)
      await expect(call(name, { id: 'unknown' })).rejects.toMatchObject({ problem: { code: 'notFound' } });
    await expect(call('connectReader', { path: '/dev/null' })).rejects.toMatchObject({ problem: { code: 'notFound' } });
  });

  it('refuse callers who are not signed in', async () => {
    expect((await agent.fetch('/ext/desktop/readers')).status).toBe(401);
  });
});
