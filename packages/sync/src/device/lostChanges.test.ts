import { readPull, readPush } from '@holdfast/contract/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../change.ts';
import { openWriter } from '../mutate.ts';
import type { OutboxRecord } from '../records.ts';
import { pull } from '../server/pull.ts';
import { push } from '../server/push.ts';
import { type MemoryDatabase, memoryDatabase } from '../stores/memory.ts';
import { toyRegistry } from '../testing/toy.ts';
import { versionOf } from '../versions.ts';
import { LOST } from './lostChanges.ts';
import { type DeviceSetting, freshState, writeState } from './state.ts';
import { openDeviceWriter } from './writer.ts';
import { type Effect, type Reply, type RunResult, sync } from './sync.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const PLACE = { parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };
const SERVER_ROW = {
  id: 'd1',
  lastN: 0,
  chain: '',
  lastSeenAt: null,
  schema: versionOf(toyRegistry),
  waiting: 0,
  revokedAt: null,
  revokeMode: null,
};

describe('a device of a server that lost its last changes', () => {
  let server: MemoryDatabase;
  let epoch: string;
  let now: number;
  let device: DeviceSetting;
  let asked: Effect['kind'][];
  beforeEach(async () => {
    server = memoryDatabase(toyRegistry);
    epoch = 'first';
    now = NOW;
    asked = [];
    device = { database: memoryDatabase(toyRegistry), registry: toyRegistry, now: () => now, random: () => 0 };
    await device.database.transaction((store) => writeState(store, freshState('d1', SERVER_ROW.schema)));
    await server.transaction((store) => store.put('device', SERVER_ROW));
    await web({ table: 'place', op: 'ins', id: 'rig', scopeId: 'A', set: { ...PLACE, name: 'Rig' } });
    await web({ table: 'label', op: 'ins', id: 'red', scopeId: 'library', set: { text: 'Red' } });
    await run();
  });

  async function web(change: Change): Promise<void> {
    now += 1000;
    await server.transaction(async (store) => {
      const author = { userId: 'sunniva', deviceId: 'server', now, groupId: `g${now}` };
      const heads = [await store.lockHead(change.table === 'label' ? 'library' : 'A')];
      const writer = openWriter(store, toyRegistry, heads, author);
      await writer.mutate(change);
      await writer.finish();
    });
  }

  async function run(): Promise<RunResult> {
    const setting = {
      database: server,
      registry: toyRegistry,
      epoch: () => Promise.resolve(epoch),
      now: () => now,
      serverId: 'server',
      memberships: () =>
        Promise.resolve(
          ['A', 'library'].map((scopeId) => ({ userId: 'maren', scopeId, grantId: 'g', rights: ['inspect' as const] })),
        ),
      report: (error: unknown) => {
        throw error;
      },
    };
    async function* lines(request: unknown): AsyncGenerator<readonly string[]> {
      for await (const batch of pull(setting, 'd1', readPull(request), now))
        yield batch.map((line) => JSON.stringify(line));
    }
    const effects = sync(device, { runId: `r${(now += 1000)}`, trigger: 'user' });
    let reply: Reply;
    for (;;) {
      const next = await effects.next(reply);
      if (next.done === true) return next.value;
      const effect = next.value;
      asked.push(effect.kind);
      if (effect.kind === 'pull') reply = { lines: lines(effect.request) };
      else if (effect.kind === 'push') reply = { answer: push(setting, 'd1', readPush(effect.request), now) };
      else reply = undefined;
    }
  }

  /** Makes changes on the server, lets the device receive them, and restores the server to the time before. */
  async function lose(...changes: Change[]): Promise<RunResult> {
    const backup = server.copy();
    for (const change of changes) await web(change);
    expect((await run()).status).toBe('Success');
    server = backup;
    epoch = 'restored';
    return run();
  }

  const kept = (): Promise<OutboxRecord[]> =>
    device.database.transaction(async (store) =>
      (await store.list('setAside', { kind: LOST })).map(({ change }) => JSON.parse(change) as OutboxRecord),
    );

  it('keeps a row with all its changes, and reports it', async () => {
    const result = await lose(
      { table: 'place', op: 'ins', id: 'crane', scopeId: 'A', set: { ...PLACE, name: 'Crane' } },
      { table: 'place', op: 'upd', id: 'crane', set: { name: 'Pedestal crane' } },
      { table: 'place', op: 'del', id: 'crane' },
      { table: 'place', op: 'restore', id: 'crane' },
    );
    expect(result).toMatchObject({
      status: 'Incomplete',
      message: 'The server lost 1 change made in a browser.',
    });
    const [crane, ...others] = await kept();
    expect(others).toEqual([]);
    expect(crane).toMatchObject({ op: 'ins', rowId: 'crane', userId: 'sunniva' });
    expect(JSON.parse(crane!.setJson)).toEqual({ ...PLACE, name: 'Pedestal crane' });
  });

  it('keeps an edit of a row that the server has, described by what the server has', async () => {
    await lose({ table: 'place', op: 'upd', id: 'rig', set: { name: 'Derrick', x: 4 } });
    const [edit] = await kept();
    expect(edit).toMatchObject({ op: 'upd', rowId: 'rig' });
    expect(JSON.parse(edit!.setJson)).toEqual({ name: 'Derrick', x: 4, y: 0 });
    expect(JSON.parse(edit!.oldJson)).toEqual({ name: 'Rig', x: 0, y: 0 });
    expect(JSON.parse(edit!.historyJson!)).toMatchObject({ lines: [{ field: 'Name', from: 'Rig', to: 'Derrick' }] });
    expect(await device.database.transaction((store) => store.row('place', 'rig'))).toMatchObject({ name: 'Rig' });
  });

  it('keeps a deletion', async () => {
    await lose({ table: 'place', op: 'del', id: 'rig' });
    expect(await kept()).toMatchObject([{ op: 'del', rowId: 'rig' }]);
  });

  it('keeps nothing of a row that was created and deleted again, or that only administrators change', async () => {
    const result = await lose(
      { table: 'place', op: 'ins', id: 'crane', scopeId: 'A', set: { ...PLACE, name: 'Crane' } },
      { table: 'place', op: 'del', id: 'crane' },
      { table: 'label', op: 'ins', id: 'blue', scopeId: 'library', set: { text: 'Blue' } },
    );
    expect(result.status).toBe('Success');
    expect(await kept()).toEqual([]);
  });

  it('has nothing to send once the same was recorded again', async () => {
    await lose(
      { table: 'place', op: 'upd', id: 'rig', set: { name: 'Derrick' } },
      { table: 'place', op: 'ins', id: 'crane', scopeId: 'A', set: { ...PLACE, name: 'Crane' } },
    );
    expect(await kept()).toHaveLength(2);
    await web({ table: 'place', op: 'ins', id: 'crane', scopeId: 'A', set: { ...PLACE, name: 'Crane' } });
    await run();
    expect(await kept()).toMatchObject([{ rowId: 'rig' }]);
    await web({ table: 'place', op: 'upd', id: 'rig', set: { name: 'Mast' } });
    await run();
    expect(await kept()).toEqual([]);
  });

  async function rename(name: string): Promise<void> {
    await device.database.transaction(async (store) => {
      const writer = await openDeviceWriter(store, device, { userId: 'maren', groupId: name });
      await writer.mutate({ table: 'place', op: 'upd', id: 'rig', set: { name } });
      await writer.finish();
    });
  }

  it.each([
    ['', 'Derrick'],
    [', before what was changed since', 'Mast'],
  ])('sends its own again to one that is behind without having been restored%s', async (_, last) => {
    const behind = server.copy();
    for (const name of ['Deck', 'Derrick']) {
      await rename(name);
      expect((await run()).status).toBe('Success');
    }
    server = behind;
    if (last !== 'Derrick') await rename(last);
    expect((await run()).status).toBe('Success');
    const [theirs, mine] = await Promise.all(
      [server, device.database].map((database) => database.transaction((store) => store.row('place', 'rig'))),
    );
    expect(theirs).toMatchObject({ name: last });
    expect(mine).toEqual(theirs);
    expect((await server.changesAfter('A', 1)).map(({ n }) => n)).toEqual(last === 'Derrick' ? [1, 2] : [1, 2, 3]);
    expect(asked).not.toContain('register');
  });

  it('has the log of the restored server alone', async () => {
    await lose({ table: 'place', op: 'upd', id: 'rig', set: { name: 'Derrick' } });
    expect(await device.database.changesAfter('A', 0)).toEqual(await server.changesAfter('A', 0));
  });
});
