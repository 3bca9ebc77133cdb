/** Number of entries by which Page Up and Page Down move in an open list of choices (CNST-11). */
const PAGE = 5;

/** Moves through an open list of choices by pages: five steps of the arrow keys, stopping at either end. */
export function pageThrough(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'PageDown' && event.key !== 'PageUp') return;
  const listId = event.currentTarget.getAttribute('aria-controls');
  const list = listId === null ? null : document.getElementById(listId);
  if (list === null) return;
  const choices = [...list.querySelectorAll('[role="option"]:not([data-combobox-disabled])')];
  const at = choices.findIndex((choice) => choice.hasAttribute('data-combobox-selected'));
  const isDown = event.key === 'PageDown';
  const left = isDown ? choices.length - 1 - at : at;
  event.preventDefault();
  const key = isDown ? 'ArrowDown' : 'ArrowUp';
  for (let step = 0; step < Math.min(PAGE, left); step++)
    event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
}
