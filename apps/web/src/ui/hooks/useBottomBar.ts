import { type RefObject, useEffect, useRef } from 'react';

/** CSS variable by which base.css raises messages, in px. */
const HEIGHT = '--holdfast-bar-height';
/** Height in px that a message takes at the lower edge of the window. */
const MESSAGE_PX = 96;

/** For a bar at or just above the lower edge of the window: messages are shown above the bar, so that its buttons stay accessible. */
export function useBottomBar<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { top, bottom } = element.getBoundingClientRect();
      const isInTheWay = bottom > window.innerHeight - MESSAGE_PX;
      style.setProperty(HEIGHT, isInTheWay ? `${window.innerHeight - top}px` : '0px');
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return bar;
}
