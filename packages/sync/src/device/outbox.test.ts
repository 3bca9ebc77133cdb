import type { Acknowledgement, LogEntry } from '@holdfast/contract/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DIGEST } from '../digest.ts';
import type { SubscriptionRecord } from '../records.ts';
import type { Store } from '../store.ts';
import { memoryDatabase } from '../stores/memory.ts';
import { toyRegistry } from '../testing/toy.ts';
import { versionOf } from '../versions.ts';
import { acknowledge, nextPush, pruneSent } from './outbox.ts';
import { type DeviceSetting, freshState, readState, writeState } from './state.ts';
import { openDeviceWriter } from './writer.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const PLACE = { parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };

let setting: DeviceSetting;
const within = <T>(work: (store: Store) => Promise<T>): Promise<T> => setting.database.transaction(work);

beforeEach(async () => {
  setting = { database: memoryDatabase(toyRegistry), registry: toyRegistry, now: () => NOW, random: () => 0 };
  await within((store) => writeState(store, { ...freshState('d1', versionOf(toyRegistry)), epoch: 'e' }));
  await subscribe({});
});

/** Stores the subscription of the scope as a test needs it. */
function subscribe(more: Partial<SubscriptionRecord>): Promise<void> {
  const known = { scopeId: 'A', grantId: 'g1', cursor: 8, epoch: 'e', headRows: 0, headDigest: EMPTY_DIGEST };
  return within((store) => store.put('subscription', { ...known, ...more }));
}

/** Makes a place on the device. @returns the number of the change */
function makePlace(id: string, groupId = id, scopeId = 'A'): Promise<number> {
  return within(async (store) => {
    const writer = await openDeviceWriter(store, setting, { userId: 'maren', groupId });
    await writer.mutate({ table: 'place', op: 'ins', id, scopeId, set: { ...PLACE, name: id } });
    await writer.finish();
    return (await readState(store)).nextN - 1;
  });
}

/** Applies the answer of the server to everything that waits. */
async function answered(more: Partial<Acknowledgement>): Promise<void> {
  const lastN = await within(async (store) => (await readState(store)).nextN - 1);
  const answer: Acknowledgement = {
    kind: 'ack',
    epoch: 'e',
    lastN,
    verdicts: [],
    images: [],
    changes: [],
    head: null,
  };
  await within((store) => acknowledge(store, setting, { ...answer, ...more }));
}

/** Numbers that a push took in its scope. */
type Numbers = NonNullable<Acknowledgement['head']>;

const logged = (seq: number): LogEntry => ({
  scopeId: 'A',
  seq,
  groupId: 'rig',
  deviceId: 'd1',
  n: 1,
  userId: 'maren',
  tableName: 'place',
  rowId: 'rig',
  op: 'ins',
  setJson: '{}',
  oldJson: '{}',
  lostJson: null,
  overrodeJson: null,
  historyJson: null,
  itemId: null,
  installationInspectionId: null,
  editedAt: NOW,
  storedAt: NOW,
});

describe('the answer to a push', () => {
  it.each<[string, Partial<SubscriptionRecord>, Partial<Numbers> | null, { cursor: number; log: number[] }]>([
    ['moves the cursor over the numbers of the push', {}, { before: 8 }, { cursor: 12, log: [12] }],
    ['leaves the cursor before changes of others', {}, { before: 9 }, { cursor: 8, log: [12] }],
    [
      'leaves the cursor of a scope of which nothing was received',
      { cursor: 0 },
      { before: 0 },
      { cursor: 0, log: [12] },
    ],
    ['belongs to the grant it was made for', { grantId: 'g2' }, { before: 8 }, { cursor: 8, log: [] }],
    ['belongs to the history it was made in', { epoch: 'restored' }, { before: 8 }, { cursor: 8, log: [] }],
    ['leaves other scopes alone', {}, { before: 8, scopeId: 'B' }, { cursor: 8, log: [] }],
    ['without numbers leaves cursor and log', {}, null, { cursor: 8, log: [] }],
  ])('%s', async (_what, subscription, head, expected) => {
    await subscribe(subscription);
    await makePlace('rig');
    const numbers = { scopeId: 'A', grantId: 'g1', before: 0, after: 12 };
    await answered({ changes: [logged(12)], head: head === null ? null : { ...numbers, ...head } });
    const found = await within(async (store) => {
      const [one] = await store.list('subscription', { scopeId: 'A' });
      const log = await store.changesWithin({ scopeId: 'A', after: 0, upTo: 100, limit: 100 }, 0);
      return { cursor: one!.cursor, log: log.map(({ seq }) => seq) };
    });
    expect(found).toEqual(expected);
  });

  it('releases the changes it names, and keeps the later ones waiting with their chain', async () => {
    const first = await makePlace('rig');
    await makePlace('deck');
    await answered({ lastN: first });
    const { state, entries, push } = await within(async (store) => ({
      state: await readState(store),
      entries: await store.list('outbox', {}),
      push: await nextPush(store, setting, null),
    }));
    expect(entries.map(({ sentAt }) => sentAt)).toEqual([NOW, null]);
    expect(state).toMatchObject({ ackedN: first, ackedChain: entries[0]!.chain });
    expect(push!.request).toMatchObject({ chain: entries[0]!.chain, waiting: 1 });
    expect(push!.request.changes.map(({ id }) => id)).toEqual(['deck']);
  });

  it('sets refused changes aside with the reason, and takes them back once they are accepted under their number', async () => {
    const n = await makePlace('rig');
    const verdict = { n, reason: null, seq: null };
    await answered({
      verdicts: [{ ...verdict, verdict: 'rejected', reason: 'notAllowed' }],
      images: [{ kind: 'gone', table: 'place', id: 'rig' }],
    });
    const aside = () => within((store) => store.list('setAside', {}));
    expect(await aside()).toMatchObject([{ id: `d1:${n}`, n, kind: 'rejected', reason: 'notAllowed', at: NOW }]);
    expect(await within((store) => store.row('place', 'rig'))).toMatchObject({ deletedAt: NOW, _seq: 0 });
    for (const kind of ['rejected', 'noop', 'applied'] as const) {
      await within(async (store) => {
        const [entry] = await store.list('outbox', { n });
        await store.put('outbox', { ...entry!, sentAt: null });
      });
      await answered({ verdicts: [{ ...verdict, verdict: kind }] });
      expect(await aside(), kind).toHaveLength(kind === 'applied' ? 0 : 1);
    }
  });
});

describe('changes that the server accepted', () => {
  it('are kept for thirty days, for a server that is restored from a backup', async () => {
    for (const id of ['rig', 'deck', 'bay', 'hoist']) await makePlace(id);
    await within(async (store) => {
      for (const [n, days] of [
        [1, 31],
        [2, 30],
        [3, 29],
      ] as const)
        await store.setAmong('outbox', 'sentAt', NOW - days * DAY_MS, { column: 'n', values: [n] });
      await pruneSent(store, NOW);
    });
    expect((await within((store) => store.list('outbox', {}))).map(({ n }) => n)).toEqual([3, 4]);
  });
});

describe('a push', () => {
  it('has no change without one that waits', async () => {
    expect(await within((store) => nextPush(store, setting, null))).toBeNull();
  });

  it('carries complete actions: one that would exceed its limit waits for the next, one that is larger goes alone', async () => {
    setting = { ...setting, batch: { changes: 3, bytes: 1_000_000 } };
    for (const [id, group] of ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'c3', 'c4', 'd1'].map((name) => [name, name[0]!]))
      await makePlace(id!, group);
    const sent: string[][] = [];
    for (let push = await within((store) => nextPush(store, setting, null)); push !== null;) {
      sent.push(push.request.changes.map(({ id }) => id));
      await answered({ lastN: push.last.n });
      push = await within((store) => nextPush(store, setting, null));
    }
    expect(sent).toEqual([['a1', 'a2'], ['b1', 'b2'], ['c1', 'c2', 'c3', 'c4'], ['d1']]);
  });

  it('carries changes of one scope, in the order in which they were made', async () => {
    await subscribe({ scopeId: 'B' });
    for (const [id, scopeId] of [
      ['a1', 'A'],
      ['a2', 'A'],
      ['b1', 'B'],
      ['a3', 'A'],
    ] as const)
      await makePlace(id, id, scopeId);
    const sent: [string, string[]][] = [];
    for (let push = await within((store) => nextPush(store, setting, null)); push !== null;) {
      sent.push([push.request.scopeId, push.request.changes.map(({ id }) => id)]);
      await answered({ lastN: push.last.n });
      push = await within((store) => nextPush(store, setting, null));
    }
    expect(sent).toEqual([
      ['A', ['a1', 'a2']],
      ['B', ['b1']],
      ['A', ['a3']],
    ]);
  });
});
