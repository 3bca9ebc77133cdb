import { PROTOCOL, readPull } from '@holdfast/contract/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWriter } from '../mutate.ts';
import { pull } from '../server/pull.ts';
import type { ServerSetting } from '../server/setting.ts';
import { type MemoryDatabase, memoryDatabase } from '../stores/memory.ts';
import { toyRegistry } from '../testing/toy.ts';
import { versionOf } from '../versions.ts';
import { type DeviceSetting, freshState, writeState } from './state.ts';
import { type Reply, type RunResult, sync } from './sync.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const PLACES = 7;

let server: MemoryDatabase;
let device: DeviceSetting;
let time: number;

beforeEach(async () => {
  time = NOW;
  server = memoryDatabase(toyRegistry);
  device = { database: memoryDatabase(toyRegistry), registry: toyRegistry, now: () => time, random: () => 0 };
  const schema = versionOf(toyRegistry);
  const record = { lastN: 0, chain: '', lastSeenAt: null, schema, waiting: 0, revokedAt: null, revokeMode: null };
  await device.database.transaction((store) => writeState(store, freshState('d1', schema)));
  await server.transaction(async (store) => {
    await store.put('device', { id: 'd1', ...record });
    const author = { userId: 'maren', deviceId: 'server', now: NOW, groupId: 'g' };
    const writer = openWriter(store, toyRegistry, [await store.lockHead('A')], author);
    const set = { parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };
    for (let i = 1; i <= PLACES; i++)
      await writer.mutate({
        table: 'place',
        op: 'ins',
        id: `p${i}`,
        scopeId: 'A',
        set: { ...set, name: `Place ${i}` },
      });
    await writer.finish();
  });
});

const serverSetting = (): ServerSetting => ({
  database: server,
  registry: toyRegistry,
  epoch: () => Promise.resolve('e'),
  serverId: 'server',
  memberships: () => Promise.resolve([{ userId: 'maren', scopeId: 'A', grantId: 'g1', rights: [] }]),
  report: () => undefined,
  chunk: 2,
});

/** Returns the number of lines of a stream from the beginning. */
async function linesOfStream(): Promise<number> {
  const request = { protocol: PROTOCOL, schema: versionOf(toyRegistry), upgradedFrom: null, epoch: null, scopes: {} };
  let count = 0;
  for await (const batch of pull(serverSetting(), 'd1', request, NOW)) count += batch.length;
  return count;
}

/**
 * Receives everything, two rows a mark.
 * @param cutAt number of lines after which the connection breaks
 * @param ms time that passes between two lines
 * @returns the result, the cursor of the request, and the number of transactions in which rows were stored before the stream was complete
 */
async function receive({ cutAt = Infinity, ms = 0 } = {}): Promise<{
  result: RunResult;
  from: number;
  stores: number;
}> {
  let from = 0;
  let stores = 0;
  async function* lines(request: unknown): AsyncGenerator<readonly string[]> {
    let count = 0;
    for await (const batch of pull(serverSetting(), 'd1', readPull(request), NOW))
      for (const line of batch) {
        count += 1;
        if (count > cutAt) return;
        time += ms;
        yield [JSON.stringify(line)];
      }
  }
  const watched: DeviceSetting = {
    ...device,
    database: {
      ...device.database,
      transaction: (work) =>
        device.database.transaction((store) =>
          work({
            ...store,
            put: async (table, row) => {
              if (table === 'stage') stores += 1;
              await store.put(table, row);
            },
          }),
        ),
    },
  };
  const run = sync(watched, { runId: `r${time}`, trigger: 'user' });
  let step = await run.next();
  while (step.done !== true) {
    let reply: Reply;
    if (step.value.kind === 'pull') {
      from = step.value.request.scopes['A']?.cursor ?? 0;
      reply = { lines: lines(step.value.request) };
    }
    step = await run.next(reply);
  }
  return { result: step.value, from, stores };
}

const placesHere = (): Promise<number> =>
  device.database.transaction(
    async (store) => (await store.rowsAfter('place', { scopeId: 'A', after: -1, upTo: 1_000, limit: 100 })).length,
  );

describe('rows that arrive', () => {
  it('are written into their tables alone when a stream is quick', async () => {
    const { result, stores } = await receive();
    expect(result.status).toBe('Success');
    expect(stores).toBe(0);
    expect(await placesHere()).toBe(PLACES);
  });

  it('are stored up to the last mark when the stream is cut, and go on there', async () => {
    const cut = await receive({ cutAt: 11 });
    expect(cut.result.status).toBe('Fail');
    expect(cut.stores).toBe(1);
    expect(await placesHere()).toBe(0);
    const next = await receive();
    expect(next.from).toBeGreaterThan(0);
    expect(next.result.status).toBe('Success');
    expect(await placesHere()).toBe(PLACES);
  });

  it('are stored whole when the stream is cut behind their proof', async () => {
    const all = await linesOfStream();
    const cut = await receive({ cutAt: all - 1 });
    expect(cut.result.status).toBe('Fail');
    expect(await placesHere()).toBe(0);
    const next = await receive();
    expect(next.from).toBe(PLACES);
    expect(next.result.status).toBe('Success');
    expect(await placesHere()).toBe(PLACES);
  });

  it('are stored on the way when a stream is slow', async () => {
    const { result, stores } = await receive({ ms: 400 });
    expect(result.status).toBe('Success');
    expect(stores).toBeGreaterThan(1);
    expect(await placesHere()).toBe(PLACES);
  });
});
