/**
 * Codewords of a PDF417 symbol as in the reference: the bytes are divided into segments of text, digits and other bytes, and short ones are
 * joined to their neighbours.
 */
import { BarcodeError } from './types.ts';

type Bytes = readonly number[];
type Kind = 'text' | 'digits' | 'bytes';

/** Bytes from `start` to before `end` in one compaction. */
interface Segment {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

const lengthOf = ({ start, end }: Segment): number => end - start;
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
const isText = (byte: number): boolean => (byte >= 32 && byte < 127) || byte === 13 || byte === 10 || byte === 9;

/** Minimum number of consecutive digits that form a segment. */
const MIN_DIGITS = 13;
/** Minimum length of a text segment; a shorter one joins the neighbouring bytes. */
const MIN_TEXT = 5;

/** Digits in the largest symbol; it holds fewer of all other characters. */
const MAX_DIGITS = 2_710;

/** Returns the codewords of the data, without their number. Throws `BarcodeError` for data that no symbol holds. */
export function pdf417Words(bytes: Bytes, compaction: string): readonly number[] {
  if (bytes.length > MAX_DIGITS) throw new BarcodeError('The text is too long for a barcode.');
  const whole = { start: 0, end: bytes.length };
  if (compaction === 'Numeric' && !bytes.every(isDigit)) throw new BarcodeError('The barcode accepts only digits.');
  const forced = ({ Text: 'text', Numeric: 'digits', Binary: 'bytes' } as const)[compaction];
  const segments = forced ? [{ ...whole, kind: forced }] : joined(segmentsOf(bytes));
  const only = segments.length === 1 ? segments[0] : undefined;
  if (!forced && only?.kind === 'text' && lengthOf(only) >= 8 && bytes.every(isDigit))
    return wordsOf(bytes, { ...only, kind: 'digits' }, false);
  return segments.flatMap((segment, index) => wordsOf(bytes, segment, index > 0));
}

function segmentsOf(bytes: Bytes): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (let i = 0; i < bytes.length;) {
    let end = i;
    while (end < bytes.length && isDigit(bytes[end]!)) end += 1;
    if (end - i >= MIN_DIGITS) {
      segments.push(...textAndBytes(bytes, from, i), { kind: 'digits', start: i, end });
      from = end;
    }
    i = Math.max(end, i + 1);
  }
  return [...segments, ...textAndBytes(bytes, from, bytes.length)];
}

function textAndBytes(bytes: Bytes, from: number, to: number): Segment[] {
  const segments: Segment[] = [];
  for (let start = from; start < to;) {
    const text = isText(bytes[start]!);
    let end = start + 1;
    while (end < to && isText(bytes[end]!) === text) end += 1;
    segments.push({ kind: text ? 'text' : 'bytes', start, end });
    start = end;
  }
  return segments;
}

/** Single bytes join the texts around them; longer texts absorb their neighbours, then bytes absorb short texts. */
function joined(segments: readonly Segment[]): readonly Segment[] {
  const between = joinAll(segments, (segment, before, after) => {
    if (segment.kind !== 'bytes' || lengthOf(segment) !== 1 || before?.kind !== 'text' || after?.kind !== 'text')
      return [];
    return lengthOf(before) + lengthOf(after) >= 3 ? [before, after] : [];
  });
  const texts = joinAll(between, (segment, ...beside) =>
    segment.kind === 'text' && lengthOf(segment) >= MIN_TEXT
      ? beside.filter((one) => one?.kind === 'text' || (one?.kind === 'bytes' && lengthOf(one) === 1))
      : [],
  );
  return joinAll(texts, (segment, ...beside) =>
    segment.kind === 'bytes'
      ? beside.filter((one) => one?.kind === 'bytes' || (one?.kind === 'text' && lengthOf(one) < MIN_TEXT))
      : [],
  );
}

/** Joins segments to the neighbours that `taken` selects, starting again after each change. Bytes joined between texts become text. */
function joinAll(
  segments: readonly Segment[],
  taken: (segment: Segment, before?: Segment, after?: Segment) => readonly (Segment | undefined)[],
): readonly Segment[] {
  let all = segments;
  for (let index = 0; index < all.length;) {
    const segment = all[index]!;
    const parts = taken(segment, all[index - 1], all[index + 1]).filter((one) => one !== undefined);
    if (parts.length === 0) {
      index += 1;
      continue;
    }
    const kind =
      parts.length === 2 && parts.every((one) => one.kind === 'text') && lengthOf(segment) === 1
        ? 'text'
        : segment.kind;
    const start = Math.min(segment.start, ...parts.map((one) => one.start));
    const end = Math.max(segment.end, ...parts.map((one) => one.end));
    const rest = all.filter((one) => one !== segment && !parts.includes(one));
    const at = rest.findIndex((one) => one.start >= end);
    all = rest.toSpliced(at < 0 ? rest.length : at, 0, { kind, start, end });
    index = 0;
  }
  return all;
}

const MODE = { text: 900, bytes: 901, digits: 902, byte: 913, sixBytes: 924 } as const;

function wordsOf(bytes: Bytes, { kind, start, end }: Segment, switches: boolean): number[] {
  const part = bytes.slice(start, end);
  if (kind === 'text') return [...(switches ? [MODE.text] : []), ...textWords(part)];
  if (kind === 'digits') return [MODE.digits, ...digitWords(part)];
  return [part.length % 6 === 0 ? MODE.sixBytes : MODE.bytes, ...byteWords(part)];
}

/** Base 900, with a given number of digits. */
function inBase900(value: bigint, places: number): number[] {
  const words: number[] = [];
  for (let rest = value, i = 0; i < places; i++, rest /= 900n) words.unshift(Number(rest % 900n));
  return words;
}

function digitWords(bytes: Bytes): number[] {
  const words: number[] = [];
  for (let i = 0; i < bytes.length; i += 44) {
    const digits = bytes.slice(i, i + 44);
    words.push(...inBase900(BigInt(`1${String.fromCharCode(...digits)}`), Math.floor(digits.length / 3) + 1));
  }
  return words;
}

/** Six bytes are five codewords; each of the last ones is one. */
function byteWords(bytes: Bytes): number[] {
  const words: number[] = [];
  const whole = bytes.length - (bytes.length % 6);
  for (let i = 0; i < whole; i += 6)
    words.push(
      ...inBase900(
        bytes.slice(i, i + 6).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
        5,
      ),
    );
  return [...words, ...bytes.slice(whole)];
}

type Mode = 'upper' | 'lower' | 'mixed' | 'punctuation';

const SETS: Readonly<Record<Mode, string>> = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ ',
  lower: 'abcdefghijklmnopqrstuvwxyz ',
  mixed: '0123456789&\r\t,:#-.$/+%*=^\u0000 ',
  punctuation: ';<>@[\\]_`~!\r\t,:\n-.$/"|*()?{}\'',
};

const TO_LOWER = 27;
const TO_MIXED = 28;
const TO_UPPER = 28;
const TO_PUNCTUATION = 25;
const UPPER_ONCE = 27;
const PUNCTUATION_ONCE = 29;
const PUNCTUATION_TO_UPPER = 29;

/** Values below 30 are packed in pairs; a byte that is in no set is a separate codeword after a shift. */
function textWords(bytes: Bytes): number[] {
  const text = String.fromCharCode(...bytes);
  const has = (mode: Mode, at: number): boolean =>
    at < text.length && text[at] !== '\u0000' && SETS[mode].includes(text[at]!);
  const bothIn = (mode: Mode, at: number): boolean => has(mode, at) && has(mode, at + 1);
  const words: number[] = [];
  let half: number | undefined;
  let mode: Mode = 'upper';
  const put = (...values: readonly number[]): void => {
    for (const value of values) {
      if (half === undefined) half = value;
      else {
        words.push(half * 30 + value);
        half = undefined;
      }
    }
  };
  for (let i = 0; i < bytes.length; i++) {
    if (!(['upper', 'lower', 'mixed', 'punctuation'] as const).some((one) => has(one, i))) {
      if (half !== undefined) {
        put(PUNCTUATION_TO_UPPER);
        if (mode === 'punctuation') mode = 'upper';
      }
      words.push(MODE.byte, bytes[i]!);
      continue;
    }
    if (mode === 'punctuation' && !has(mode, i)) {
      put(PUNCTUATION_TO_UPPER);
      mode = 'upper';
    }
    if (!has(mode, i)) {
      const next = nextMode(
        mode,
        (one) => has(one, i),
        (one) => bothIn(one, i + 1),
      );
      put(...next.values);
      put(SETS[next.of].indexOf(text[i]!));
      mode = next.mode;
    } else put(SETS[mode].indexOf(text[i]!));
  }
  if (half !== undefined) put(PUNCTUATION_ONCE);
  return words;
}

/** Values that switch to the set of a letter missing in the current one: permanently, or for this letter alone. */
function nextMode(
  mode: Mode,
  has: (mode: Mode) => boolean,
  nextTwoIn: (mode: Mode) => boolean,
): { readonly values: readonly number[]; readonly of: Mode; readonly mode: Mode } {
  if (mode === 'lower' && has('upper'))
    return nextTwoIn('upper')
      ? { values: [TO_MIXED, TO_UPPER], of: 'upper', mode: 'upper' }
      : { values: [UPPER_ONCE], of: 'upper', mode };
  if (mode !== 'lower' && has('lower')) return { values: [TO_LOWER], of: 'lower', mode: 'lower' };
  if (mode === 'mixed' && has('upper')) return { values: [TO_UPPER], of: 'upper', mode: 'upper' };
  if (mode !== 'mixed' && has('mixed')) return { values: [TO_MIXED], of: 'mixed', mode: 'mixed' };
  if (nextTwoIn('punctuation'))
    return {
      values: mode === 'mixed' ? [TO_PUNCTUATION] : [TO_MIXED, TO_PUNCTUATION],
      of: 'punctuation',
      mode: 'punctuation',
    };
  return { values: [PUNCTUATION_ONCE], of: 'punctuation', mode };
}
