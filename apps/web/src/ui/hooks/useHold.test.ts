// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useHold } from './useHold.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  window.dispatchEvent(new Event('pointerup'));
  vi.runAllTimers();
  vi.useRealTimers();
});

const target = document.createElement('p');
const finger = (clientX = 0, clientY = 0, pointerType = 'touch') =>
  ({ pointerType, clientX, clientY, target }) as unknown as React.PointerEvent;
const held = vi.fn();
async function holding() {
  held.mockReset();
  return mounted(() => useHold(held), undefined);
}
/** Dispatches an event on the page; returns true when it was ignored. */
function ignored(type: string): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('a long press', () => {
  it('is a finger that stays down', async () => {
    const { now } = await holding();
    now.onPointerDown(finger());
    now.onPointerMove(finger(6, 8));
    vi.advanceTimersByTime(499);
    expect(held).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(held.mock.calls).toEqual([[target]]);
    now.onPointerDown(finger());
    now.onPointerDown(finger());
    vi.advanceTimersByTime(2_000);
    expect(held).toHaveBeenCalledTimes(2);
  });

  it('is no mouse, no finger that moves or is lifted, and none of a list that is gone', async () => {
    const { now, end } = await holding();
    now.onPointerDown(finger(0, 0, 'mouse'));
    vi.advanceTimersByTime(600);
    for (const cancel of [
      () => now.onPointerMove(finger(8, 7)),
      () => now.onPointerMove(finger(-11, 0)),
      () => now.onPointerUp(),
      () => now.onPointerCancel(),
    ]) {
      now.onPointerDown(finger());
      cancel();
      vi.advanceTimersByTime(600);
    }
    now.onPointerDown(finger());
    await end();
    vi.advanceTimersByTime(600);
    expect(held).not.toHaveBeenCalled();
  });

  it('swallows the click that follows, and no later one', async () => {
    const { now } = await holding();
    expect(ignored('click')).toBe(false);
    now.onPointerDown(finger());
    vi.advanceTimersByTime(500);
    expect([ignored('contextmenu'), ignored('click'), ignored('click'), ignored('contextmenu')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    now.onPointerDown(finger());
    vi.advanceTimersByTime(500);
    window.dispatchEvent(new Event('pointerup'));
    vi.advanceTimersByTime(79);
    expect(ignored('contextmenu')).toBe(true);
    vi.advanceTimersByTime(1);
    expect([ignored('click'), ignored('contextmenu')]).toEqual([false, false]);
  });
});
