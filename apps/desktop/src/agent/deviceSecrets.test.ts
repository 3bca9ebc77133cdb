import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { readFact, writeFact } from '@holdfast/device';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { memoryKeychain } from './testing/memoryKeychain.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The sealed secret of a desktop, as stored in its database. */
async function sealedOf({ agent }: Desk): Promise<string> {
  return (await readFact(agent.running.application.read, 'deviceToken'))!;
}

const lastRun = async ({ call }: Desk): Promise<unknown> => (await call('getSyncLogs', {}))[0];

describe('the secret of a desktop', () => {
  it('is encrypted with a key in the keychain, which is in no file beside the database', async () => {
    const keychain = memoryKeychain();
    const one = await ready(world, 'maren', { keychain });
    const [key] = keychain.keys.values();
    expect(Buffer.from(key!, 'base64')).toHaveLength(32);
    expect(await sealedOf(one)).toMatch(/^sealed1\./);
    expect(await one.call('getDeviceInfo', {})).toMatchObject({ keyPlace: 'keychain' });
    for (const name of readdirSync(one.agent.folder))
      if (existsSync(join(one.agent.folder, name)) && name.startsWith('secret-keys'))
        expect(readFileSync(join(one.agent.folder, name), 'utf8')).not.toContain(key);
    await run(one);
    expect(await lastRun(one)).toMatchObject({ status: 'Success' });
  });

  it('is encrypted with a key in a file without a keychain, which the desktop reports', async () => {
    const keychain = memoryKeychain();
    keychain.isLocked = true;
    const one = await ready(world, 'maren', { keychain });
    expect(await sealedOf(one)).toMatch(/^sealed1\./);
    expect(await one.call('getDeviceInfo', {})).toMatchObject({ keyPlace: 'file' });
    expect(readFileSync(join(one.agent.folder, 'secret-keys'), 'utf8')).not.toBe('');
  });

  it('is encrypted at the next start when an older version stored it as text, and with the keychain once there is one', async () => {
    const one = await ready(world);
    const { deviceId } = await one.call('getDeviceInfo', {});
    const { application } = one.agent.running;
    const { vault } = application.ports;
    await writeFact(application.write, 'deviceToken', vault.open(await sealedOf(one), 'device token')!);
    expect(await sealedOf(one)).not.toContain('sealed1.');
    await one.agent.stop();

    const again = await ready(world, 'maren', { dataFolder: one.agent.folder });
    const inFile = await sealedOf(again);
    expect(inFile).toMatch(/^sealed1\./);
    await again.agent.stop();

    const moved = await ready(world, 'maren', { dataFolder: one.agent.folder, keychain: memoryKeychain() });
    expect(await sealedOf(moved)).not.toBe(inFile);
    expect(await moved.call('getDeviceInfo', {})).toMatchObject({ deviceId, keyPlace: 'keychain' });
    await run(moved);
    expect(await lastRun(moved)).toMatchObject({ status: 'Success' });
  });

  it('makes a run fail with the reason while the keychain is locked, and the next one sends the waiting changes', async () => {
    const made = await world.server.build.itemInInspection();
    const keychain = memoryKeychain();
    const one = await ready(world, 'maren', { keychain });
    await onlyWhenAsked(one);
    await one.agent.stop();
    keychain.isLocked = true;
    const agent = await world.agent({ dataFolder: one.agent.folder, keychain, server: world.server.address });
    const locked: Desk = { agent, call: await agent.signIn('maren') };
    await locked.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await run(locked);
    expect(await lastRun(locked)).toMatchObject({ status: 'Fail' });
    expect((await locked.call('getDesktopStatus', {})).message).toContain('keychain');
    keychain.isLocked = false;
    await run(locked);
    expect(await locked.call('getWaitingChanges', {})).toEqual([]);
  });

  it('requires a new registration at the next sign-in when its key is lost, which sends the waiting changes', async () => {
    const [made, other, sent] = [
      await world.server.build.itemInInspection(),
      await world.server.build.itemInInspection(),
      await world.server.build.itemInInspection(),
    ];
    const keychain = memoryKeychain();
    const one = await ready(world, 'maren', { keychain });
    await onlyWhenAsked(one);
    const { deviceId } = await one.call('getDeviceInfo', {});
    const idris = await one.agent.signIn('idris');
    await one.agent.running.driver.settled();
    await one.call('setCondition', { ...place(sent), conditionId: CONDITIONS.defective.id });
    await run(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await idris('setCondition', { ...place(other), conditionId: CONDITIONS.needsAttention.id });
    await one.agent.stop();
    const history = async (item: typeof made): Promise<number> =>
      (await (await world.server.as('wren'))('getAuditLogsForInstallationInspectionAndItem', place(item))).length;
    const lines = await history(sent);

    keychain.keys.clear();
    const agent = await world.agent({ dataFolder: one.agent.folder, keychain, server: world.server.address });
    const lost: Desk = { agent, call: await agent.signIn('maren') };
    await agent.running.driver.settled();
    expect((await lost.call('getDeviceInfo', {})).deviceId).not.toBe(deviceId);
    const web = await world.server.as('wren');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({
      id: CONDITIONS.defective.id,
    });
    expect(await history(sent)).toBe(lines);
    // The server knows the new desktop as one of Maren's: the change of Idris follows when he signs in.
    expect(await lost.call('getDesktopStatus', {})).toMatchObject({ setAside: 1 });
    await agent.signIn('idris');
    await agent.running.driver.settled();
    await run(lost);
    expect(await web('getInstallationInspectionItemCondition', place(other))).toMatchObject({
      id: CONDITIONS.needsAttention.id,
    });
    expect(await lost.call('getDesktopStatus', {})).toMatchObject({ waiting: 0, setAside: 0 });
  });
});
