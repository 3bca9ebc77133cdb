import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { localDb } from '../db/scoped.ts';
import { dispatch } from '../calls/dispatch.ts';
import { onEachDatabase, TEST_NOW } from '../testing/index.ts';
import { addDevice, lockDevice } from './queries.ts';

const TOKENS = { original: 'o'.repeat(43), copy: 'c'.repeat(43) };

onEachDatabase('A copy of a desktop that is being revoked', (fixture) => {
  const newId = (): string => fixture.application.ports.ids.next(TEST_NOW);

  async function registered(): Promise<string> {
    const device = { deviceId: newId(), token: TOKENS.original, name: 'Tablet', appVersion: '1.0.0' };
    return (await fixture.as('maren').registerDevice(device)).deviceId;
  }

  it('is not registered by a call that authenticated before', async () => {
    const deviceId = await registered();
    const register = (): Promise<unknown> =>
      dispatch(fixture.application, {
        operation: 'registerDeviceAgain',
        input: { deviceId: newId(), token: TOKENS.copy },
        actor: null,
        device: { deviceId, revoked: null },
      });
    await fixture.as('wren').setDeviceAccess({ id: deviceId, access: 'wiped' });
    await expect(register()).rejects.toBeProblem('deviceRevoked');
    await fixture.as('wren').removeDevice({ id: deviceId });
    await expect(register()).rejects.toBeProblem('deviceRevoked');
    expect(await fixture.as('wren').getDevices({})).toEqual([]);
  });

  it('is revoked as well when its registration ends after the revocation began', async () => {
    const deviceId = await registered();
    const [id, wren] = [newId(), fixture.as('wren')];
    const about = { originId: deviceId, token: TOKENS.copy, name: 'Tablet', appVersion: '1.0.0', now: TEST_NOW };
    const revoked = await fixture.database.db.transaction().execute(async (trx) => {
      const local = localDb(trx);
      await lockDevice(local, deviceId);
      await addDevice(local, { id, ...about });
      const revoking = wren.setDeviceAccess({ id: deviceId, access: 'wiped' });
      await setTimeout(300);
      return { revoking };
    });
    await revoked.revoking;
    const devices = await wren.getDevices({});
    expect(devices.map((device) => device.access)).toEqual(['wiped', 'wiped']);
  });
});
