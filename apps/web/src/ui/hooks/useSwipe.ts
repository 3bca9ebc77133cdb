import { useRef } from 'react';

/** Horizontal distance in px of a swipe, and the required ratio to its vertical distance. */
const FAR = 70;
const STRAIGHT = 2;

/**
 * Handlers that report a horizontal swipe as previous or next. Scrolling, long drags inside a field and strips that scroll sideways
 * (`data-scrolls`) are ignored.
 */
export function useSwipe({ onLeft, onRight }: { onLeft(): void; onRight(): void }) {
  const began = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: React.TouchEvent) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      // When an element is removed during a touch, its touch end is never received.
      began.current = null;
      // React also passes on touches of a dialog that the screen opened over itself.
      if (!event.currentTarget.contains(event.target as Node)) return;
      const target = event.target as Element;
      const inField = target.closest('input, textarea, [role="slider"]') !== null;
      const scroller = target.closest('[data-scrolls]');
      const isScrolled = scroller !== null && scroller.scrollWidth > scroller.clientWidth;
      began.current = touch === undefined || inField || isScrolled ? null : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd(event: React.TouchEvent) {
      const touch = event.changedTouches[0];
      if (began.current === null || touch === undefined) return;
      const x = touch.clientX - began.current.x;
      const y = touch.clientY - began.current.y;
      began.current = null;
      if (Math.abs(x) < FAR || Math.abs(x) < Math.abs(y) * STRAIGHT) return;
      if (x < 0) onLeft();
      else onRight();
    },
  };
}
