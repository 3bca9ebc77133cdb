// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '@holdfast/contract/client';
import { mounted } from '../testing/mounted.ts';
import { ViewerContext } from '../navigation/views.ts';
import { type DraftedRecord, useRecordDraft, withoutNotFound } from './recordDraft.ts';

const as = (viewer: string) => (children: React.ReactNode) =>
  createElement(ViewerContext.Provider, { value: viewer }, children);
const problem = (status: number, code: string, details: unknown = null): CallError =>
  new CallError(status, { type: '', title: '', status, code, details });

interface Site {
  name: string;
  shortName: string;
  clock: string;
}
type Values = Pick<Site, 'name' | 'shortName'>;

/** A record whose saves wait for an answer of the test. */
function site(keptAs?: string) {
  const record: Site = { name: 'Tarn', shortName: 'T', clock: '1' };
  const save = vi.fn((_: Values, __: string) => Promise.resolve<unknown>(null));
  const reload = vi.fn(() => Promise.resolve(record));
  const drafted: DraftedRecord<Site, Values> = {
    record,
    valuesOf: ({ name, shortName }) => ({ name, shortName }),
    clockOf: ({ clock }) => clock,
    save,
    reload,
    ...(keptAs === undefined ? {} : { keptAs }),
  };
  return { drafted, save, reload };
}

beforeEach(() => localStorage.clear());

describe('the draft of a record', () => {
  it('shows changes over the record until they are saved', async () => {
    const { drafted, save } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    expect(draft.now).toMatchObject({ values: { name: 'Tarn', shortName: 'T' }, isChanged: false, isRestored: false });
    expect(await draft.now.save()).toBe(true);
    expect(save).not.toHaveBeenCalled();
    await act(async () => draft.now.change({ name: 'Fell' }));
    await act(async () => draft.now.change({ shortName: 'F' }));
    expect(draft.now).toMatchObject({ values: { name: 'Fell', shortName: 'F' }, isChanged: true });
    let answer = (): void => undefined;
    save.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(null))));
    let done: Promise<boolean> | undefined;
    await act(async () => void (done = draft.now.save()));
    expect(draft.now.isSaving).toBe(true);
    expect(await draft.now.save()).toBe(false);
    await act(async () => answer());
    expect(await done).toBe(true);
    expect(save.mock.calls).toEqual([[{ name: 'Fell', shortName: 'F' }, '1']]);
    expect(draft.now).toMatchObject({ values: { name: 'Tarn' }, isChanged: false, isSaving: false, conflict: null });
  });

  it('is not changed by the value that the record has already', async () => {
    const { drafted } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Tarn' }));
    expect(draft.now.isChanged).toBe(false);
    await act(async () => draft.now.change({ name: 'Fell' }));
    await act(async () => draft.now.discard());
    expect(draft.now).toMatchObject({ values: { name: 'Tarn' }, isChanged: false });
  });

  it('keeps what is typed during a save as a change of the record that was saved', async () => {
    const { drafted, save, reload } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Fell', shortName: 'F' }));
    save.mockImplementation(async () => draft.now.change({ name: 'Fells' }));
    reload.mockResolvedValue({ name: 'Fell', shortName: 'F', clock: '2' });
    let isSaved: boolean | undefined;
    await act(async () => void (isSaved = await draft.now.save()));
    expect(isSaved).toBe(false);
    expect(draft.now).toMatchObject({ values: { name: 'Fells', shortName: 'T' }, isChanged: true });
    save.mockResolvedValue(null);
    await act(async () => void (isSaved = await draft.now.save()));
    expect(isSaved).toBe(true);
    expect(save.mock.calls.map(([, ifMatch]) => ifMatch)).toEqual(['1', '2']);
  });

  it('shows a conflict, and saves over it', async () => {
    const { drafted, save, reload } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Fell' }));
    save.mockRejectedValueOnce(problem(409, 'changedMeanwhile', { by: null, at: null }));
    reload.mockResolvedValueOnce({ name: 'Scaur', shortName: 'S', clock: '7' });
    let isSaved: boolean | undefined;
    await act(async () => void (isSaved = await draft.now.save()));
    expect(isSaved).toBe(false);
    const theirs = { name: 'Scaur', shortName: 'S' };
    expect(draft.now).toMatchObject({ conflict: { theirs, by: null, at: null, clock: '7' }, isChanged: true });
    await act(async () => void (isSaved = await draft.now.saveOnTop()));
    expect(isSaved).toBe(true);
    expect(save.mock.lastCall?.[1]).toBe('7');
    expect(draft.now.conflict).toBeNull();
  });

  it('saves over what an earlier save stored whose answer was lost, without a conflict', async () => {
    const { drafted, save, reload } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Fell' }));
    save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await act(async () => void (await draft.now.save()));
    await act(async () => draft.now.change({ name: 'Fells' }));
    save.mockRejectedValueOnce(problem(409, 'changedMeanwhile', { by: 'maren', at: null }));
    reload.mockResolvedValueOnce({ name: 'Fell', shortName: 'T', clock: '2' });
    let isSaved: boolean | undefined;
    await act(async () => void (isSaved = await draft.now.save()));
    expect(isSaved).toBe(true);
    expect(save.mock.lastCall).toEqual([{ name: 'Fells', shortName: 'T' }, '2']);
    expect(draft.now).toMatchObject({ conflict: null, isChanged: false });
  });

  it('shows a conflict after a lost answer when another user has saved something else', async () => {
    const { drafted, save, reload } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Fell' }));
    save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await act(async () => void (await draft.now.save()));
    save.mockRejectedValueOnce(problem(409, 'changedMeanwhile', { by: 'wren', at: null }));
    reload.mockResolvedValueOnce({ name: 'Fell', shortName: 'theirs', clock: '3' });
    let isSaved: boolean | undefined;
    await act(async () => void (isSaved = await draft.now.save()));
    expect(isSaved).toBe(false);
    expect(draft.now.conflict).toMatchObject({ theirs: { shortName: 'theirs' }, by: 'wren', clock: '3' });
  });

  it('takes the record itself for the other version when that cannot be read', async () => {
    const { drafted, save, reload } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Fell' }));
    save.mockRejectedValueOnce(problem(409, 'changedMeanwhile'));
    reload.mockRejectedValueOnce(new Error('offline'));
    await act(async () => void (await draft.now.save()));
    expect(draft.now.conflict).toEqual({ theirs: { name: 'Tarn', shortName: 'T' }, by: null, at: null, clock: '1' });
    await act(async () => draft.now.discard());
    expect(draft.now.conflict).toBeNull();
  });

  it.each([
    ['the record was deleted', problem(404, 'notFound'), problem(404, 'notFound'), true],
    ['a record that it names was deleted', problem(404, 'notFound'), null, false],
    ['the record cannot be read either', problem(404, 'notFound'), new Error('offline'), false],
    ['the call was refused', problem(403, 'forbidden'), problem(404, 'notFound'), false],
  ])('keeps the changes and the failure when %s', async (_, refusal, unread, isGone) => {
    const { drafted, save, reload } = site();
    const draft = await mounted(() => useRecordDraft(drafted), undefined);
    await act(async () => draft.now.change({ name: 'Fell' }));
    save.mockRejectedValueOnce(refusal);
    if (unread !== null) reload.mockRejectedValueOnce(unread);
    let isSaved: boolean | undefined;
    await act(async () => void (isSaved = await draft.now.save()));
    expect(isSaved).toBe(false);
    expect(draft.now).toMatchObject({ failure: refusal, isGone, isChanged: true, isSaving: false });
    expect(withoutNotFound(draft.now).failure).toBe(isGone ? null : refusal);
    await act(async () => draft.now.forgetFailure());
    expect(draft.now).toMatchObject({ failure: null, isGone: false, isChanged: true });
  });

  it('is restored in the browser, and forgotten once it is saved', async () => {
    const first = await mounted(() => useRecordDraft(site('site:1').drafted), undefined, as('maren'));
    await act(async () => first.now.change({ name: 'Fell' }));
    expect(first.now.isRestored).toBe(false);
    await first.end();
    expect(Object.keys(localStorage)).toEqual(['holdfast:draft:maren:record:site:1']);
    const other = await mounted(() => useRecordDraft(site('site:2').drafted), undefined, as('maren'));
    expect(other.now.isChanged).toBe(false);
    const again = await mounted(() => useRecordDraft(site('site:1').drafted), undefined, as('maren'));
    expect(again.now).toMatchObject({ values: { name: 'Fell' }, isChanged: true, isRestored: true });
    await act(async () => void (await again.now.save()));
    expect(again.now).toMatchObject({ isChanged: false, isRestored: false });
    expect(localStorage.length).toBe(0);
  });
});
