/** Keys typed between the request for a field and the moment in which it has the focus. */

/** Returns true for a field that takes text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}

/**
 * Collects keys until a field receives the focus. Without this, they would be lost, or would run commands of the screen below.
 * @param onTyped receives a function that adds the pressed key to the text so far
 * @param onGiveUp called when the user presses Escape or the pointer before the field exists
 * @returns ends the collection when it is aborted
 */
export function collectKeys(
  onTyped: (change: (text: string) => string) => void,
  onGiveUp: (by: 'escape' | 'pointer') => void,
): AbortController {
  const listening = new AbortController();
  const pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onGiveUp('escape');
    else if (event.key === 'Backspace') onTyped((text) => text.slice(0, -1));
    else if (event.key.length === 1) onTyped((text) => text + event.key);
  };
  const focused = ({ target }: FocusEvent): void => {
    if (isTyping(target)) listening.abort();
  };
  window.addEventListener('keydown', pressed, { capture: true, signal: listening.signal });
  window.addEventListener('pointerdown', () => onGiveUp('pointer'), { capture: true, signal: listening.signal });
  window.addEventListener('focusin', focused, { signal: listening.signal });
  return listening;
}
