/** Readers that act as a keyboard: each tag arrives as key presses, much faster than a person types, and ends with Enter or Tab. */
import { canonicalTag, canonicalUid, kindOf } from './tag.ts';
import type { TagRead } from './types.ts';

/** One key that went down. */
interface WedgeKey {
  /** `key` of the browser's event: a character, `Enter`, `Tab`. */
  key: string;
  /** Key position on the keyboard, such as `Digit1`, independent of the layout. */
  code: string;
  /** Milliseconds. */
  at: number;
}

/** Speed and length of typing that identify a reader. */
export interface WedgeOptions {
  minLength: number;
  /** Average milliseconds from key to key; readers take about 25, people over 80. */
  maxAverageMs: number;
}

const DEFAULTS: WedgeOptions = { minLength: 8, maxAverageMs: 50 };

/** Pause in ms after which typing counts as a new input. */
const GAP_MS = 500;

/** Distinguishes a reader's typing from a person's. */
export interface Wedge {
  /** Processes a key. @returns the tag that this key completed, if any; the key came from the reader then, and the page must ignore it */
  press(key: WedgeKey): TagRead | null;
}

/** Opens a detector for the keyboard of a page. */
export function openWedge(options: Partial<WedgeOptions> = {}): Wedge {
  const { minLength, maxAverageMs } = { ...DEFAULTS, ...options };
  let typed = '';
  let began = 0;
  let last = 0;
  return {
    press({ key, code, at }) {
      if (key === 'Enter' || key === 'Tab') {
        const average = typed.length < 2 ? Number.POSITIVE_INFINITY : (last - began) / (typed.length - 1);
        const raw = typed;
        typed = '';
        if (raw.length < minLength || average > maxAverageMs || at - last > GAP_MS) return null;
        const tag = canonicalTag(raw);
        const uid = tag === null ? canonicalUid(raw) : null;
        const found = tag ?? uid;
        if (found === null) return null;
        const kind = tag === null ? 'uid' : kindOf(tag);
        return { kind, tag: found, raw, rssi: null, source: 'trigger', antenna: null };
      }
      const digit = digitOf(key, code);
      if (digit === null) {
        // A reader that types capitals sends Shift and similar keys between the digits.
        if (key.length === 1) typed = '';
        return null;
      }
      if (typed === '' || at - last > GAP_MS) {
        typed = '';
        began = at;
      }
      last = at;
      typed += digit;
      return null;
    },
  };
}

/** Returns the hexadecimal digit of a key. The position of the key decides where the keyboard layout has other characters in the row of digits. */
function digitOf(key: string, code: string): string | null {
  if (/^[0-9a-fA-F]$/.test(key)) return key;
  return /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? null;
}
