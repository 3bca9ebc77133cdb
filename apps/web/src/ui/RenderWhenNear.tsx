import { type ReactNode, useCallback, useState } from 'react';

/** Distance beyond the edge of the scrolled area within which elements are rendered in advance. */
const AHEAD = '300px 0px';
const waiting = new Map<Element, () => void>();
const due: (() => void)[] = [];
let watcher: IntersectionObserver | undefined;
let isDrawing = false;

/**
 * Renders its children once they are near the visible part of a long list, and keeps them rendered. Until then it shows `words`, which can
 * be read and searched.
 */
export function RenderWhenNear({
  words,
  className,
  children,
}: {
  words: string;
  /** Class of the placeholder element that contains `words` and reserves the space. */
  className: string | undefined;
  children: ReactNode;
}) {
  const [isNear, setNear] = useState(false);
  const place = useCallback((element: HTMLDivElement) => watch(element, () => setNear(true)), []);
  if (isNear) return children;
  return (
    <div ref={place} className={className}>
      {words}
    </div>
  );
}

/** Calls `draw` once the element is near the visible part. @returns a function that ends the observation */
function watch(element: Element, draw: () => void): () => void {
  watcher ??= new IntersectionObserver(came, { rootMargin: AHEAD, scrollMargin: AHEAD });
  waiting.set(element, draw);
  watcher.observe(element);
  return () => {
    waiting.delete(element);
    watcher?.unobserve(element);
  };
}

function came(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const draw = waiting.get(target);
    if (!isIntersecting || draw === undefined) continue;
    watcher?.unobserve(target);
    due.push(draw);
  }
  if (!isDrawing) drawNext();
}

/** Renders one element per frame, so that the page reacts to typing and scrolling before the next one. */
function drawNext(): void {
  due.shift()?.();
  isDrawing = due.length > 0;
  if (isDrawing) requestAnimationFrame(() => setTimeout(drawNext));
}
