import { beforeEach, describe, expect, it } from 'vitest';
import type { StreamScope } from '@holdfast/contract/sync';
import type { StoredRow } from '../registry.ts';
import { rowLine, type DescribedColumns } from '../rowLines.ts';
import type { Store } from '../store.ts';
import { memoryDatabase } from '../stores/memory.ts';
import { toyRegistry } from '../testing/toy.ts';
import { versionOf } from '../versions.ts';
import { adoptScopes, restartScope } from './reset.ts';
import { clearStage, merge, type Part, stage } from './stage.ts';
import { type DeviceSetting, freshState, writeState } from './state.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const SCOPE: StreamScope = { scopeId: 'A', grantId: 'g1', from: 0, head: 9, rows: 3 };

const place = (id: string, _seq: number): StoredRow => ({
  id,
  scopeId: 'A',
  name: id,
  parentId: null,
  labelId: null,
  x: 0,
  y: 0,
  kind: 'area',
  createdAt: NOW,
  updatedAt: NOW,
  createdByUserId: 'web',
  updatedByUserId: 'web',
  deletedAt: null,
  _seq,
  _clk: '{}',
});
const COLUMNS = Object.keys(place('any', 1));

function part(...rows: StoredRow[]): Part {
  const columns: DescribedColumns = new Map([['place', COLUMNS]]);
  return { columns, rows: rows.map((row) => JSON.stringify(rowLine('place', COLUMNS, row))), changes: [] };
}

let setting: DeviceSetting;
const within = <T>(work: (store: Store) => Promise<T>): Promise<T> => setting.database.transaction(work);
const staged = () =>
  within(async (store) => ({
    marks: (await store.list('stage', {})).map(({ scopeId, mark }) => `${scopeId} ${mark}`),
    until: (await store.list('stageMark', {})).map(({ scopeId, mark }) => `${scopeId} ${mark}`),
  }));

beforeEach(async () => {
  setting = { database: memoryDatabase(toyRegistry), registry: toyRegistry, now: () => NOW, random: () => 0 };
  await within(async (store) => {
    await writeState(store, freshState('d1', versionOf(toyRegistry)));
    await adoptScopes(store, setting, 'e', [SCOPE, { ...SCOPE, scopeId: 'B' }], {});
    await stage(store, SCOPE, 'e', part(place('rig', 2)), 2);
    await stage(store, SCOPE, 'e', part(place('deck', 4)), 4);
    await stage(store, { ...SCOPE, scopeId: 'B' }, 'e', part(), 3);
  });
});

describe('rows that were received before their stream was interrupted', () => {
  it('are merged with the rest, and what neither contains is removed', async () => {
    await within((store) => store.insertRow('place', place('former', 1)));
    const proof = { kind: 'proof', scopeId: 'A', head: 9, rows: 3, digest: '0' } as const;
    const merged = await within((store) =>
      merge(store, setting, { ...SCOPE, from: 4 }, part(place('hoist', 9)), proof),
    );
    expect(merged.images).toBe(3);
    const rows = await within((store) => store.find('place', { scopeId: 'A' }));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(['deck', 'hoist', 'rig']);
    const [subscription] = await within((store) => store.list('subscription', { scopeId: 'A' }));
    expect(subscription).toMatchObject({ cursor: 9, headRows: 3 });
    expect(await staged()).toEqual({ marks: ['B 3'], until: ['B 3'] });
  });

  it('remember where their stream began, also when it is interrupted again', async () => {
    await within((store) => stage(store, { ...SCOPE, from: 4, head: 20 }, 'e', part(), 6));
    const [mark] = await within((store) => store.list('stageMark', { scopeId: 'A' }));
    expect(mark).toMatchObject({ fromCursor: 0, beganAt: 9, mark: 6 });
  });

  it.each([
    ['the stream is begun again on request', (store: Store) => restartScope(store, 'A')],
    [
      'the server begins another stream',
      (store: Store) =>
        adoptScopes(
          store,
          setting,
          'e',
          [
            { ...SCOPE, from: 1 },
            { ...SCOPE, scopeId: 'B', from: 3 },
          ],
          {
            A: { cursor: 4 },
            B: { cursor: 3 },
          },
        ),
    ],
    ['they are cleared', (store: Store) => clearStage(store, 'A')],
  ])('are forgotten when %s, those of other scopes are not', async (_when, begins) => {
    await within(async (store) => void (await begins(store)));
    const { marks } = await staged();
    expect(marks).toEqual(['B 3']);
  });

  it('are kept when the server continues their stream', async () => {
    const scopes = [
      { ...SCOPE, from: 4 },
      { ...SCOPE, scopeId: 'B', from: 3 },
    ];
    await within((store) => adoptScopes(store, setting, 'e', scopes, { A: { cursor: 4 }, B: { cursor: 3 } }));
    expect((await staged()).marks).toEqual(['A 2', 'A 4', 'B 3']);
  });
});
