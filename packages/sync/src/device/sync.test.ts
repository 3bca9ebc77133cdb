import { describe, expect, it } from 'vitest';
import { stores } from '../testing/databases.ts';
import { toyRegistry } from '../testing/toy.ts';
import { versionOf } from '../versions.ts';
import { type DeviceSetting, freshState, writeState } from './state.ts';
import { type Effect, recoverRuns, type Reply, sync } from './sync.ts';
import { openDeviceWriter } from './writer.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

/** A device with five new places, each from a separate action, that sends two at a time. */
async function busyDevice(): Promise<DeviceSetting> {
  const { database } = await stores.memory();
  const setting: DeviceSetting = {
    database,
    registry: toyRegistry,
    now: () => NOW,
    random: () => 0,
    batch: { changes: 2, bytes: 100_000 },
  };
  await database.transaction((store) => writeState(store, freshState('d1', versionOf(toyRegistry))));
  for (let i = 1; i <= 5; i++) await makePlace(setting, i);
  return setting;
}

function makePlace(setting: DeviceSetting, i: number): Promise<void> {
  return setting.database.transaction(async (store) => {
    const writer = await openDeviceWriter(store, setting, { userId: 'maren', groupId: `g${i}` });
    const set = { name: `Place ${i}`, parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };
    await writer.mutate({ table: 'place', op: 'ins', id: `p${i}`, scopeId: 'A', set });
    await writer.finish();
  });
}

describe('a run that sends', () => {
  it('sends the next changes while it processes the answer to the previous ones', async () => {
    const setting = await busyDevice();
    const waiting = (): Promise<number[]> =>
      setting.database.transaction(async (store) => (await store.list('outbox', { sentAt: null })).map(({ n }) => n));
    const sent: { numbers: number[]; waiting: number[]; chain: string }[] = [];
    const run = sync(setting, { runId: 'r', trigger: 'user' });
    const answerTo = (effect: Effect): Reply => {
      if (effect.kind !== 'push') return undefined;
      const lastN = effect.request.changes.at(-1)!.n;
      const answer = { kind: 'ack', epoch: 'e', lastN, verdicts: [], images: [], changes: [], head: null };
      return { answer: Promise.resolve(answer) };
    };
    let step = await run.next();
    while (step.done !== true && step.value.kind !== 'pull') {
      const effect = step.value;
      if (effect.kind === 'push') {
        const numbers = effect.request.changes.map(({ n }) => n);
        sent.push({ numbers, waiting: await waiting(), chain: effect.request.chain });
      }
      step = await run.next(answerTo(effect));
    }
    expect(sent.map(({ numbers }) => numbers)).toEqual([[1, 2], [3, 4], [5]]);
    expect(sent.map((one) => one.waiting)).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [3, 4, 5],
    ]);
    const chains = await setting.database.transaction(async (store) =>
      (await store.list('outbox', {})).map(({ chain }) => chain),
    );
    expect(sent.map(({ chain }) => chain)).toEqual(['', chains[1], chains[3]]);
    expect(await waiting()).toEqual([]);
  });

  it('sends the next changes before it processes the answer to the previous ones', async () => {
    const setting = await busyDevice();
    const steps: string[] = [];
    const watched: DeviceSetting = {
      ...setting,
      database: {
        ...setting.database,
        transaction: (work) => {
          steps.push('transaction');
          return setting.database.transaction(work);
        },
      },
      rest: async () => void steps.push('turn of others'),
    };
    const run = sync(watched, { runId: 'r', trigger: 'user' });
    let step = await run.next();
    while (step.done !== true && step.value.kind !== 'pull') {
      let reply: Reply;
      if (step.value.kind === 'push') {
        const { changes } = step.value.request;
        steps.push(`push ${changes.map(({ n }) => n).join()}`);
        const ack = { kind: 'ack', epoch: 'e', lastN: changes.at(-1)!.n, verdicts: [], images: [], changes: [] };
        reply = { answer: Promise.resolve({ ...ack, head: null }) };
      }
      step = await run.next(reply);
    }
    const after = (push: string): string[] => steps.slice(steps.indexOf(push) + 1).slice(0, 2);
    expect(after('push 3,4')).toEqual(['turn of others', 'transaction']);
    expect(after('push 5')).toEqual(['turn of others', 'transaction']);
  });

  it('states the time at which it is sent and the changes waiting then, even after a slow answer', async () => {
    let time = NOW;
    const setting = { ...(await busyDevice()), now: () => time };
    const sent: { after: number; numbers: number[]; waiting: number }[] = [];
    const run = sync(setting, { runId: 'r', trigger: 'user' });
    let step = await run.next();
    while (step.done !== true && step.value.kind !== 'pull') {
      let reply: Reply;
      if (step.value.kind === 'push') {
        const { changes, now, waiting } = step.value.request;
        sent.push({ after: now - NOW, numbers: changes.map(({ n }) => n), waiting });
        const ack = { kind: 'ack', epoch: 'e', lastN: changes.at(-1)!.n, verdicts: [], images: [], changes: [] };
        const slowly = async (): Promise<object> => {
          time += 60_000;
          if (sent.length === 1) await makePlace(setting, 6);
          return { ...ack, head: null };
        };
        // The answer arrives after the device has prepared the next push.
        reply = { answer: new Promise((resolve) => void setTimeout(() => resolve(slowly()), 20)) };
      }
      step = await run.next(reply);
    }
    expect(sent).toEqual([
      { after: 0, numbers: [1, 2], waiting: 5 },
      { after: 60_000, numbers: [3, 4], waiting: 4 },
      { after: 120_000, numbers: [5, 6], waiting: 2 },
    ]);
  });

  it('carries as many changes as fit into the bytes of a push', async () => {
    const bytes = 1_000;
    const setting = { ...(await busyDevice()), batch: { changes: 100, bytes } };
    const sent: string[] = [];
    const run = sync(setting, { runId: 'r', trigger: 'user' });
    let step = await run.next();
    while (step.done !== true && step.value.kind !== 'pull') {
      let reply: Reply;
      if (step.value.kind === 'push') {
        const { changes } = step.value.request;
        sent.push(JSON.stringify(changes));
        const ack = { kind: 'ack', epoch: 'e', lastN: changes.at(-1)!.n, verdicts: [], images: [], changes: [] };
        reply = { answer: Promise.resolve({ ...ack, head: null }) };
      }
      step = await run.next(reply);
    }
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.length).toBeLessThan(5);
    for (const changes of sent) expect(changes.length).toBeLessThan(bytes);
  });

  it('sends the same changes again when their answer was lost', async () => {
    const setting = await busyDevice();
    const once = async (answers: number): Promise<number[]> => {
      const numbers: number[] = [];
      const run = sync(setting, { runId: `r${answers}`, trigger: 'user' });
      let step = await run.next();
      while (step.done !== true && step.value.kind !== 'pull') {
        let reply: Reply;
        if (step.value.kind === 'push') {
          const { changes } = step.value.request;
          const ack = { kind: 'ack', epoch: 'e', lastN: changes.at(-1)!.n, verdicts: [], images: [], changes: [] };
          numbers.push(...changes.map(({ n }) => n));
          reply = { answer: Promise.resolve(numbers.length <= answers ? { ...ack, head: null } : null) };
        }
        step = await run.next(reply);
      }
      return numbers;
    };
    expect(await once(2)).toEqual([1, 2, 3, 4]);
    expect(await once(5)).toEqual([3, 4, 5]);
  });
});

describe('the history of runs', () => {
  const runs = async (setting: DeviceSetting) =>
    setting.database.transaction(async (store) => store.list('syncRun', {}));

  it('has a run from its beginning, without a result until it ends', async () => {
    const setting = await busyDevice();
    const run = sync(setting, { runId: 'r', trigger: 'User', full: true });
    await run.next();
    expect(await runs(setting)).toEqual([
      {
        id: 'r',
        target: 'Full sync',
        trigger: 'User',
        recordsIn: 0,
        recordsOut: 0,
        bytesIn: 0,
        bytesOut: 0,
        startTime: NOW,
        endTime: null,
        status: null,
        message: '',
      },
    ]);
    for (let step = await run.next(); step.done !== true;) step = await run.next(null);
    expect(await runs(setting)).toMatchObject([
      { id: 'r', status: 'Fail', endTime: NOW, message: 'The server could not be reached.' },
    ]);
  });

  it('has one that a crash interrupted, closed at the next start, after which another can begin at once', async () => {
    const setting = await busyDevice();
    await sync(setting, { runId: 'r1', trigger: 'User' }).next();
    const refused = await sync(setting, { runId: 'r2', trigger: 'Start' }).next();
    expect(refused).toMatchObject({
      done: true,
      value: { status: 'Incomplete', message: 'Another run is under way.' },
    });
    await recoverRuns(setting);
    expect(await runs(setting)).toMatchObject([
      { id: 'r1', target: 'Sync', status: 'Incomplete', endTime: NOW, message: 'Interrupted.' },
    ]);
    expect((await sync(setting, { runId: 'r3', trigger: 'Start' }).next()).done).toBe(false);
  });

  it.each([
    ['two minutes after its last step', 120_000],
    ['when the clock was set back', -1],
  ])('has one that another run took over %s', async (_when, ms) => {
    let now = NOW;
    const setting = { ...(await busyDevice()), now: () => now };
    const first = sync(setting, { runId: 'r1', trigger: 'User' });
    await first.next();
    now += ms;
    expect((await sync(setting, { runId: 'r2', trigger: 'Start' }).next()).done).toBe(false);
    let step = await first.next();
    while (step.done !== true) step = await first.next(null);
    expect(step.value).toMatchObject({ status: 'Incomplete', message: 'Another run took over.' });
    expect(await runs(setting)).toMatchObject([
      { id: 'r1', status: 'Incomplete', message: 'Interrupted.' },
      { id: 'r2', status: null },
    ]);
  });
});
