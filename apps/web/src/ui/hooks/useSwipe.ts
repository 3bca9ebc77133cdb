import { useRef } from 'react';

/** Distance in px that a finger has to travel sideways, and the required ratio to its vertical distance. */
const FAR = 70;
const STRAIGHT = 2;

/**
 * Handlers that turn a sideways swipe into previous and next; scrolling, long drags inside a field and strips that scroll sideways
 * (`data-scrolls`) are left alone.
 */
export function useSwipe({ onLeft, onRight }: { onLeft(): void; onRight(): void }) {
  const began = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart(event: React.TouchEvent) {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      // The end of a touch on an element that went away meanwhile is never received.
      began.current = null;
      // A dialog that a screen opened lies over it, and hands its touches on.
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
