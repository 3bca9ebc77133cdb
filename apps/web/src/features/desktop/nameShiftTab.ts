/**
 * Corrects the name of Shift+Tab in keyboard events: WebKitGTK reports the key as unidentified, so that dialogs and menus would not trap
 * the focus.
 * @returns a function that ends this
 */
export function nameShiftTab(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Unidentified' || event.code !== 'Tab' || event.target === null) return;
    const named = new KeyboardEvent('keydown', {
      key: 'Tab',
      code: 'Tab',
      shiftKey: event.shiftKey,
      bubbles: true,
      cancelable: true,
    });
    if (!event.target.dispatchEvent(named)) event.preventDefault();
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
