import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './commands.tsx';

/**
 * Collects keys typed between the request for a field and the moment it has the focus. Without this, letters typed while the field is
 * being loaded would be lost, or would run commands of the screen below.
 * @param isAsked starts collecting when it becomes true; ends when a field receives the focus
 * @param onTyped receives a function that adds the pressed key to the text so far
 * @param onGiveUp called when the user presses Escape or the pointer before the field exists: keys then belong to the page again
 */
export function useTypedAhead(
  isAsked: boolean,
  onTyped: (change: (text: string) => string) => void,
  onGiveUp: () => void,
): void {
  const typed = useEffectEvent(onTyped);
  const givenUp = useEffectEvent(onGiveUp);
  useEffect(() => {
    if (!isAsked) return undefined;
    const listening = new AbortController();
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') givenUp();
      else if (event.key === 'Backspace') typed((text) => text.slice(0, -1));
      else if (event.key.length === 1) typed((text) => text + event.key);
    };
    const focused = ({ target }: FocusEvent): void => {
      if (isTyping(target)) listening.abort();
    };
    window.addEventListener('keydown', pressed, { capture: true, signal: listening.signal });
    window.addEventListener('pointerdown', () => givenUp(), { capture: true, signal: listening.signal });
    window.addEventListener('focusin', focused, { signal: listening.signal });
    return () => listening.abort();
  }, [isAsked]);
}
