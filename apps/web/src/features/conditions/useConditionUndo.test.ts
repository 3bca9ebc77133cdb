// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { inspectionRow } from '../../lib/testing/inspectionRow.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { heldOutbox, provided } from '../../lib/testing/providers.ts';
import { answered, fetching, signedInPage } from '../../lib/testing/signedInPage.ts';
import { t } from '../../lib/texts/index.ts';
import * as offers from '../../ui/offers.tsx';
import { conditionSaves, usePendingConditions } from './mutations.ts';
import { itemQuery, knownRow, useConditionAppearance } from './queries.ts';
import { useConditionUndo, useSetWithUndo } from './useConditionUndo.ts';

signedInPage();

const rail = { installationInspectionId: 'drops', itemId: 'rail' };
const LIST = 'getItemsForInstallationInspection';
const ITEM = 'getInstallationInspectionItemByInstallationAndItem';
const drops = { installationInspectionId: 'drops' };
const conditions = [
  { id: 'good', name: 'Acceptable', color: '' },
  { id: 'bad', name: 'Failed', color: '' },
];

/** A page with the conditions, and the row of the item in its list. */
function page(row: { clock: string | null } | null = { clock: '1' }) {
  const known = cached();
  known.put('getConditions', {}, conditions);
  known.put(LIST, drops, row === null ? [] : [inspectionRow('rail', { id: 'member', conditionId: 'good', ...row })]);
  const held = heldOutbox();
  vi.spyOn(offers, 'notifyBriefly').mockReturnValue();
  vi.spyOn(offers, 'withdrawBrief').mockReturnValue();
  const saved = () =>
    held.added.map(({ input, ifMatch, words }) => [(input as { conditionId: string }).conditionId, ifMatch, words]);
  return { known, held, saved, around: provided(known.cache, held.outbox) };
}

describe('a condition that is set', () => {
  it('can be undone: the condition before it is set again', async () => {
    const { held, saved, around } = page();
    const set = await mounted(() => useSetWithUndo({ ...rail, name: 'Rail' }, 'good'), undefined, around);
    const undo = await mounted(useConditionUndo, 'drops', around);
    const elsewhere = await mounted(useConditionUndo, 'lifts', around);
    expect(undo.now).toBeNull();
    await act(async () => void set.now('bad'));
    expect(saved()).toEqual([['bad', '1', 'Failed']]);
    expect(held.added[0]).toMatchObject({ operation: 'setCondition', subject: 'condition:drops:rail', row: 'member' });
    expect(undo.now?.words).toBe(t('conditions.undo', { item: 'Rail', condition: 'Acceptable' }));
    expect(elsewhere.now).toBeNull();
    await act(async () => undo.now?.undo());
    expect(saved().slice(1)).toEqual([['good', '1', 'Acceptable']]);
    expect(vi.mocked(offers.notifyBriefly).mock.calls).toEqual([
      [t('conditions.undone', { item: 'Rail', condition: 'Acceptable' })],
    ]);
    expect(undo.now).toBeNull();
  });

  it('is not saved when it is the same, and leaves the undo of the one before it, as an older undo does', async () => {
    const { saved, around } = page();
    const set = await mounted(
      (shown: string | null) => useSetWithUndo({ ...rail, name: 'Rail' }, shown),
      'good',
      around,
    );
    const undo = await mounted(useConditionUndo, 'drops', around);
    let first: ReturnType<typeof set.now> = null;
    await act(async () => void (first = set.now('bad')));
    await set.render('bad');
    await act(async () => expect(set.now('bad')).toBeNull());
    expect(undo.now?.words).toBe(t('conditions.undo', { item: 'Rail', condition: 'Acceptable' }));
    await act(async () => void set.now(null));
    expect(undo.now?.words).toBe(t('conditions.undo', { item: 'Rail', condition: 'Failed' }));
    await act(async () => first?.());
    expect(undo.now?.words).toBe(t('conditions.undo', { item: 'Rail', condition: 'Failed' }));
    expect(saved().map(([id]) => id)).toEqual(['bad', null, 'good']);
    expect(vi.mocked(offers.withdrawBrief)).toHaveBeenCalledTimes(3);
    await act(async () => undo.now?.undo());
  });

  it('is not saved while the row of the item is unknown', async () => {
    const { held, around, known } = page(null);
    const set = await mounted(() => useSetWithUndo({ ...rail, name: 'Rail' }, 'good'), undefined, around);
    await act(async () => set.now('bad')?.());
    expect(held.added).toEqual([]);
    known.put(LIST, drops, [inspectionRow('rail', { clock: '1' })]);
    let undo: ReturnType<typeof set.now> = null;
    await act(async () => void (undo = set.now('bad')));
    known.put(LIST, drops, []);
    await act(async () => undo?.());
    expect(held.added).toHaveLength(1);
    expect(offers.notifyBriefly).not.toHaveBeenCalled();
  });
});

describe('conditions that wait', () => {
  it('are those of one inspection, by item', async () => {
    const { held, around } = page();
    const waiting = await mounted(usePendingConditions, 'drops', around);
    expect(waiting.now.size).toBe(0);
    const save = (installationInspectionId: string, itemId: string, conditionId: string | null) => ({
      operation: 'setCondition',
      input: { installationInspectionId, itemId, conditionId },
    });
    await held.hold([save('drops', 'rail', 'bad'), save('lifts', 'hook', 'bad'), save('drops', 'lamp', null)]);
    expect([...waiting.now]).toEqual([
      ['rail', 'bad'],
      ['lamp', null],
    ]);
  });
});

describe('the condition of an item that is read', () => {
  const read = async (found: object) => {
    const { known } = page();
    known.put(LIST, drops, [inspectionRow('hook'), inspectionRow('rail', { conditionId: 'good', clock: '1' })]);
    const before = known.get(LIST, drops);
    fetching.mockImplementation(async () => answered(JSON.stringify(found), 'application/json'));
    await known.cache.fetchQuery(itemQuery(rail));
    return { before, after: known.get(LIST, drops), known };
  };

  it('is written to the list, which stays the same when it has it already', async () => {
    const { before, after } = await read({ id: 'member', conditionId: 'bad', clock: '2' });
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).toMatchObject({ conditionId: 'bad', clock: '2', name: 'rail' });
    const same = await read({ id: 'member', conditionId: 'good', clock: '1' });
    expect(same.after).toBe(same.before);
    expect((await read({ id: 'member', conditionId: 'good', clock: '2' })).after?.[1]?.clock).toBe('2');
    expect((await read({ id: 'member', conditionId: 'bad', clock: '1' })).after?.[1]?.conditionId).toBe('bad');
  });

  it('gives the row and version of its saves before the list does', async () => {
    const { known } = await read({ id: 'member', conditionId: 'bad', clock: '7' });
    expect(knownRow(known.cache, rail)).toEqual({ row: 'member', clock: '7' });
    const hook = { ...rail, itemId: 'hook' };
    expect(knownRow(known.cache, hook)).toBeUndefined();
    known.put(LIST, drops, [inspectionRow('hook', { id: 'of list', clock: '3' })]);
    expect(knownRow(known.cache, hook)).toEqual({ row: 'of list', clock: '3' });
    expect(knownRow(known.cache, { ...hook, itemId: 'none' })).toBeUndefined();
  });
});

it('A saved condition is shown in the item, in its row and among its inspections', () => {
  const { known } = page();
  const other = { ...rail, installationInspectionId: 'lifts' };
  known.put(ITEM, rail, { id: 'member', conditionId: 'good' });
  known.put('getInspectionsForItem', { itemId: 'rail' }, [
    { ...rail, conditionId: 'good' },
    { ...other, conditionId: 'good' },
  ]);
  known.put(LIST, drops, [inspectionRow('rail', { conditionId: 'good', context: true }), inspectionRow('hook')]);
  known.put('getInstallations', {}, []);
  const output = { id: 'made', conditionId: 'bad', condition: conditions[1], clock: '2' };
  conditionSaves.setCondition.saved(known.cache, { ...rail, conditionId: 'bad' }, output as never);
  expect(known.get(ITEM, rail)).toEqual(output);
  expect(known.get(LIST, drops)).toMatchObject([
    { id: 'made', itemId: 'rail', conditionId: 'bad', clock: '2', context: false },
    { id: 'hook', conditionId: null },
  ]);
  expect(known.get('getInspectionsForItem', { itemId: 'rail' })).toMatchObject([
    { conditionId: 'bad', clock: '2' },
    { conditionId: 'good' },
  ]);
  expect(known.stale()).toEqual(['getInspectionsForItem', 'getInstallations']);
});

it('A condition has its appearance, and an unknown one that of Not Checked', async () => {
  const { around } = page();
  const { now } = await mounted(useConditionAppearance, undefined, around);
  expect(['bad', 'unknown', null].map((id) => now(id).label)).toEqual([
    'Failed',
    t('conditions.notChecked'),
    t('conditions.notChecked'),
  ]);
});
