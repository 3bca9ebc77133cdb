// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { browserRouter, turn } from '../testing/browserRouter.ts';
import { mounted } from '../testing/mounted.ts';
import { inRouter } from '../testing/routed.ts';
import { type View, useViews, ViewerContext } from './views.ts';

const page = browserRouter('/');
const place = (): unknown => window.history.state?.idx ?? 0;
const ids = { installationId: 'tarn', installationInspectionId: 'drops', itemId: 'rail' };
const installation: View = { at: 'installation', installationId: 'tarn' };
const item: View = { at: 'item', ...ids };

async function shown(viewer = 'maren') {
  const hook = await mounted(
    () => useViews(),
    undefined,
    (children) => createElement(ViewerContext.Provider, { value: viewer }, inRouter(page.router)(children)),
  );
  return {
    ...hook,
    view: () => hook.now.view,
    async open(view: View) {
      await act(async () => hook.now.open(view));
      await turn(40);
    },
    async up() {
      await act(async () => hook.now.up());
      await turn(40);
    },
  };
}

describe('the views of the inspector flow', () => {
  it('have an entry per level, and going up leaves it', async () => {
    const views = await shown();
    expect(views.view()).toEqual({ at: 'dashboard' });
    await views.open(item);
    expect([views.view(), place()]).toEqual([item, 3]);
    await views.open({ ...item, itemId: 'hook' });
    expect([views.view(), place()]).toEqual([{ ...item, itemId: 'hook' }, 3]);
    await views.up();
    expect(views.view()).toMatchObject({ at: 'inspection', installationInspectionId: 'drops' });
    expect(place()).toBe(2);
    await views.up();
    expect([views.view(), place()]).toEqual([installation, 1]);
    await views.up();
    expect([views.view(), place()]).toEqual([{ at: 'dashboard' }, 0]);
    const go = vi.spyOn(window.history, 'go');
    await views.up();
    expect(place()).toBe(0);
    expect(go).not.toHaveBeenCalled();
  });

  it('go back to the level that two of them share before the other one is opened', async () => {
    const views = await shown();
    await views.open(item);
    const go = vi.spyOn(window.history, 'go');
    await views.open({ at: 'inspection', installationId: 'fell', installationInspectionId: 'lifts' });
    expect(go.mock.calls).toEqual([[-2]]);
    expect(views.view()).toMatchObject({ installationId: 'fell', installationInspectionId: 'lifts' });
    expect(place()).toBe(2);
  });

  it('replace the entry in a tab that was opened in the middle of the flow', async () => {
    await page.router.navigate('/', { state: { ...ids, viewer: 'maren' }, replace: true });
    const views = await shown();
    expect(views.view()).toEqual(item);
    const go = vi.spyOn(window.history, 'go');
    await views.open(installation);
    expect([views.view(), place()]).toEqual([installation, 0]);
    expect(go).not.toHaveBeenCalled();
  });

  it.each([
    ['another user', { ...ids, viewer: 'jorun' }],
    ['no user', ids],
    ['nothing', null],
    ['a text', 'maren'],
  ])('begin at the dashboard where the entry is of %s', async (_, state) => {
    await page.router.navigate('/', { state });
    expect((await shown()).view()).toEqual({ at: 'dashboard' });
  });
});
