import { beforeEach, describe, expect, it } from 'vitest';
import type { Clock, Clocks } from '../clock.ts';
import { EMPTY_DIGEST } from '../digest.ts';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';
import { memoryDatabase } from '../stores/memory.ts';
import { toyRegistry } from '../testing/toy.ts';
import { unsentChange } from '../testing/unsentChange.ts';
import { versionOf } from '../versions.ts';
import { DISCARDED, sendAgain } from './sendAgain.ts';
import { type DeviceSetting, freshState, writeState } from './state.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const PLACE = { parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };
/** Clocks of an edit of another device before the change was made, and of one after it. */
const BEFORE: Clock = [NOW - 2000, 0, 'd2'];
const AFTER: Clock = [NOW + 2000, 0, 'd2'];
const OWN: Clock = [NOW, 0, 'd1'];

const rig = (clocks: Clocks, more: Partial<StoredRow> = {}): StoredRow => ({
  id: 'rig',
  scopeId: 'A',
  ...PLACE,
  name: 'Rig',
  createdAt: NOW,
  updatedAt: NOW,
  createdByUserId: 'maren',
  updatedByUserId: 'maren',
  deletedAt: null,
  _seq: 3,
  _clk: JSON.stringify(clocks),
  ...more,
});

const change = (more: Partial<OutboxRecord> = {}): OutboxRecord =>
  unsentChange({
    setJson: '{"name":"Derrick"}',
    oldJson: '{"name":"Rig"}',
    baseJson: JSON.stringify({ name: BEFORE }),
    clock: JSON.stringify(OWN),
    at: NOW,
    ...more,
  });

describe('a change that was set aside', () => {
  let setting: DeviceSetting;
  const within = <T>(work: (store: Store) => Promise<T>): Promise<T> => setting.database.transaction(work);

  beforeEach(async () => {
    setting = { database: memoryDatabase(toyRegistry), registry: toyRegistry, now: () => NOW, random: () => 0 };
    await within(async (store) => {
      await writeState(store, { ...freshState('d1', versionOf(toyRegistry)), epoch: 'first' });
      const known = { grantId: 'g', cursor: 0, epoch: 'first', headRows: 0, headDigest: EMPTY_DIGEST };
      await store.put('subscription', { ...known, scopeId: 'A' });
    });
  });

  /** Returns the numbers with which changes are sent again over a row as the server has it; undefined: the server has none. */
  async function sent(
    row: StoredRow | undefined,
    changes: readonly Partial<OutboxRecord>[],
    { kind = 'refused', may = () => true }: { kind?: string; may?: (one: OutboxRecord) => boolean } = {},
  ): Promise<string[]> {
    await within(async (store) => {
      if (row !== undefined) await store.insertRow('place', row);
      for (const [index, more] of changes.entries()) {
        const one = change({ n: index + 1, ...more });
        const record = { id: `d1 ${one.n}`, n: one.n, kind, change: JSON.stringify(one), reason: 'late' };
        await store.put('setAside', { ...record, at: NOW });
      }
    });
    const count = await sendAgain(setting, may);
    const waiting = await within((store) => store.list('outbox', {}));
    const left = await within((store) => store.list('setAside', {}));
    expect([count, left.length]).toEqual([waiting.length, changes.length - waiting.length]);
    return waiting.toSorted((a, b) => a.n - b.n).map(({ op, setJson }) => `${op} ${setJson}`);
  }

  const rename = 'upd {"name":"Derrick"}';

  it('is sent again when its fields are as they were, whatever was written to others', async () => {
    expect(await sent(rig({ '*': BEFORE, position: AFTER }), [{}])).toEqual([rename]);
    expect(await within((store) => store.row('place', 'rig'))).toMatchObject({ name: 'Derrick' });
  });

  it('is sent again when its fields have the same value already', async () => {
    expect(await sent(rig({ '*': BEFORE, name: AFTER }, { name: 'Derrick' }), [{}])).toEqual([rename]);
  });

  it('stays when one of its fields was written since', async () => {
    expect(await sent(rig({ '*': BEFORE, name: AFTER }), [{}])).toEqual([]);
  });

  it('stays when it was made before its field had a value', async () => {
    expect(await sent(rig({ '*': BEFORE }), [{ baseJson: '{}' }])).toEqual([]);
  });

  it('stays when the row lost the clock that it was made over', async () => {
    expect(await sent(rig({ position: BEFORE }), [{}])).toEqual([]);
  });

  it('is sent again over a row without clocks that it was made over', async () => {
    expect(await sent(rig({ position: BEFORE }), [{ baseJson: '{"name":null}' }])).toEqual([rename]);
  });

  it('stays when its row is unknown or deleted, unless it creates the row', async () => {
    expect(await sent(undefined, [{}, { op: 'del', setJson: '{}' }])).toEqual([]);
  });

  const creation = { op: 'ins', setJson: JSON.stringify({ ...PLACE, name: 'Rig' }), baseJson: '{}' };

  it('creates a row that the server does not have, or that stands in for one others refer to', async () => {
    expect(await sent(undefined, [creation])).toHaveLength(1);
  });

  it('creates a row in place of one that only others refer to, and edits no such row', async () => {
    const placeholder = rig({ '*': BEFORE }, { _seq: 0, deletedAt: NOW });
    expect(await sent(placeholder, [{}, { ...creation, groupId: 'h' }])).toEqual([`ins ${creation.setJson}`]);
  });

  it('edits a row that the server has not confirmed yet', async () => {
    expect(await sent(rig({ '*': BEFORE }, { _seq: 0 }), [{}])).toEqual([rename]);
  });

  it('neither edits nor creates a row that was deleted', async () => {
    const deleted = rig({ '*': BEFORE, $del: AFTER }, { deletedAt: NOW });
    expect(await sent(deleted, [{}, { op: 'del', setJson: '{}' }, creation])).toEqual([]);
  });

  it('deletes a row that was not written later', async () => {
    const deletion = { op: 'del', setJson: '{}', baseJson: '{}' };
    expect(await sent(rig({ '*': BEFORE }), [deletion])).toEqual(['del {}']);
  });

  it('deletes no row that was written later', async () => {
    expect(await sent(rig({ '*': BEFORE, name: AFTER }), [{ op: 'del', setJson: '{}', baseJson: '{}' }])).toEqual([]);
  });

  it.each([
    ['restores a row that is still deleted as it was', BEFORE, NOW, 1],
    ['does not restore a row that was deleted again', AFTER, NOW, 0],
    ['does not restore a row that exists', BEFORE, null, 0],
  ] as const)('%s', async (_, $del, deletedAt, count) => {
    const restoration = { op: 'restore', setJson: '{}', baseJson: JSON.stringify({ $del: BEFORE }) };
    expect(await sent(rig({ '*': BEFORE, $del }, { deletedAt }), [restoration])).toHaveLength(count);
  });

  it('is sent again over the row that an earlier change of its action creates', async () => {
    expect(await sent(undefined, [creation, {}])).toEqual([`ins ${creation.setJson}`, rename]);
  });

  it('is sent alone where another one of its action stays, unless the action is atomic', async () => {
    const row = rig({ '*': BEFORE, name: AFTER });
    const move = { setJson: '{"x":4,"y":0}', baseJson: JSON.stringify({ position: BEFORE }) };
    expect(await sent(row, [{}, move])).toEqual([`upd ${move.setJson}`]);
  });

  it('stays with the others of an atomic action where one of them stays', async () => {
    const row = rig({ '*': BEFORE, name: AFTER });
    const move = { atomic: 1, setJson: '{"x":4,"y":0}', baseJson: JSON.stringify({ position: BEFORE }) };
    expect(await sent(row, [{ atomic: 1 }, move])).toEqual([]);
  });

  it.each([
    ['may not be sent', {}, { may: () => false }],
    ['was discarded', {}, { kind: DISCARDED }],
    ['belongs to a scope that is not received', { scopeId: 'B' }, {}],
  ] as const)('stays when it %s', async (_, more, how) => {
    expect(await sent(rig({ '*': BEFORE }), [more], how)).toEqual([]);
  });

  it('stays when another one of its atomic action may not be sent', async () => {
    const may = ({ n }: OutboxRecord): boolean => n === 1;
    expect(await sent(rig({ '*': BEFORE }), [{ atomic: 1 }, { atomic: 1 }], { may })).toEqual([]);
  });
});
