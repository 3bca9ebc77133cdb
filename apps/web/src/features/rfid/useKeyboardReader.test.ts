// @vitest-environment happy-dom
import type { TagSeen } from '@holdfast/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { useTags } from './tagReads.ts';
import { useKeyboardReader } from './useKeyboardReader.ts';

const DIGITS = '3034257BF7194E4000001A85';

let clock = 0;
/** Presses a key as a reader does; returns true when the page ignores the key. */
function press(key: string, target: EventTarget = document.body, rest: KeyboardEventInit = {}): boolean {
  clock += 20;
  const code = /\d/.test(key) ? `Digit${key}` : key.length === 1 ? `Key${key.toUpperCase()}` : key;
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...rest });
  Object.defineProperty(event, 'timeStamp', { value: clock });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}
/** Types a tag and the key that ends it. */
function type(text: string, target?: EventTarget, rest: KeyboardEventInit = {}): boolean {
  clock += 5_000;
  for (const key of text) press(key, target, rest);
  return press('Enter', target, rest);
}

describe('a reader that types', () => {
  let got: TagSeen[];
  const reading = async () => {
    got = [];
    return mounted(() => {
      useKeyboardReader();
      useTags((tags) => void got.push(...tags));
    }, undefined);
  };
  beforeEach(() => {
    document.body.replaceChildren();
  });

  it('reports its tag, and the key that ends it has no other effect', async () => {
    const hook = await reading();
    let below = 0;
    const listen = (event: KeyboardEvent): void => void (event.key === 'Enter' && (below += 1));
    document.body.addEventListener('keydown', listen);
    expect(type(DIGITS)).toBe(true);
    expect(below).toBe(0);
    expect(got).toMatchObject([{ tag: DIGITS, deviceId: 'keyboard', source: 'trigger', rssi: null }]);
    await hook.end();
    expect(type(DIGITS)).toBe(false);
    expect([got.length, below]).toEqual([1, 1]);
    document.body.removeEventListener('keydown', listen);
  });

  it('is not a person who types words, shortcuts or composed characters', async () => {
    await reading();
    expect(type('3034257')).toBe(false);
    for (const rest of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }])
      expect(type(DIGITS, document.body, rest)).toBe(false);
    expect(got).toEqual([]);
  });

  it.each(['input', 'textarea'] as const)('leaves no digits in the %s that has the focus', async (kind) => {
    await reading();
    const field = document.createElement(kind);
    document.body.append(field);
    let changes = 0;
    field.addEventListener('input', () => (changes += 1));
    field.value = `Rail ${DIGITS.toLowerCase()} and ${DIGITS.toLowerCase()}, deck`;
    type(DIGITS, field);
    expect([field.value, changes]).toEqual([`Rail ${DIGITS.toLowerCase()} and , deck`, 1]);
    field.value = 'Rail';
    type(DIGITS, field);
    expect([field.value, changes, got.length]).toEqual(['Rail', 1, 2]);
  });
});
