import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMedia } from './useMedia.ts';

/** Windows in which the bar lies over the list: phones in portrait and in landscape. */
const LITTLE_HEIGHT = '(max-width: 48em) and (min-height: 20.01em), (max-height: 34em) and (min-height: 20.01em)';
/** Distance in px that must be scrolled in one direction before the bar follows. */
const SLACK_PX = 24;

/**
 * State of a bar above a list on a phone. The bar covers the beginning of the list, is hidden while the user scrolls down and shown while
 * the user scrolls up, so that no row of the list moves with it.
 * @returns `height`: px that the list reserves for the bar, 0 in windows with space for both; `isAway`: true while the bar is hidden
 */
export function useLeavingBar(): {
  bar: RefObject<HTMLDivElement | null>;
  area: RefObject<HTMLDivElement | null>;
  height: number;
  isAway: boolean;
} {
  const bar = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const isOver = useMedia(LITTLE_HEIGHT);
  const [measured, setMeasured] = useState(0);
  const [isAway, setAway] = useState(false);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isOver || element === null) return undefined;
    const measure = (): void => setMeasured(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOver]);
  useEffect(() => {
    const element = area.current;
    if (!isOver || element === null) return undefined;
    let last: number | null = null;
    let turn = 0;
    const scrolled = ({ target }: Event): void => {
      const { scrollTop } = target as HTMLElement;
      // The first position is the one at which the list opened.
      if (last === null || scrollTop > last !== last > turn) turn = last ?? scrollTop;
      last = scrollTop;
      if (scrollTop <= (bar.current?.offsetHeight ?? 0) || turn - scrollTop > SLACK_PX) setAway(false);
      else if (scrollTop - turn > SLACK_PX) setAway(true);
    };
    element.addEventListener('scroll', scrolled, { capture: true, passive: true });
    return () => element.removeEventListener('scroll', scrolled, { capture: true });
  }, [isOver]);
  return { bar, area, height: isOver ? measured : 0, isAway: isOver && isAway };
}
