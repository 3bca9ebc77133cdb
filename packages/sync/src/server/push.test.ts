import { type Acknowledgement, PROTOCOL, type PushRequest, type WireChange } from '@holdfast/contract/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { chainAfter } from '../chain.ts';
import { openWriter } from '../mutate.ts';
import type { StoredRow } from '../registry.ts';
import { stores } from '../testing/databases.ts';
import { toyRegistry } from '../testing/toy.ts';
import { OLDEST_VERSION, versionOf } from '../versions.ts';
import { push } from './push.ts';
import type { ServerSetting } from './setting.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const PLACE = { name: 'Derrick', parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };

/** A change as tests specify it; the rest is derived from the device. */
type Edit = Partial<WireChange> & Pick<WireChange, 'op' | 'id'>;

let server: ServerSetting;
let sent: Map<string, { n: number; chain: string }>;

beforeEach(async () => {
  const { database } = await stores.memory();
  server = {
    database,
    registry: toyRegistry,
    epoch: () => Promise.resolve('epoch'),
    now: () => 0,
    serverId: 'server',
    memberships: () => Promise.resolve([{ userId: 'maren', scopeId: 'A', grantId: 'g1', rights: ['inspect'] }]),
    report: (error) => {
      throw error;
    },
  };
  sent = new Map();
  for (const id of ['d1', 'd2']) {
    const state = { lastN: 0, chain: '', lastSeenAt: null, schema: versionOf(toyRegistry), waiting: 0 };
    await database.transaction((store) => store.put('device', { id, ...state, revokedAt: null, revokeMode: null }));
  }
});

/** Creates a push of a device that continues after its last one. */
function request(device: string, ...edits: Edit[]): PushRequest {
  const { n, chain } = sent.get(device) ?? { n: 0, chain: '' };
  const changes = edits.map((edit, i): WireChange => ({
    n: n + 1 + i,
    group: `${device}-${n + 1 + i}`,
    atomic: false,
    table: 'place',
    user: 'maren',
    set: {},
    base: {},
    seen: null,
    clock: [NOW - 1000 + n + i, 0, device],
    ...edit,
  }));
  const schema = versionOf(toyRegistry);
  return { protocol: PROTOCOL, schema, epoch: null, scopeId: 'A', now: NOW, chain, waiting: 0, changes };
}

async function answerTo(device: string, message: PushRequest): Promise<Acknowledgement> {
  const answer = await push(server, device, message, NOW);
  if (answer.kind !== 'ack') throw new Error(answer.code);
  const chain = message.changes.reduce(
    (before, { n, group, clock }) => chainAfter(before, n, group, JSON.stringify(clock)),
    message.chain,
  );
  sent.set(device, { n: answer.lastN, chain });
  return answer;
}

const send = (device: string, ...edits: Edit[]): Promise<Acknowledgement> =>
  answerTo(device, request(device, ...edits));

const rowOf = (id: string): Promise<StoredRow | undefined> =>
  server.database.transaction(async (store) => store.row('place', id));

describe('a push', () => {
  it('that is repeated with additional changes gets its previous verdicts and is not applied again', async () => {
    const made = { op: 'ins', id: 'p1', set: PLACE, group: 'g', atomic: true } as const;
    const first = request('d1', made);
    const { verdicts } = await answerTo('d1', first);
    expect(verdicts).toMatchObject([{ verdict: 'applied', seq: 1 }]);
    sent.clear();
    const clock: WireChange['clock'] = [NOW, 0, 'd1'];
    const renamed = { op: 'upd', id: 'p1', set: { name: 'Mast' }, group: 'g', atomic: true, clock } as const;
    const again = await send('d1', made, renamed);
    expect(again.verdicts).toMatchObject([verdicts[0]!, { n: 2, verdict: 'applied', seq: 2 }]);
    expect(again.changes.map(({ seq, op }) => [seq, op])).toEqual([[2, 'upd']]);
    expect(await rowOf('p1')).toMatchObject({ name: 'Mast' });
  });

  it('with a change to a row of another company is answered as if there were no such row', async () => {
    await server.database.transaction(async (store) => {
      const author = { userId: 'idris', deviceId: 'server', now: NOW, groupId: 'other' };
      const writer = openWriter(store, toyRegistry, [await store.lockHead('B')], author);
      await writer.mutate({ table: 'place', op: 'ins', id: 'theirs', scopeId: 'B', set: PLACE });
      await writer.finish();
    });
    const answer = await send('d1', { op: 'upd', id: 'theirs', set: { name: 'Ours' } });
    expect(answer.verdicts).toMatchObject([{ verdict: 'rejected', reason: 'notFound' }]);
    expect(answer.images).toEqual([{ kind: 'gone', table: 'place', id: 'theirs' }]);
    expect(await rowOf('theirs')).toMatchObject({ name: 'Derrick', scopeId: 'B' });
  });

  it('does not undo a deletion that its device had not seen', async () => {
    const deletedAt = (n: number): WireChange['clock'] => [NOW - 900 + n, 0, 'd1'];
    await send('d1', { op: 'ins', id: 'p1', set: PLACE }, { op: 'del', id: 'p1', clock: deletedAt(1) });
    const seen = { $del: deletedAt(1) };
    const restored = await send('d2', { op: 'restore', id: 'p1', base: seen, clock: [NOW - 800, 0, 'd2'] });
    expect(restored.verdicts).toMatchObject([{ verdict: 'applied' }]);
    await send('d1', { op: 'del', id: 'p1', clock: [NOW - 700, 0, 'd1'] });
    const late = await send('d2', { op: 'restore', id: 'p1', base: seen, clock: [NOW - 600, 0, 'd2'] });
    expect(late.verdicts).toMatchObject([{ verdict: 'lost', reason: 'deletedAgain' }]);
    expect((await rowOf('p1'))?.deletedAt).not.toBeNull();
  });

  it('records the unseen values of other devices that it overwrote, and none of its own', async () => {
    await send('d1', { op: 'ins', id: 'p1', set: PLACE });
    const own = await send('d1', { op: 'upd', id: 'p1', set: { name: 'Mast' }, clock: [NOW - 500, 0, 'd1'] });
    expect(own.changes).toMatchObject([{ op: 'upd', overrodeJson: null }]);
    const other = await send('d2', { op: 'upd', id: 'p1', set: { name: 'Crane' }, clock: [NOW - 400, 0, 'd2'] });
    expect(other.changes).toMatchObject([{ op: 'upd', overrodeJson: JSON.stringify({ name: 'Mast' }) }]);
  });

  it('applies all changes of an atomic action or none', async () => {
    const action = { group: 'g', atomic: true };
    const answer = await send(
      'd1',
      { ...action, op: 'ins', id: 'p1', set: PLACE },
      { ...action, op: 'upd', id: 'nowhere', set: { name: 'Mast' } },
    );
    expect(answer.verdicts).toMatchObject([
      { verdict: 'rejected', reason: 'group', seq: null },
      { verdict: 'rejected', reason: 'notFound', seq: null },
    ]);
    expect(await rowOf('p1')).toBeUndefined();
  });

  it('that deletes a place moves what lies in it to the nearest living one, with a clock after the replaced one', async () => {
    const made = (id: string, parentId: string | null) => ({ op: 'ins' as const, id, set: { ...PLACE, parentId } });
    const moved: WireChange['clock'] = [NOW - 500, 7, 'd1'];
    await send('d1', made('rig', null), made('deck', 'rig'), made('bay', 'deck'), made('hoist', null));
    await send('d1', { op: 'upd', id: 'hoist', set: { parentId: 'bay' }, clock: moved });
    await send('d2', { op: 'del', id: 'deck', clock: [NOW - 300, 0, 'd2'] });
    const answer = await send('d2', { op: 'del', id: 'bay', clock: [NOW - 200, 0, 'd2'] });
    const hoist = await rowOf('hoist');
    expect(hoist).toMatchObject({ parentId: 'rig', deletedAt: null });
    expect((JSON.parse(hoist!._clk) as Record<string, unknown>)['parentId']).toEqual([NOW - 500, 8, 'server']);
    expect(answer.images).toContainEqual(expect.objectContaining({ kind: 'full', row: hoist }));
    expect(answer.changes.filter(({ rowId }) => rowId === 'hoist')).toMatchObject([
      { deviceId: 'server', n: null, setJson: '{"parentId":"rig"}', oldJson: '{"parentId":"bay"}' },
    ]);
  });

  it('that puts rows into a place that another device deleted has them in the nearest living one', async () => {
    const made = (id: string, parentId: string | null) => ({ op: 'ins' as const, id, set: { ...PLACE, parentId } });
    await send('d1', made('rig', null), made('deck', 'rig'), made('bay', 'deck'), made('hoist', null));
    await send('d2', { op: 'del', id: 'bay', clock: [NOW - 300, 0, 'd2'] });
    await send('d2', { op: 'del', id: 'deck', clock: [NOW - 200, 0, 'd2'] });
    await send('d1', { op: 'upd', id: 'hoist', set: { parentId: 'bay' }, clock: [NOW - 100, 0, 'd1'] });
    await send('d1', made('winch', 'deck'));
    expect(await rowOf('hoist')).toMatchObject({ parentId: 'rig', deletedAt: null });
    expect(await rowOf('winch')).toMatchObject({ parentId: 'rig', deletedAt: null });
  });

  it('of a program that the server cannot serve is refused with the versions that matter', async () => {
    const current = versionOf(toyRegistry);
    const message = request('d1', { op: 'ins', id: 'p1', set: PLACE });
    expect(await push(server, 'd1', { ...message, protocol: PROTOCOL + 1 }, NOW)).toEqual({
      kind: 'refused',
      code: 'upgrade_required',
      minimum: OLDEST_VERSION,
    });
    expect(await push(server, 'd1', { ...message, schema: current + 1 }, NOW)).toEqual({
      kind: 'refused',
      code: 'server_behind',
      current,
    });
    expect(await push(server, 'unknown', message, NOW)).toEqual({ kind: 'refused', code: 'unknown_device' });
    expect(await push(server, 'd1', null, NOW)).toEqual({ kind: 'refused', code: 'malformed' });
    expect(await rowOf('p1')).toBeUndefined();
  });
});
