import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, ready } from '../agent/testing/desk.ts';
import { openWorld, type World } from '../agent/testing/world.ts';
import { versionsFolder } from './supervisor.ts';
import { testKey, testRelease } from './testing/release.ts';
import { readState } from './versions.ts';

const key = testKey();

describe('the updates of a desktop', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  /** Publishes a release as an administrator does. @returns the status */
  async function publish(pack: Uint8Array): Promise<number> {
    const wren = await world.server.as('wren');
    const { details } = await wren('signIn', { email: 'wren@example.test', password: 'a-password-of-tests' });
    const answer = await fetch(`${world.server.address}/ext/admin/releases`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${details!.token}`, 'content-type': 'application/octet-stream' },
      body: Uint8Array.from(pack),
    });
    return answer.status;
  }

  it('are offered by the server in stages, installed on request and run after a restart [BRDG-05] [BRDG-06] [BRDG-11]', async () => {
    let restarts = 0;
    const supervision = { shell: '0.1.0', running: '0.1.0', restart: () => void (restarts += 1) };
    const { agent, call } = await ready(world, 'maren', { keys: [key.publicKey], supervision });
    const { updates } = agent.running;
    const { events, stop } = await listen(agent);
    const names = (): string[] =>
      [...new Set(events.map(({ event }) => event))].filter((name) => name.startsWith('update'));
    const wren = await world.server.as('wren');
    const device = (await call('getDeviceInfo', {})).deviceId;
    const none = { currentVersion: '0.1.0', availableVersion: '', state: 'none', progress: 0, reason: null };

    expect(await publish(testRelease(key, '0.2.0').pack)).toBe(200);
    await updates.check();
    expect(await call('getVersions', {})).toEqual(none);
    await expect(call('startUpdate', {})).rejects.toMatchObject({ problem: { code: 'noUpdate' } });

    await wren('stageRelease', { version: '0.2.0', percent: 0, deviceIds: [device] });
    await updates.check();
    expect(await call('getVersions', {})).toEqual({ ...none, availableVersion: '0.2.0' });
    await expect.poll(names).toEqual(['update']);
    await wren('stageRelease', { version: '0.2.0', percent: 100, withdrawn: true });
    await updates.check();
    expect((await call('getVersions', {})).availableVersion).toBe('');

    await wren('stageRelease', { version: '0.2.0', percent: 100 });
    await updates.check();
    expect((await call('startUpdate', {})).state).toBe('updating');
    await updates.settled();
    expect(await call('getVersions', {})).toMatchObject({ availableVersion: '0.2.0', state: 'updated', progress: 100 });
    await expect.poll(names).toEqual(['update', 'update-updating', 'update-updated']);
    expect(readState(versionsFolder(agent.folder)).trial).toEqual({ version: '0.2.0', starts: 0 });
    await call('restartDesktop', {});
    await expect.poll(() => restarts).toBe(1);

    const updating = events.flatMap((each) => (each.event === 'update-updating' ? [each.data] : []));
    expect(updating[0]).toMatchObject({ availableVersion: '0.2.0', state: 'updating' });
    await wren('endUserSessions', { id: (await call('getCurrentUser', {})).id });
    await expect.poll(() => events.some(({ event }) => event === 'logout')).toBe(true);
    await world.server.stop();
    await expect
      .poll(() => events.flatMap((each) => (each.event === 'connected-status' ? [each.data.connected] : [])).at(-1))
      .toBe(false);
    await world.server.start();
    await expect
      .poll(() => events.flatMap((each) => (each.event === 'connected-status' ? [each.data.connected] : [])).at(-1))
      .toBe(true);
    await agent.running.driver.run('User');
    await expect.poll(() => events.some(({ event }) => event === 'sync-complete')).toBe(true);
    expect(events.some(({ event }) => event === 'sync-status')).toBe(true);
    stop();
  });

  it('fail with a message when they were signed with another key, and keep the running version', async () => {
    const supervision = { shell: '0.1.0', running: '0.2.0', restart: () => undefined };
    const { agent, call } = await ready(world, 'maren', { keys: [key.publicKey], supervision });
    const { events, stop } = await listen(agent);
    const wren = await world.server.as('wren');
    expect(await publish(testRelease(testKey(), '0.3.0').pack)).toBe(200);
    await wren('stageRelease', { version: '0.3.0', percent: 100 });
    await agent.running.updates.check();
    await call('startUpdate', {});
    await agent.running.updates.settled();
    expect(await call('getVersions', {})).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('not signed') as string,
    });
    await expect.poll(() => events.at(-1)?.event).toBe('update-failed');
    expect(readState(versionsFolder(agent.folder)).trial).toBeNull();
    stop();
  });

  it('are not offered to an agent without a supervisor', async () => {
    const { agent, call } = await ready(world, 'maren', { keys: [key.publicKey] });
    await agent.running.updates.check();
    expect((await call('getVersions', {})).availableVersion).toBe('');
  });

  it('are published once for each version, completely, and by administrators alone', async () => {
    const { pack } = testRelease(key, '0.4.0');
    expect(await publish(pack)).toBe(200);
    expect(await publish(pack)).toBe(200);
    expect(await publish(testRelease(key, '0.4.0', 'another').pack)).toBe(409);
    expect(await publish(pack.subarray(0, -1))).toBe(400);
    expect(await publish(Buffer.from('nothing of the kind'))).toBe(400);
    const wren = await world.server.as('wren');
    expect((await wren('getReleases', {})).map(({ version }) => version)).toEqual(['0.4.0', '0.3.0', '0.2.0']);
    const maren = await world.server.as('maren');
    await expect(maren('getReleases', {})).rejects.toMatchObject({ status: 403 });
    await expect(wren('stageRelease', { version: '9.9.9', percent: 1 })).rejects.toMatchObject({ status: 404 });
    expect((await fetch(`${world.server.address}/ext/sync/release`)).status).toBe(401);
    expect((await fetch(`${world.server.address}/ext/sync/releases/0.4.0`)).status).toBe(401);
  });
});
