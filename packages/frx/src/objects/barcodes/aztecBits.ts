/**
 * Bits of an Aztec code as the reference selects them: after each character, all states that may still lead to the shortest encoding are kept
 * (ISO/IEC 24778, 7.2).
 */

const UPPER = 0;
const LOWER = 1;
const DIGIT = 2;
const MIXED = 3;
const PUNCTUATION = 4;
type Mode = 0 | 1 | 2 | 3 | 4;
const MODES: readonly Mode[] = [UPPER, LOWER, DIGIT, MIXED, PUNCTUATION];

const inBits = (value: number, length: number): string => value.toString(2).padStart(length, '0');
const codeBits = (mode: Mode): number => (mode === DIGIT ? 4 : 5);

const letters = (first: string): readonly (string | undefined)[] => [
  undefined,
  ' ',
  ...Array.from({ length: 26 }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index)),
];

/** The characters of each mode in the order of their codes. The reference writes a double quote as a byte. */
const CHARACTERS: Readonly<Record<Mode, readonly (string | undefined)[]>> = {
  [UPPER]: letters('A'),
  [LOWER]: letters('a'),
  [DIGIT]: [undefined, ...Array.from(' 0123456789,.')],
  [MIXED]: [
    undefined,
    ...Array.from(
      ' \u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u001b\u001c\u001d\u001e\u001f@\\^_`|~\u007f',
    ),
  ],
  [PUNCTUATION]: [
    undefined,
    '\r',
    undefined,
    undefined,
    undefined,
    undefined,
    '!',
    undefined,
    ...Array.from("#$%&'()*+,-./:;<=>?[]{}"),
  ],
};

const CODES: readonly ReadonlyMap<string, number>[] = MODES.map(
  (mode) =>
    new Map(
      CHARACTERS[mode].flatMap((character, code) => (character === undefined ? [] : [[character, code] as const])),
    ),
);

/** Two characters that punctuation writes in one code. */
const PAIRS: Readonly<Record<string, number>> = { '\r\n': 2, '. ': 3, ', ': 4, ': ': 5 };

/** Bits that switch from the mode of the row to that of the column permanently. */
const LATCHES: readonly (readonly string[])[] = [
  ['', '11100', '11110', '11101', '1110111110'],
  ['111101110', '', '11110', '11101', '1110111110'],
  ['1110', '111011100', '', '111011101', '11101110111110'],
  ['11101', '11100', '1110111110', '', '11110'],
  ['11111', '1111111100', '1111111110', '1111111101', ''],
];

/** Bits that switch to another mode for one character. */
const SHIFTS: readonly Partial<Record<Mode, string>>[] = [
  { [PUNCTUATION]: '00000' },
  { [PUNCTUATION]: '00000', [UPPER]: '11100' },
  { [PUNCTUATION]: '0000', [UPPER]: '1111' },
  { [PUNCTUATION]: '00000' },
  {},
];

/** An encoding of the text so far. The last `bytes` characters will be written as bytes; `bits` lacks them, `length` includes them. */
interface State {
  readonly mode: Mode;
  readonly bits: string;
  readonly bytes: number;
  readonly length: number;
}

const BYTE_SHIFT = '11111';
const SHORT_RUN = 31;
const MAX_RUN = 2047 + SHORT_RUN;

/** The state after its pending bytes are written, in one or two short runs or a long one. */
function closed(state: State, text: string, end: number): State {
  const { bytes } = state;
  if (bytes === 0) return state;
  const values = Array.from(text.slice(end - bytes, end), (character) => inBits(character.charCodeAt(0), 8));
  const run = (from: number, to: number): string => BYTE_SHIFT + inBits(to - from, 5) + values.slice(from, to).join('');
  const written =
    bytes > 2 * SHORT_RUN
      ? BYTE_SHIFT + inBits(bytes - SHORT_RUN, 16) + values.join('')
      : bytes > SHORT_RUN
        ? run(0, SHORT_RUN) + run(SHORT_RUN, bytes)
        : run(0, bytes);
  return { ...state, bits: state.bits + written, bytes: 0 };
}

function withBits(state: State, mode: Mode, bits: string): State {
  return { mode, bits: state.bits + bits, bytes: 0, length: state.length + bits.length };
}

function latched(state: State, mode: Mode, code: number): State {
  return withBits(state, mode, LATCHES[state.mode]![mode]! + inBits(code, codeBits(mode)));
}

/** The state with one more pending byte; `end` characters of the text are then encoded. */
function withByte(state: State, text: string, end: number): State {
  const leaves = state.mode === PUNCTUATION || state.mode === DIGIT;
  const from = leaves ? withBits(state, UPPER, LATCHES[state.mode]![UPPER]!) : state;
  const cost = state.bytes === 0 || state.bytes === SHORT_RUN ? 18 : state.bytes === 2 * SHORT_RUN ? 9 : 8;
  const next = { ...from, bytes: state.bytes + 1, length: from.length + cost };
  return next.bytes === MAX_RUN ? closed(next, text, end) : next;
}

function afterCharacter(state: State, text: string, at: number): readonly State[] {
  const character = text.charAt(at);
  const here = CODES[state.mode]!.has(character);
  const states: State[] = [];
  for (const mode of MODES) {
    const code = CODES[mode]!.get(character);
    if (code === undefined) continue;
    const open = closed(state, text, at);
    if (!here || mode === state.mode || mode === DIGIT) states.push(latched(open, mode, code));
    const shift = here ? undefined : SHIFTS[state.mode]![mode];
    if (shift !== undefined) states.push(withBits(open, state.mode, shift + inBits(code, 5)));
  }
  if (state.bytes > 0 || !here) states.push(withByte(state, text, at + 1));
  return states;
}

function afterPair(state: State, text: string, at: number, code: number): readonly State[] {
  const open = closed(state, text, at);
  const states = [latched(open, PUNCTUATION, code)];
  const shift = SHIFTS[state.mode]![PUNCTUATION];
  if (shift !== undefined) states.push(withBits(open, state.mode, shift + inBits(code, 5)));
  const digit = CODES[DIGIT]!.get(text.charAt(at));
  if (digit !== undefined) states.push(latched(latched(open, DIGIT, digit), DIGIT, 1));
  if (state.bytes > 0) states.push(withByte(withByte(state, text, at + 1), text, at + 2));
  return states;
}

/** Returns true when no continuation can make the other state shorter than this one. */
function beats(state: State, other: State): boolean {
  const entersBytes = other.bytes > 0 && (state.bytes === 0 || state.bytes > other.bytes);
  return state.length + LATCHES[state.mode]![other.mode]!.length + (entersBytes ? 10 : 0) <= other.length;
}

function worthKeeping(states: readonly State[]): readonly State[] {
  let kept: State[] = [];
  for (const state of states) {
    if (kept.some((other) => beats(other, state))) continue;
    kept = kept.filter((other) => !beats(state, other));
    kept.push(state);
  }
  return kept;
}

/** Returns the bits of a text of ASCII characters, without the padding of words. */
export function aztecBits(text: string): string {
  let states: readonly State[] = [{ mode: UPPER, bits: '', bytes: 0, length: 0 }];
  for (let at = 0; at < text.length; at++) {
    const pair = PAIRS[text.slice(at, at + 2)];
    const here = at;
    states = worthKeeping(
      states.flatMap((state) =>
        pair === undefined ? afterCharacter(state, text, here) : afterPair(state, text, here, pair),
      ),
    );
    if (pair !== undefined) at++;
  }
  const shortest = states.reduce((best, state) => (state.length < best.length ? state : best));
  return closed(shortest, text, text.length).bits;
}

/** Returns the number of words for these bits; a word whose bits except the last are all equal gets a stuffed bit. */
export function aztecWords(bits: string, wordBits: number): number {
  let words = 0;
  for (let at = 0; at < bits.length; words++) {
    const head = bits.slice(at, at + wordBits - 1).padEnd(wordBits - 1, '1');
    at += head.includes('0') && head.includes('1') ? wordBits : wordBits - 1;
  }
  return words;
}
