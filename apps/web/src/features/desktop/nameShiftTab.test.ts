// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { nameShiftTab } from './nameShiftTab.ts';

/** Presses a key in a dialog; returns the keys that the dialog receives, and whether the press was handled. */
function press(key: string, code: string, shiftKey = true, handles = false) {
  const dialog = document.createElement('div');
  document.body.replaceChildren(dialog);
  const got: string[] = [];
  dialog.addEventListener('keydown', (event) => {
    got.push(`${event.shiftKey ? 'Shift+' : ''}${event.key}`);
    if (handles && event.key === 'Tab') event.preventDefault();
  });
  const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
  dialog.dispatchEvent(event);
  return { got, isHandled: event.defaultPrevented };
}

it('An unidentified Tab reaches the dialog by its name, and is handled when the dialog handles it', () => {
  const end = nameShiftTab();
  expect(press('Unidentified', 'Tab').got).toContain('Shift+Tab');
  expect(press('Unidentified', 'Tab', false).got).toContain('Tab');
  expect(press('Unidentified', 'Tab', true, false).isHandled).toBe(false);
  expect(press('Unidentified', 'Tab', true, true).isHandled).toBe(true);
  expect(press('Tab', 'Tab')).toEqual({ got: ['Shift+Tab'], isHandled: false });
  expect(press('Unidentified', 'KeyA').got).toEqual(['Shift+Unidentified']);
  end();
  expect(press('Unidentified', 'Tab').got).toEqual(['Shift+Unidentified']);
});
