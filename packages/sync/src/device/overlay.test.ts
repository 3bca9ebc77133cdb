import { describe, expect, it } from 'vitest';
import { type Clock, type Clocks, DELETED } from '../clock.ts';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow } from '../registry.ts';
import { toyRegistry } from '../testing/toy.ts';
import { unsentChange } from '../testing/unsentChange.ts';
import { overlay, overlayColumns } from './overlay.ts';

const places = toyRegistry.get('place')!;
const SERVER: Clock = [1_000, 0, 'server'];
const OWN: Clock = [2_000, 0, 'd1'];

const image = (more: Partial<StoredRow> = {}): StoredRow => ({
  id: 'rig',
  scopeId: 'A',
  name: 'Rig',
  parentId: null,
  labelId: null,
  x: 0,
  y: 0,
  kind: 'area',
  createdAt: 1_000,
  updatedAt: 1_000,
  createdByUserId: 'web',
  updatedByUserId: 'web',
  deletedAt: null,
  _seq: 3,
  _clk: JSON.stringify({ '*': SERVER }),
  ...more,
});

const change = (op: string, set: object = {}, more: Partial<OutboxRecord> = {}): OutboxRecord =>
  unsentChange({ op, setJson: JSON.stringify(set), clock: JSON.stringify(OWN), at: 2_000, ...more });

const clocksOf = (row: StoredRow | null): Clocks => JSON.parse(row!._clk) as Clocks;

describe('a row under unsent changes', () => {
  it.each([
    ['is deleted by a deletion', null, ['del'], 2_000],
    ['stays deleted at its time under another deletion', 1_500, ['del'], 1_500],
    ['stays deleted under an update', 1_500, ['upd'], 1_500],
    ['lives after a restoration', 1_500, ['restore'], null],
    ['lives when it is made again', 1_500, ['ins'], null],
    ['is deleted again after it was restored', 1_500, ['restore', 'del'], 2_000],
  ] as const)('%s', (_what, deletedAt, ops, expected) => {
    const pending = ops.map((op) => change(op));
    const shown = overlay(places, image({ deletedAt }), pending);
    expect(shown!.deletedAt).toBe(expected);
    expect(overlayColumns(image({ deletedAt }), pending)!.deletedAt).toBe(expected);
    const isTurned = (deletedAt === null) !== (expected === null);
    if (ops.length === 1) expect(clocksOf(shown)[DELETED]).toEqual(isTurned ? OWN : undefined);
  });

  it('has their values, author, time and clocks, a group as one field', () => {
    const pending = [change('upd', { name: 'Derrick' }), change('upd', { x: 5 }, { userId: 'idris', at: 3_000 })];
    const shown = overlay(places, image(), pending);
    expect(shown).toMatchObject({ name: 'Derrick', x: 5, y: 0, updatedAt: 3_000, updatedByUserId: 'idris', _seq: 3 });
    expect(clocksOf(shown)).toEqual({ '*': SERVER, name: OWN, position: OWN });
    const columns = overlayColumns(image(), pending);
    expect(columns).toEqual(image({ name: 'Derrick', x: 5 }));
  });

  it('that the server does not have is made by its insertion alone', () => {
    const set = { name: 'Deck', parentId: null, labelId: null, x: 1, y: 2, kind: 'area' };
    const pending = [change('upd', { name: 'Lost' }), change('ins', set), change('upd', { y: 9 })];
    const made = { ...set, y: 9, id: 'rig', scopeId: 'A', _seq: 0, createdAt: 2_000, createdByUserId: 'maren' };
    expect(overlay(places, null, pending)).toMatchObject({ ...made, deletedAt: null });
    expect(overlayColumns(null, pending)).toMatchObject({ ...made, deletedAt: null });
    for (const op of ['upd', 'del', 'restore']) {
      expect(overlay(places, null, [change(op)])).toBeNull();
      expect(overlayColumns(null, [change(op)])).toBeNull();
    }
  });
});
