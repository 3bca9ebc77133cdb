// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mounted } from '../testing/mounted.ts';
import { ViewerContext } from '../navigation/views.ts';
import { usePersistedState } from './persistedState.ts';

const as = (viewer: string) => (children: React.ReactNode) =>
  createElement(ViewerContext.Provider, { value: viewer }, children);

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

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
