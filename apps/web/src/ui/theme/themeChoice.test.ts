// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';

/** True while the system is dark; `listeners` are called when that changes. */
let isDark: boolean;
let listeners: Set<() => void>;
let theme: typeof import('./themeChoice.ts');
beforeEach(async () => {
  isDark = false;
  listeners = new Set();
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  vi.resetModules();
  theme = await import('./themeChoice.ts');
});
afterEach(() => vi.unstubAllGlobals());

const scheme = () => mounted(() => ({ choice: theme.useThemeChoice(), scheme: theme.useColorScheme() }), undefined);
const marked = (): string | undefined => document.documentElement.dataset['theme'];

it('The theme follows the system until another one is chosen, which is kept in this browser', async () => {
  const page = await scheme();
  expect([page.now, marked()]).toEqual([{ choice: 'system', scheme: 'light' }, 'system']);
  await act(async () => {
    isDark = true;
    for (const listener of listeners) listener();
  });
  expect(page.now.scheme).toBe('dark');
  for (const [choice, shown] of [
    ['light', 'light'],
    ['sunlight', 'light'],
    ['dark', 'dark'],
  ] as const) {
    await act(async () => theme.chooseTheme(choice));
    expect([page.now, marked(), localStorage.getItem('theme')]).toEqual([{ choice, scheme: shown }, choice, choice]);
  }
  await act(async () => theme.chooseTheme('system'));
  expect([page.now.scheme, localStorage.getItem('theme')]).toEqual(['dark', null]);
  await page.end();
  expect(listeners.size).toBe(0);
});

it('The theme follows a choice in another tab, and ignores an unknown one', async () => {
  const page = await scheme();
  localStorage.setItem('theme', 'dark');
  await act(async () => void window.dispatchEvent(new Event('storage')));
  expect(page.now.choice).toBe('dark');
  localStorage.setItem('theme', 'sepia');
  await act(async () => void window.dispatchEvent(new Event('storage')));
  expect(page.now.choice).toBe('system');
  await page.end();
});
