import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tinyPhoto } from '@holdfast/core/testing';
import { backUp, restore } from '@holdfast/server';
import { derivedId } from '@holdfast/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, PEOPLE, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('changes made in a browser that a restored server lacks', () => {
  it('stay on a desktop that had received them, with their photos, and can be sent again by its user', async () => {
    const made = await world.server.build.itemInInspection();
    const { id: userId, name, companyId: scopeId } = PEOPLE.idris;
    await world.server.write([
      { table: 'person', op: 'ins', id: derivedId(userId, scopeId), scopeId, set: { userId, name } },
    ]);
    const maren = await ready(world, 'maren');
    const jorun = await ready(world, 'jorun');
    for (const desk of [maren, jorun]) await onlyWhenAsked(desk);
    const backup = join(await mkdtemp(join(tmpdir(), 'holdfast-backup-')), 'unit');
    await backUp(world.server.config, backup);

    const before = await world.server.as('idris');
    await before('addNoteToInstallationInspectionItem', { ...place(made), content: 'Guard is loose.' });
    const photo = { ...place(made), filename: 'guard.png', base64Image: tinyPhoto() };
    await before('addImageToInstallationInspectionItem', photo);
    for (const desk of [maren, jorun]) await run(desk);

    await world.server.stop();
    for (const name of await readdir(world.server.folder))
      await rm(join(world.server.folder, name), { recursive: true });
    await restore(world.server.config, backup);
    await world.server.start();
    await rm(dirname(backup), { recursive: true });
    const signedIn = async (desk: Desk, who: 'maren' | 'jorun'): Promise<Desk> => {
      const call = await desk.agent.signIn(who);
      await desk.agent.running.driver.settled();
      return { agent: desk.agent, call };
    };
    const [first, second] = [await signedIn(maren, 'maren'), await signedIn(jorun, 'jorun')];
    for (const desk of [first, second]) {
      await run(desk);
      expect(await desk.agent.running.driver.waiting()).toMatchObject({ waiting: 0, setAside: 2 });
    }
    expect(await first.agent.running.driver.status()).toMatchObject({
      message: 'The server lost 2 changes made in a browser. They are kept on this device.',
    });
    const kept = await first.call('getWaitingChanges', {});
    expect(kept.map(({ what }) => what).toSorted((a, b) => a.localeCompare(b))).toEqual(['Image', 'Note']);
    expect(kept.map(({ kind }) => kind)).toEqual(['lost', 'lost']);
    expect(kept.map(({ reason }) => reason)).toEqual(
      Array.from(
        kept,
        () => 'Idris Fallowby made this change in a browser. The server no longer has it. Send it again to restore it.',
      ),
    );
    const picture = kept.find(({ picture: address }) => address !== null)!.picture!;
    const shown = await first.agent.fetch(picture, { headers: { authorization: first.agent.authorization() } });
    expect(shown.status).toBe(200);

    const wren = await world.server.as('wren');
    const devices = await wren('getDevices', {});
    const { deviceId } = await first.call('getDeviceInfo', {});
    expect(devices.find(({ id }) => id === deviceId)).toMatchObject({ refused: 2 });
    const reported = await wren('getRefusedChanges', { id: deviceId });
    expect(reported.map(({ what, userName }) => `${what} of ${userName}`).toSorted()).toEqual([
      'Image of Idris Fallowby',
      'Note of Idris Fallowby',
    ]);

    expect(await first.call('resendChanges', { ids: kept.map(({ id }) => id) })).toEqual({ count: 2 });
    await run(first);
    await run(first);
    const web = await world.server.as('idris');
    const notes = await web('getNotesForInstallationInspectionItem', place(made));
    expect(notes.map(({ content }) => content)).toEqual(['Guard is loose.']);
    const [image] = await web('getImagesForInstallationInspectionItem', place(made));
    expect(image!.filename).toBe('guard.png');
    const { application } = world.server.running;
    expect(await application.read.selectFrom('blob').select('state').execute()).toEqual([{ state: 'stored' }]);
    // A desktop that kept the same value has no conflict.
    await run(second);
    expect(await second.agent.running.driver.waiting()).toMatchObject({ setAside: 0 });
  });
});
