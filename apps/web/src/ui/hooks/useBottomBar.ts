import { type RefObject, useEffect, useRef } from 'react';

/** CSS variable by which base.css raises messages, px. */
const HEIGHT = '--holdfast-bar-height';

/** For a bar that may stand at the lower edge of the window: messages come up above it, so that its buttons stay in reach. */
export function useBottomBar<E extends HTMLElement>(): RefObject<E | null> {
  const bar = useRef<E>(null);
  useEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { top, bottom } = element.getBoundingClientRect();
      const isLowest = Math.round(bottom) >= window.innerHeight;
      style.setProperty(HEIGHT, isLowest ? `${window.innerHeight - top}px` : '0px');
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return bar;
}
