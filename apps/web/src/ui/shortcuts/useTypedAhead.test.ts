// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useTypedAhead } from './useTypedAhead.ts';

/** Presses a key; returns true when only the collected text receives it. */
function press(key: string, rest: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...rest });
  let reached = false;
  const listen = (): void => void (reached = true);
  document.body.addEventListener('keydown', listen);
  document.body.dispatchEvent(event);
  document.body.removeEventListener('keydown', listen);
  return event.defaultPrevented && !reached;
}
async function collecting(isAsked = true) {
  const state = { text: '', givenUp: 0 };
  const hook = await mounted(
    (asked: boolean) =>
      useTypedAhead(
        asked,
        (change) => void (state.text = change(state.text)),
        () => void (state.givenUp += 1),
      ),
    isAsked,
  );
  return { hook, state };
}

describe('keys that are typed before the field is there', () => {
  it('are collected until it has the focus', async () => {
    const { hook, state } = await collecting(false);
    expect(press('x')).toBe(false);
    await hook.render(true);
    expect(['r', 'a', 'x', 'Backspace', 'i', 'Shift', 'ArrowUp', 'l'].map((key) => press(key))).toEqual(
      Array.from({ length: 8 }, () => true),
    );
    expect(state).toEqual({ text: 'rail', givenUp: 0 });
    const button = document.createElement('button');
    const field = document.createElement('input');
    document.body.append(button, field);
    button.focus();
    expect(press('s')).toBe(true);
    field.focus();
    expect(press('t')).toBe(false);
    expect(state.text).toBe('rails');
    field.blur();
  });

  it('are not those of commands', async () => {
    const { state } = await collecting();
    for (const rest of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(press('k', rest)).toBe(false);
    expect(state.text).toBe('');
  });

  it('belong to the page again after Escape or a press, and when the field is no longer wanted', async () => {
    const { hook, state } = await collecting();
    expect(press('Escape')).toBe(true);
    window.dispatchEvent(new Event('pointerdown'));
    expect(state).toEqual({ text: '', givenUp: 2 });
    await hook.render(false);
    window.dispatchEvent(new Event('pointerdown'));
    expect([press('a'), state.givenUp]).toEqual([false, 2]);
  });
});
