// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useSwipe } from './useSwipe.ts';

/** Swipes over an element of a screen, by so many px. */
async function swiped(by: [x: number, y: number], { html = '<p></p>', fingers = 1, outside = false, wide = 0 } = {}) {
  const seen: string[] = [];
  const { now } = await mounted(
    () => useSwipe({ onLeft: () => void seen.push('left'), onRight: () => void seen.push('right') }),
    undefined,
  );
  const screen = document.createElement('div');
  screen.innerHTML = html;
  const target = outside ? document.createElement('p') : [...screen.querySelectorAll('*')].at(-1)!;
  const scroller = screen.querySelector('[data-scrolls]');
  if (scroller !== null)
    Object.defineProperties(scroller, { scrollWidth: { value: 100 + wide }, clientWidth: { value: 100 } });
  const touches = Array.from({ length: fingers }, () => ({ clientX: 200, clientY: 300 }));
  now.onTouchStart({ touches, target, currentTarget: screen } as unknown as React.TouchEvent);
  const end = { changedTouches: [{ clientX: 200 + by[0], clientY: 300 + by[1] }] } as unknown as React.TouchEvent;
  now.onTouchEnd(end);
  now.onTouchEnd(end);
  return seen;
}

it.each([
  [[-70, 0], ['left']],
  [[70, 35], ['right']],
  [[-69, 0], []],
  [[0, 200], []],
  [[80, 41], []],
  [[80, -41], []],
  [[-80, -40], ['left']],
] as const)('A movement of %j px is the swipe %j', async (by, expected) => {
  expect(await swiped([...by])).toEqual(expected);
});

it.each([
  ['with two fingers', { fingers: 2 }],
  ['in a dialog over the screen', { outside: true }],
  ['in a field', { html: '<input>' }],
  ['in a long text', { html: '<textarea></textarea>' }],
  ['on a slider', { html: '<div role="slider"><i></i></div>' }],
  ['in a strip that scrolls sideways', { html: '<div data-scrolls><i></i></div>', wide: 1 }],
])('A movement %s is no swipe', async (_, where) => {
  expect(await swiped([-200, 0], where)).toEqual([]);
});

it('A movement over a strip that fits is a swipe', async () => {
  expect(await swiped([-200, 0], { html: '<div data-scrolls><i></i></div>' })).toEqual(['left']);
});
