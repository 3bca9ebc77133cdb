import { type RefCallback, useCallback } from 'react';

/** CSS variable by which base.css raises messages, in px. */
const HEIGHT = '--holdfast-bar-height';
/** Height in px that a message takes at the lower edge of the window. */
const MESSAGE_PX = 96;

/** The bars on screen: a dialog has one over that of the screen behind it. */
const bars = new Set<HTMLElement>();

/** For a bar at or just above the lower edge of the window: messages are shown above the bar, so that its buttons stay accessible. */
export function useBottomBar<E extends HTMLElement>(): RefCallback<E> {
  return useCallback((element) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(raiseMessages);
    observer.observe(element);
    // A bar below other contents moves when these grow.
    if (element.parentElement !== null) observer.observe(element.parentElement);
    bars.add(element);
    // A dialog is measured once it has arrived at its place.
    document.addEventListener('transitionend', raiseMessages);
    window.addEventListener('resize', raiseMessages);
    return () => {
      observer.disconnect();
      document.removeEventListener('transitionend', raiseMessages);
      window.removeEventListener('resize', raiseMessages);
      bars.delete(element);
      raiseMessages();
    };
  }, []);
}

function raiseMessages(): void {
  const heights = [...bars].map((bar) => {
    const { top, bottom } = bar.getBoundingClientRect();
    const isInTheWay = bottom > window.innerHeight - MESSAGE_PX;
    return isInTheWay ? window.innerHeight - top : 0;
  });
  document.documentElement.style.setProperty(HEIGHT, `${Math.max(0, ...heights)}px`);
}
