// @vitest-environment happy-dom
import { CallError } from '@holdfast/contract/client';
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAutosave } from './autosave.ts';
import { usePersistedState } from './persistedState.ts';
import { type DraftedRecord, useRecordDraft, withoutNotFound } from './recordDraft.ts';
import { announceLeaving } from '../calls/session.ts';
import { mounted } from '../testing/mounted.ts';
import { hasUnsaved, useUnsaved } from './unsaved.ts';
import { ViewerContext } from '../navigation/views.ts';

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
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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

describe('persisted state', () => {
  const state = (viewer: string, key = 'form') =>
    mounted(() => usePersistedState<{ name: string }>(key, { name: '' }), undefined, as(viewer));

  it('is kept for the user and the form until it is dropped', async () => {
    const form = await state('maren', 'kept');
    expect([form.now.value, form.now.isChanged()]).toEqual([{ name: '' }, false]);
    await act(async () => form.now.change(({ name }) => ({ name: `${name}a` })));
    await act(async () => form.now.change(({ name }) => ({ name: `${name}b` })));
    expect([form.now.value, form.now.isChanged()]).toEqual([{ name: 'ab' }, true]);
    expect((await state('jorun', 'kept')).now.value).toEqual({ name: '' });
    expect((await state('maren', 'other')).now.value).toEqual({ name: '' });
    expect((await state('maren', 'kept')).now.value).toEqual({ name: 'ab' });
    await act(async () => form.now.drop());
    expect([form.now.value, form.now.latest(), form.now.isChanged()]).toEqual([{ name: '' }, { name: '' }, false]);
  });

  it('is read from what an earlier page stored', async () => {
    localStorage.setItem('holdfast:draft:maren:earlier', '{"name":"Fell"}');
    const form = await state('maren', 'earlier');
    expect([form.now.value, form.now.isChanged()]).toEqual([{ name: 'Fell' }, true]);
    const { latest } = form.now;
    await act(async () => {
      form.now.change(() => ({ name: 'Tarn' }));
      expect(latest()).toEqual({ name: 'Tarn' });
    });
    await act(async () => form.now.drop());
  });

  it('is kept in memory where storage is full', async () => {
    const form = await state('maren', 'full');
    vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await act(async () => form.now.change(() => ({ name: 'Fell' })));
    expect([form.now.value, form.now.isChanged()]).toEqual([{ name: 'Fell' }, true]);
    await act(async () => form.now.drop());
    expect(form.now.isChanged()).toBe(false);
  });
});

describe('saving after a pause in typing', () => {
  interface Field {
    saved?: string;
    save?: (value: string) => boolean | void;
    delayMs?: number;
    about?: string;
  }
  const save = vi.fn((_: string): boolean | void => undefined);
  const field = (input: Field = {}) => {
    vi.useFakeTimers();
    save.mockReset();
    return mounted(
      ({ saved = 'a', save: how = save, delayMs = 500, about = '' }: Field) => useAutosave(saved, how, delayMs, about),
      input,
    );
  };
  const type = (text: string, to: { now: { change(value: string): void } }): Promise<void> =>
    act(async () => to.now.change(text));
  const pass = (ms: number): Promise<void> => act(async () => void vi.advanceTimersByTime(ms));

  it('waits for the pause after the last key', async () => {
    const one = await field();
    expect(one.now.value).toBe('a');
    await type('ab', one);
    await pass(400);
    await type('abc', one);
    expect(one.now.value).toBe('abc');
    await pass(499);
    expect(save).not.toHaveBeenCalled();
    await pass(1);
    expect(save.mock.calls).toEqual([['abc']]);
    expect(one.now.value).toBe('a');
    await pass(2_000);
    await one.end();
    expect(save).toHaveBeenCalledOnce();
  });

  it('saves at once on blur, without a pause, on leaving and with the end of the field', async () => {
    const one = await field();
    await type('blur', one);
    await act(async () => one.now.flush());
    await act(async () => one.now.flush());
    expect(save.mock.calls).toEqual([['blur']]);
    await type('leaving', one);
    await act(async () => announceLeaving());
    expect(save.mock.lastCall).toEqual(['leaving']);
    await type('end', one);
    await one.end();
    expect(save.mock.lastCall).toEqual(['end']);
    await pass(1_000);
    announceLeaving();
    expect(save).toHaveBeenCalledTimes(3);
    const atOnce = await field({ delayMs: 0 });
    await type('now', atOnce);
    expect(save.mock.calls).toEqual([['now']]);
    expect(atOnce.now.value).toBe('a');
  });

  it('keeps a value that cannot be saved as it is', async () => {
    const one = await field();
    save.mockReturnValue(false);
    await type('-', one);
    await pass(500);
    expect(save).toHaveBeenCalledOnce();
    expect(one.now.value).toBe('-');
    save.mockReturnValue(undefined);
    await type('-1', one);
    await pass(500);
    expect(save.mock.lastCall).toEqual(['-1']);
    expect(one.now.value).toBe('a');
  });

  it('saves by the function of the moment at which the typing began', async () => {
    const later = vi.fn();
    const one = await field();
    await type('x', one);
    await one.render({ saved: 'theirs', save: later });
    expect(one.now.value).toBe('x');
    await type('xy', one);
    await pass(500);
    expect(save.mock.calls).toEqual([['xy']]);
    expect(later).not.toHaveBeenCalled();
    await type('z', one);
    await pass(500);
    expect(later.mock.calls).toEqual([['z']]);
  });

  it('saves what was typed for one subject before another is shown', async () => {
    const one = await field({ about: 'rail' });
    await type('rusty', one);
    await one.render({ about: 'hook', saved: 'b' });
    expect(one.now.value).toBe('b');
    expect(save.mock.calls).toEqual([['rusty']]);
  });
});

describe('unsaved changes', () => {
  it('are known as long as a component has some', async () => {
    const one = await mounted<void, boolean>(useUnsaved, false);
    const other = await mounted<void, boolean>(useUnsaved, true);
    expect(hasUnsaved()).toBe(true);
    await one.render(true);
    await other.render(false);
    expect(hasUnsaved()).toBe(true);
    await one.end();
    expect(hasUnsaved()).toBe(false);
  });
});
