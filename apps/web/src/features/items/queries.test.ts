// @vitest-environment happy-dom
import { CONDITIONS, type InspectionRow } from '@holdfast/contract';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { inspectionRow } from '../../lib/testing/inspectionRow.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { heldOutbox, provided } from '../../lib/testing/providers.ts';
import { answered, fetching, pass, signedInPage } from '../../lib/testing/signedInPage.ts';
import { t } from '../../lib/texts/index.ts';
import { storeWalk, useListMemory } from './list/listMemory.ts';
import type { ListOrder } from './list/ordering.ts';
import { useInspectionRows, useListing, useWalkedRows } from './queries.ts';

signedInPage();
beforeEach(() => sessionStorage.clear());

const drops = { installationInspectionId: 'drops' };
const ids = (rows: readonly { itemId: string }[] | undefined): string[] | undefined =>
  rows?.map(({ itemId }) => itemId);

describe('the rows of an inspection', () => {
  const rows = [
    inspectionRow('lamp'),
    inspectionRow('hook', { conditionId: 'old', context: true }),
    inspectionRow('rail'),
  ];
  const reading = async () => {
    const known = cached();
    const held = heldOutbox();
    known.put('getItemsForInstallationInspection', drops, rows);
    const hook = await mounted(() => useInspectionRows('drops'), undefined, provided(known.cache, held.outbox));
    return { hook, held };
  };
  const condition = (itemId: string, conditionId: string | null, installationInspectionId = 'drops') => ({
    operation: 'setCondition',
    input: { installationInspectionId, itemId, conditionId },
  });
  const name = (itemId: string, text: string) => ({ operation: 'setItemName', input: { itemId, name: text } });

  it('are those of the server while nothing waits', async () => {
    const { hook, held } = await reading();
    expect(hook.now.rows).toBe(rows);
    await held.hold([condition('lamp', 'good', 'lifts'), { operation: 'saveItemField', input: {} }]);
    expect(hook.now.rows).toBe(rows);
  });

  it('show conditions and names that the server does not have yet, and leave the other rows as they are', async () => {
    const { hook, held } = await reading();
    await held.hold([condition('hook', 'good'), name('hook', 'Crane hook'), name('rail', 'Rail')]);
    const now = hook.now.rows!;
    expect(now[0]).toBe(rows[0]);
    expect(now[1]).toEqual({ ...rows[1], conditionId: 'good', name: 'Crane hook', context: false });
    expect(now[2]).toEqual({ ...rows[2], name: 'Rail' });
    await held.hold([name('rail', 'rail')]);
    expect(hook.now.rows![2]).toBe(rows[2]);
    await held.hold([condition('hook', null)]);
    expect(hook.now.rows![1]).toMatchObject({ conditionId: null, name: 'hook', context: false });
  });
});

describe('the list of an inspection', () => {
  const [good, , bad] = Object.values(CONDITIONS) as [
    { id: string; name: string },
    unknown,
    { id: string; name: string },
  ];
  const rows = [
    inspectionRow('lamp', { itemTypeId: 'light', conditionId: good.id, values: { Serial: 'S-1' } }),
    inspectionRow('hook', { itemTypeId: 'lifting', conditionId: bad.id }),
    inspectionRow('crane', { itemTypeId: 'lifting' }),
  ];
  const listing = async (inspection = 'drops') => {
    const known = cached();
    known.put(
      'getConditions',
      {},
      Object.values(CONDITIONS).map(({ id, name }) => ({ id, name, color: '' })),
    );
    const hook = await mounted(
      ({ shown, searchable }: { shown: readonly InspectionRow[] | undefined; searchable: readonly string[] }) => ({
        listed: useListing(inspection, shown, searchable),
        walked: useWalkedRows(inspection, shown, searchable),
        memory: useListMemory(inspection),
      }),
      { shown: rows, searchable: ['Serial'] },
      provided(known.cache, heldOutbox().outbox),
    );
    return { known, hook };
  };
  const arrange = (hook: Awaited<ReturnType<typeof listing>>['hook'], order: ListOrder): Promise<void> =>
    act(async () => hook.now.memory.arrange(order));

  it('is unknown while its rows are loaded', async () => {
    const { hook } = await listing();
    await hook.render({ shown: undefined, searchable: [] });
    expect(hook.now.listed).toBeUndefined();
    expect(hook.now.walked).toEqual({ ordered: [], matches: [] });
    expect(fetching.mock.calls.filter(([url]) => url.includes('item-types'))).toEqual([]);
  });

  it('searches the values of columns, and walks over everything when a single item was found', async () => {
    const { hook } = await listing('found');
    await act(async () => hook.now.memory.narrow({ search: 's-1' }));
    await pass(1_000);
    expect(ids(hook.now.listed?.matches)).toEqual(['lamp']);
    expect(ids(hook.now.walked.matches)).toEqual(['lamp', 'hook', 'crane']);
    await act(async () => hook.now.memory.narrow({ search: 'a' }));
    expect(ids(hook.now.walked.matches)).toEqual(['lamp', 'crane']);
    expect(ids(hook.now.walked.ordered)).toEqual(['lamp', 'hook', 'crane']);
    await act(async () => hook.now.memory.narrow({ search: '', condition: bad.id }));
    expect(ids(hook.now.walked.matches)).toEqual(['hook']);
  });

  it('is grouped by condition, the worst first', async () => {
    const { hook } = await listing('conditions');
    await arrange(hook, { by: 'condition', down: false });
    expect(hook.now.listed?.rows.map(({ row }) => row.name)).toEqual([
      `${bad.name} (1)`,
      'hook',
      `${t('conditions.notChecked')} (1)`,
      'crane',
      `${good.name} (1)`,
      'lamp',
    ]);
    expect(ids(hook.now.walked.ordered)).toEqual(['hook', 'crane', 'lamp']);
  });

  it('is grouped by item type once the types of the inspection are known', async () => {
    fetching.mockImplementation(async (url) =>
      url.includes('item-types')
        ? answered(
            JSON.stringify([
              { id: 'lifting', name: 'Lifting' },
              { id: 'light', name: 'Light' },
            ]),
            'application/json',
          )
        : answered(JSON.stringify({ inspectionId: 'type' }), 'application/json'),
    );
    const { hook } = await listing('types');
    await pass(0);
    expect(fetching.mock.calls.some(([url]) => url.includes('item-types'))).toBe(false);
    await arrange(hook, { by: 'type', down: false });
    await pass(0);
    expect(hook.now.listed?.rows.map(({ row }) => row.name)).toEqual([
      'Lifting (2)',
      'hook',
      'crane',
      'Light (1)',
      'lamp',
    ]);
  });

  it('is walked in the order in which it was left', async () => {
    const { hook } = await listing('left');
    await arrange(hook, { by: 'name', down: false });
    expect(ids(hook.now.walked.ordered)).toEqual(['crane', 'hook', 'lamp']);
    storeWalk('left', ['lamp', 'crane']);
    await act(async () => hook.now.memory.narrow({ search: 'a' }));
    expect(ids(hook.now.walked.ordered)).toEqual(['lamp', 'crane', 'hook']);
    expect(ids(hook.now.walked.matches)).toEqual(['lamp', 'crane']);
    await arrange(hook, { by: 'place', down: false });
    expect(ids(hook.now.walked.ordered)).toEqual(['lamp', 'hook', 'crane']);
  });
});
