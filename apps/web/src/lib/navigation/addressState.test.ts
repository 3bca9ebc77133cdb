// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useAddressRecord, useAddressState } from './addressState.ts';
import { browserRouter, turn } from '../testing/browserRouter.ts';
import { mounted } from '../testing/mounted.ts';
import { inRouter } from '../testing/routed.ts';

const page = browserRouter('/admin?search=pump&company=skerrow');
const address = (): string => window.location.search;
const place = (): unknown => window.history.state?.idx ?? 0;

describe('state in the address', () => {
  it('begins with the parameter, and replaces it after a pause in typing', async () => {
    const hook = await mounted(() => useAddressState('search'), undefined, inRouter(page.router));
    expect(hook.now[0]).toBe('pump');
    const replaced = vi.spyOn(window.history, 'replaceState');
    await act(async () => hook.now[1]('pum'));
    await turn(100);
    await act(async () => hook.now[1]('valve'));
    expect(hook.now[0]).toBe('valve');
    await turn(200);
    expect(address()).toBe('?search=pump&company=skerrow');
    await turn(100);
    expect(address()).toBe('?search=valve&company=skerrow');
    expect(replaced).toHaveBeenCalledOnce();
    expect(place()).toBe(0);
    await turn(300);
    expect(replaced).toHaveBeenCalledOnce();
  });

  it('removes the parameter of an empty text', async () => {
    const hook = await mounted(() => useAddressState('search'), undefined, inRouter(page.router));
    await act(async () => hook.now[1](''));
    await turn(300);
    expect(address()).toBe('?company=skerrow');
    expect(hook.now[0]).toBe('');
  });

  it('is empty without the parameter, and leaves the address alone', async () => {
    const replaced = vi.spyOn(window.history, 'replaceState');
    const hook = await mounted(() => useAddressState('other'), undefined, inRouter(page.router));
    await turn(300);
    expect(hook.now[0]).toBe('');
    expect(replaced).not.toHaveBeenCalled();
  });

  it('writes two parameters that change together one after the other', async () => {
    const use = () => ({ search: useAddressState('search'), company: useAddressState('company') });
    const hook = await mounted(use, undefined, inRouter(page.router));
    await act(async () => {
      hook.now.search[1]('valve');
      hook.now.company[1]('');
    });
    await turn(600);
    expect(address()).toBe('?search=valve');
  });

  it('is not written after the screen was left', async () => {
    const hook = await mounted(() => useAddressState('search'), undefined, inRouter(page.router));
    await act(async () => hook.now[1]('valve'));
    await hook.end();
    await turn(300);
    expect(address()).toBe('?search=pump&company=skerrow');
  });
});

describe('the record of a dialog in the address', () => {
  const opened = () => mounted(() => useAddressRecord('record'), undefined, inRouter(page.router));
  const show = async (hook: Awaited<ReturnType<typeof opened>>, id: string | null): Promise<void> => {
    await act(async () => hook.now[1](id));
    await turn();
  };

  it('has an entry of its own, which closing the dialog leaves once', async () => {
    const hook = await opened();
    expect(hook.now[0]).toBeNull();
    await show(hook, 'tarn');
    expect([hook.now[0], address(), place()]).toEqual(['tarn', '?search=pump&company=skerrow&record=tarn', 1]);
    const back = vi.spyOn(window.history, 'go');
    await act(async () => {
      hook.now[1](null);
      hook.now[1](null);
    });
    await turn();
    expect(back.mock.calls).toEqual([[-1]]);
    expect([hook.now[0], address(), place()]).toEqual([null, '?search=pump&company=skerrow', 0]);
    await show(hook, 'fell');
    await show(hook, null);
    expect([hook.now[0], place()]).toEqual([null, 0]);
    expect(back.mock.calls).toEqual([[-1], [-1]]);
  });

  it('is removed in place where the address was opened with it', async () => {
    await page.router.navigate('/admin?record=tarn', { state: { isOpening: false } });
    const hook = await opened();
    const back = vi.spyOn(window.history, 'go');
    await show(hook, null);
    expect([hook.now[0], address(), place()]).toEqual([null, '', 1]);
    expect(back).not.toHaveBeenCalled();
  });

  it.each([[null], ['a text'], [{}]])('is removed in place from an entry with the state %j', async (state) => {
    await page.router.navigate('/admin?record=tarn&page=2', { state });
    const hook = await opened();
    await show(hook, null);
    expect([address(), place()]).toEqual(['?page=2', 1]);
  });
});
