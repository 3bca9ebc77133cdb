import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './commands.tsx';

/**
 * Collects what is typed between the moment a field is asked for and the moment it has the focus. Without it letters typed while the field is
 * being loaded would be lost, or would run commands of the screen below.
 * @param isAsked starts collecting when it becomes true; the first field that takes the focus ends it
 * @param onTyped takes a function from the text so far to the text with the key that was pressed
 * @param onGiveUp called when Escape or the pointer is pressed before the field is there: keys are then those of the page again
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
