// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useBottomBar } from './useBottomBar.ts';

/** Observers of sizes; a test lets them report. */
let observers: { report: () => void; seen: Element[]; isOn: boolean }[];
beforeEach(() => {
  observers = [];
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(800);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #own: (typeof observers)[number];
      constructor(report: () => void) {
        this.#own = { report, seen: [], isOn: true };
        observers.push(this.#own);
      }
      observe(element: Element): void {
        this.#own.seen.push(element);
      }
      disconnect(): void {
        this.#own.isOn = false;
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A bar on screen, between these distances from the upper edge of the window. */
async function bar(top: number, bottom: number) {
  const { now } = await mounted(() => useBottomBar<HTMLDivElement>(), undefined);
  const element = document.createElement('div');
  const box = { top, bottom };
  vi.spyOn(element, 'getBoundingClientRect').mockImplementation(() => box as DOMRect);
  document.createElement('main').append(element);
  const remove = now(element) as () => void;
  return { element, box, remove };
}
const raised = (): string => document.documentElement.style.getPropertyValue('--holdfast-bar-height');

it('Messages are above the highest bar at the lower edge of the window, and at the edge without one', async () => {
  const one = await bar(740, 800);
  expect(observers[0]!.seen).toEqual([one.element, one.element.parentElement]);
  observers[0]!.report();
  expect(raised()).toBe('60px');
  const dialog = await bar(650, 705);
  window.dispatchEvent(new Event('resize'));
  expect(raised()).toBe('150px');
  dialog.box.bottom = 704;
  document.dispatchEvent(new Event('transitionend'));
  expect(raised()).toBe('60px');
  one.remove();
  expect(raised()).toBe('0px');
  expect(observers.map(({ isOn }) => isOn)).toEqual([false, true]);
  dialog.remove();
  one.box.bottom = 800;
  window.dispatchEvent(new Event('resize'));
  document.dispatchEvent(new Event('transitionend'));
  expect(raised()).toBe('0px');
});

it('An absent bar is not observed', async () => {
  const { now } = await mounted(() => useBottomBar<HTMLDivElement>(), undefined);
  expect(now(null)).toBeUndefined();
  expect(observers).toEqual([]);
});
