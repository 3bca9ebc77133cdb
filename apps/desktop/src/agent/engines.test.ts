import { purgeDeletions } from '@holdfast/core';
import { openTestDatabase, type TestDatabase, testEngines, testPostgres, tinyPhoto } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, PEOPLE, type World } from './testing/world.ts';

for (const engine of testEngines) {
  describe.skipIf(engine === 'postgres' && testPostgres === undefined)(`a desktop of a server on ${engine}`, () => {
    let database: TestDatabase | null = null;
    let world: World;
    let desk: Desk;
    beforeAll(async () => {
      if (engine === 'postgres') database = await openTestDatabase(engine, 'server');
      world = await openWorld(database?.url ?? null);
      desk = await ready(world);
    });
    afterAll(async () => {
      await world.close();
      await database?.close();
    });

    it('sends its changes and fetches those of others, including photos', async () => {
      const made = await world.server.build.itemInInspection();
      const web = await world.server.as('idris');
      const { agent, call } = desk;
      // An announcement at the end of the last run would start another one.
      await onlyWhenAsked(desk);
      await run(desk);
      await call('setItemName', { itemId: made.item.id, name: 'Padeye, starboard' });
      const note = await call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Weld ground flush.' });
      const photo = await web('addImageToInstallationInspectionItem', {
        ...place(made),
        filename: 'weld.png',
        base64Image: tinyPhoto(7),
      });
      await run(desk);
      expect(await web('getItem', { itemId: made.item.id })).toMatchObject({ name: 'Padeye, starboard' });
      expect(await web('getNotesForInstallationInspectionItem', place(made))).toMatchObject([{ id: note.id }]);
      const shown = await agent.fetch(`/images/${photo.id}.png`, { headers: { authorization: agent.authorization() } });
      expect(shown.status).toBe(200);
      expect(await call('getDesktopStatus', {})).toMatchObject({ waiting: 0, syncLog: { status: 'Success' } });
    });

    it('sets a refused photo aside with its bytes, and sends both once they are allowed', async () => {
      const made = await world.server.build.itemInInspection();
      const { call } = desk;
      await run(desk);
      const { write } = world.server.running.application;
      const become = (role: 'viewer' | 'inspector') =>
        write.updateTable('user').set({ role }).where('id', '=', PEOPLE.maren.id).execute();
      await call('addImageToInstallationInspectionItem', {
        ...place(made),
        filename: 'crack.png',
        base64Image: tinyPhoto(8),
      });
      await become('viewer');
      await run(desk);
      expect(await call('getDesktopStatus', {})).toMatchObject({ waiting: 0, waitingBlobs: 0, setAside: 1 });
      await become('inspector');
      await run(desk);
      expect(await call('getDesktopStatus', {})).toMatchObject({
        waiting: 0,
        waitingBlobs: 0,
        setAside: 0,
        syncLog: { status: 'Success' },
      });
    });

    it('follows when an item was purged with everything recorded on it', async () => {
      const made = await world.server.build.itemInInspection();
      const web = await world.server.as('idris');
      const { call } = desk;
      const note = await web('addNoteToInstallationInspectionItem', { ...place(made), content: 'Cracked.' });
      await run(desk);
      await web('removeNoteFromInstallationInspectionItem', {
        installationInspectionItemId: made.member.id,
        noteId: note.id,
      });
      await web('deleteItem', place(made));
      const { application } = world.server.running;
      const later = Date.now() + 800 * 86_400_000;
      const then = {
        ...application,
        ports: { ...application.ports, clock: { ...application.ports.clock, now: () => later } },
      };
      expect(await purgeDeletions(then)).toBeGreaterThan(1);
      await run(desk);
      expect(await call('getDesktopStatus', {})).toMatchObject({ waiting: 0, syncLog: { status: 'Success' } });
      await expect(call('getNotesForInstallationInspectionItem', place(made))).rejects.toMatchObject({
        problem: { code: 'notFound' },
      });
    });
  });
}
