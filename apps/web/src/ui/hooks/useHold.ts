import { useEffect, useRef } from 'react';

/** Time in ms that a finger must stay down, and the distance in px that it may move meanwhile. */
const LONG_MS = 500;
const WANDER_PX = 10;
/** Time in ms within which the click event follows the release of the finger. */
const CLICK_MS = 80;

/**
 * Handlers of a long press. The click that follows the release is ignored anywhere: another element may be under the finger by then.
 * @param onHold called with the element under the finger
 */
export function useHold(onHold: (held: Element) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const began = useRef({ x: 0, y: 0 });
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = (): void => clearTimeout(timer.current);
  return {
    onPointerDown(event: React.PointerEvent) {
      if (event.pointerType === 'mouse') return;
      began.current = { x: event.clientX, y: event.clientY };
      clearTimeout(timer.current);
      const held = event.target as Element;
      timer.current = setTimeout(() => {
        swallowNextClick();
        onHold(held);
      }, LONG_MS);
    },
    onPointerMove(event: React.PointerEvent) {
      const { x, y } = began.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > WANDER_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}

function swallowNextClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') end();
  };
  const end = (): void => {
    for (const type of ['click', 'contextmenu']) window.removeEventListener(type, swallow, { capture: true });
  };
  for (const type of ['click', 'contextmenu']) window.addEventListener(type, swallow, { capture: true });
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, () => setTimeout(end, CLICK_MS), { once: true });
}
