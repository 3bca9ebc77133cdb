import { tinyPhoto, testPostgres } from '@holdfast/core/testing';
import { derivedId } from '@holdfast/sync';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { type MovableAddress, openAddress, portOf } from '../../../server/src/testing/address.ts';
import { PROGRAMS, query, startCluster } from '../../../server/src/testing/clusterTools.ts';
import { startReplica, type TestReplica } from '../../../server/src/testing/replica.ts';
import { onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, PEOPLE, type World } from './testing/world.ts';

describe.skipIf(testPostgres === undefined || PROGRAMS === undefined)('a replica that is behind', () => {
  let primary: Cluster;
  let replica: TestReplica;
  let address: MovableAddress;
  let world: World;
  beforeEach(async () => {
    primary = await startCluster();
    address = await openAddress(portOf(primary.url));
    world = await openWorld(address.urlOf(primary.url));
    replica = await startReplica(primary.url);
  });
  afterEach(async () => {
    await world.close();
    address.close();
    await replica.stop();
    primary.stop();
  });

  /** Waits until the replica has received everything so far, then disconnects it. */
  async function leaveBehind(): Promise<void> {
    const [{ at }] = (await query(primary.url, 'select pg_current_wal_lsn()::text as at')) as [{ at: string }];
    await vi.waitFor(async () => {
      const [state] = await query(replica.url, `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as reached`);
      expect(state).toEqual({ reached: true });
    });
    await query(replica.url, `alter system set primary_conninfo = ''`);
    await query(replica.url, 'select pg_reload_conf()');
    await vi.waitFor(async () => expect(await query(replica.url, 'select 1 from pg_stat_wal_receiver')).toEqual([]));
  }

  it('loses nothing when it is promoted: desktops send the missing changes, and their users read those made in a browser', async () => {
    const made = await world.server.build.itemInInspection();
    const { id: userId, name, companyId: scopeId } = PEOPLE.idris;
    const person = {
      table: 'person',
      op: 'ins',
      id: derivedId(userId, scopeId),
      scopeId,
      set: { userId, name },
    } as const;
    await world.server.write([person]);
    const maren = await ready(world, 'maren');
    const jorun = await ready(world, 'jorun');
    for (const desk of [maren, jorun]) await onlyWhenAsked(desk);
    const web = await world.server.as('idris');
    await leaveBehind();

    await maren.call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Guard is loose.' });
    const photo = { ...place(made), filename: 'guard.png', base64Image: tinyPhoto() };
    await maren.call('addImageToInstallationInspectionItem', photo);
    await run(maren);
    await web('addNoteToInstallationInspectionItem', { ...place(made), content: 'Seen from the office.' });
    for (const desk of [maren, jorun]) await run(desk);
    expect(await notesOf(jorun.call)).toEqual(['Guard is loose.', 'Seen from the office.']);

    await query(replica.url, 'select pg_promote()');
    address.moveTo(portOf(replica.url));
    // The numbers of the lost changes are assigned to other changes.
    const others = Array.from({ length: 6 }, (_, i) => `Afterwards ${i}.`);
    for (const content of others) await web('addNoteToInstallationInspectionItem', { ...place(made), content });
    expect(await notesOf(web)).toEqual(others);

    for (const desk of [maren, jorun, maren, jorun]) await run(desk);
    expect(await notesOf(web)).toEqual([...others, 'Guard is loose.']);
    expect((await web('getImagesForInstallationInspectionItem', place(made))).map(({ filename }) => filename)).toEqual([
      'guard.png',
    ]);
    for (const { agent, call } of [maren, jorun]) {
      expect(await notesOf(call)).toEqual([...others, 'Guard is loose.']);
      expect((await agent.running.driver.status()).message).toContain('The server lost a change made in a browser.');
      const kept = await call('getWaitingChanges', {});
      expect(kept.map(({ reason }) => reason)).toEqual([
        'Idris Fallowby made this change in a browser. The server no longer has it. Send it again to restore it.',
      ]);
    }
    const [lost] = await maren.call('getWaitingChanges', {});
    await maren.call('resendChanges', { ids: [lost!.id] });
    await run(maren);
    expect(await notesOf(web)).toEqual([...others, 'Guard is loose.', 'Seen from the office.']);

    async function notesOf(call: typeof web): Promise<string[]> {
      const notes = await call('getNotesForInstallationInspectionItem', place(made));
      return notes.map(({ content }) => content).toSorted();
    }
  }, 120_000);
});
