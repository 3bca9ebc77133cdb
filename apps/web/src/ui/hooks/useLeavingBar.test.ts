// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useLeavingBar } from './useLeavingBar.ts';

/** True in the window of a phone. */
let isLittle: boolean;
let changed: Set<() => void>;
let measured: (() => void)[];
const media = {
  get matches() {
    return isLittle;
  },
  addEventListener: (_: string, listener: () => void) => void changed.add(listener),
  removeEventListener: (_: string, listener: () => void) => void changed.delete(listener),
};
beforeEach(() => {
  isLittle = true;
  changed ??= new Set();
  measured = [];
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('matchMedia', () => media);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #measure: () => void;
      constructor(measure: () => void) {
        this.#measure = measure;
      }
      observe(): void {
        measured.push(this.#measure);
      }
      disconnect(): void {
        measured = measured.filter((each) => each !== this.#measure);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A bar of 50 px above a list that scrolls. */
async function screen() {
  let shown = { height: -1, isAway: false };
  let height = 50;
  function Screen() {
    const { bar, area, ...state } = useLeavingBar();
    shown = state;
    const measure = (element: HTMLDivElement | null): void => {
      if (element !== null) Object.defineProperty(element, 'offsetHeight', { configurable: true, get: () => height });
      bar.current = element;
    };
    return createElement('div', { ref: area }, createElement('div', { ref: measure }), createElement('ul'));
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(createElement(Screen)));
  return {
    state: () => shown,
    grow: (px: number): Promise<void> =>
      act(async () => {
        height = px;
        for (const measure of measured) measure();
      }),
    async scroll(...places: number[]): Promise<boolean> {
      const list = container.querySelector('ul')!;
      for (const place of places)
        await act(async () => {
          Object.defineProperty(list, 'scrollTop', { configurable: true, value: place });
          list.dispatchEvent(new Event('scroll'));
        });
      return shown.isAway;
    },
    turn: (little: boolean): Promise<void> =>
      act(async () => {
        isLittle = little;
        for (const listener of changed) listener();
      }),
  };
}

describe('a bar above a list on a phone', () => {
  it('has its height reserved, as it is now', async () => {
    const { state, grow, turn } = await screen();
    expect(state()).toEqual({ height: 50, isAway: false });
    await grow(80);
    expect(state().height).toBe(80);
    await turn(false);
    expect(state()).toEqual({ height: 0, isAway: false });
  });

  it('is hidden while the user scrolls down, and shown again on the way up', async () => {
    const { scroll } = await screen();
    expect(await scroll(100, 124)).toBe(false);
    expect(await scroll(125)).toBe(true);
    expect(await scroll(300, 276)).toBe(true);
    expect(await scroll(275)).toBe(false);
    expect(await scroll(260, 284)).toBe(false);
    expect(await scroll(285)).toBe(true);
  });

  it('stays at the position at which the list opened, and is always shown at its beginning', async () => {
    const { scroll } = await screen();
    expect(await scroll(500)).toBe(false);
    expect(await scroll(600)).toBe(true);
    expect(await scroll(590)).toBe(true);
    expect(await scroll(51)).toBe(false);
    expect(await scroll(200)).toBe(true);
    expect(await scroll(195, 190, 180)).toBe(true);
    expect(await scroll(50)).toBe(false);
    expect(await scroll(49, 20)).toBe(false);
  });

  it('counts small steps in one direction together, and a step back starts again', async () => {
    const { scroll } = await screen();
    expect(await scroll(100, 110, 120)).toBe(false);
    expect(await scroll(118)).toBe(false);
    expect(await scroll(130, 142)).toBe(false);
    expect(await scroll(143)).toBe(true);
    expect(await scroll(143, 130, 120)).toBe(true);
    expect(await scroll(118)).toBe(false);
  });

  it('does not leave in a window with space for both', async () => {
    const { scroll, turn } = await screen();
    await turn(false);
    expect(await scroll(100, 500)).toBe(false);
  });
});
