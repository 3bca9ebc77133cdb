import { Decimal } from '../values/decimal.ts';
import { ExpressionError } from '../errors.ts';
import { parseDateTime } from '../parsing/parseDate.ts';
import { invariantCulture } from '../cultures/cultures.ts';
import { minDateTime } from '../values/calendar.ts';
import { Char, Double, Integer, Single } from '../values/values.ts';
import type { Value } from '../values/values.ts';

/** A token of Visual Basic. */
export interface VbToken {
  readonly kind: 'word' | 'literal' | 'mark' | 'data' | 'end';
  /** A word in lower case, a symbol, or the name of data. */
  readonly text: string;
  /** The word as written. */
  readonly written: string;
  readonly value: Value;
  readonly position: number;
  readonly end: number;
  /** Character after a name that states its type, for instance `$` for String. */
  readonly suffix?: string | undefined;
}

const SPACE = /(?:\s|_\r?\n)*/uy;
const WORD = /[\p{L}_][\p{L}\p{Nd}_]*|\[[\p{L}_][\p{L}\p{Nd}_]*\]/uy;
const NUMBER =
  /&(?:[hH][\da-fA-F][\da-fA-F_]*|[oO][0-7][0-7_]*|[bB][01][01_]*)(?:[uU][sSiIlL]|[sSiIlL]|[%&](?![\w"]))?|(?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?(?:[uU][sSiIlL]|[sSiIlLdDfFrR]|[%&@!#](?![\w"]))?/uy;
/** Characters after a name that state its type; in other positions they are operators or begin a date. */
const SUFFIX = /[$%@](?!")|[!#](?![\w"])|&(?=\s*(?:[=,)]|as\b|$))/iuy;
const MARKS = [
  '<=',
  '>=',
  '<>',
  '<<',
  '>>',
  '(',
  ')',
  ',',
  '.',
  '+',
  '-',
  '*',
  '/',
  '\\',
  '^',
  '&',
  '=',
  '<',
  '>',
  '{',
  '}',
  ':',
  '?',
  '!',
];

/** Maximum depth of nested interpolated texts. */
const DEEPEST = 8;

/** Maximum length of a number, in characters. */
const MAX_NUMBER = 400;

/** Named constants of Visual Basic. */
const CONSTANTS: ReadonlyMap<string, string | number> = new Map<string, string | number>([
  ['vbcrlf', '\r\n'],
  ['vbnewline', '\r\n'],
  ['vbcr', '\r'],
  ['vblf', '\n'],
  ['vbtab', '\t'],
  ['vbnullstring', ''],
  ['vbback', '\b'],
  ['vbformfeed', '\f'],
  ['vbverticaltab', '\v'],
  ['vbnullchar', '\0'],
  ...[
    'vbusesystemdayofweek',
    'vbsunday',
    'vbmonday',
    'vbtuesday',
    'vbwednesday',
    'vbthursday',
    'vbfriday',
    'vbsaturday',
  ].map((name, index): [string, number] => [name, index]),
  ...['vbusesystem', 'vbfirstjan1', 'vbfirstfourdays', 'vbfirstfullweek'].map((name, index): [string, number] => [
    name,
    index,
  ]),
  ...['vbgeneraldate', 'vblongdate', 'vbshortdate', 'vblongtime', 'vbshorttime'].map(
    (name, index): [string, number] => [name, index],
  ),
  ...['vbbinarycompare', 'vbtextcompare'].map((name, index): [string, number] => [name, index]),
  ['vbuppercase', 1],
  ['vblowercase', 2],
  ['vbpropercase', 3],
]);

function match(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}

/** Splits an expression of Visual Basic into tokens; `[…]` is a name of data. Throws ExpressionError with the position. */
export function vbTokens(source: string, closing: (start: number) => number, depth = 0): VbToken[] {
  if (depth > DEEPEST) throw new ExpressionError('Nested too deep', source, 0);
  const tokens: VbToken[] = [];
  let at = 0;
  const add = (kind: VbToken['kind'], end: number, text: string, value: Value = null): void => {
    tokens.push({ kind, text, written: source.slice(at, end), value, position: at, end });
    at = end;
  };
  for (;;) {
    at += match(SPACE, source, at).length;
    if (at >= source.length) break;
    const character = source[at] ?? '';
    if (character === '$' && source[at + 1] === '"') {
      const { parts, end } = interpolated(source, at);
      add('mark', at + 2, '$"');
      for (const part of parts)
        if (typeof part === 'string') tokens.push({ ...pointAt(at), kind: 'literal', value: part });
        else {
          tokens.push({ ...pointAt(part.from), text: '{$' });
          for (const token of vbTokens(
            source.slice(part.from, part.to),
            (start) => closing(start + part.from) - part.from,
            depth + 1,
          ))
            if (token.kind !== 'end')
              tokens.push({ ...token, position: token.position + part.from, end: token.end + part.from });
          if (part.format !== undefined)
            tokens.push(
              { ...pointAt(part.to), text: ':$' },
              { ...pointAt(part.to), kind: 'literal', value: part.format },
            );
          tokens.push({ ...pointAt(part.to), text: '}$' });
        }
      at = end - 1;
      add('mark', end, '"$');
    } else if (character === '"') {
      const { text, end } = quoted(source, at);
      if (source[end] === 'c' || source[end] === 'C') {
        if (text.length !== 1) throw new ExpressionError('A character literal holds one character', source, at);
        add('literal', end + 1, '', new Char(text.charCodeAt(0)));
      } else add('literal', end, '', text);
    } else if (character === '[') {
      const end = closing(at);
      if (end < 0) throw new ExpressionError('] expected', source, source.length);
      add('data', end + 1, source.slice(at + 1, end).trim());
    } else if (character === '#') {
      const end = source.indexOf('#', at + 1);
      if (end < 0) throw new ExpressionError('The date is not closed', source, at);
      add(
        'literal',
        end + 1,
        '',
        parseDateTime(source.slice(at + 1, end).trim(), invariantCulture, () => minDateTime),
      );
    } else if (
      /\d/u.test(character) ||
      (/[.&]/u.test(character) && match(NUMBER, source, at) !== '' && !isConcatenation(source, at))
    ) {
      const text = match(NUMBER, source, at);
      if (text.length > MAX_NUMBER) throw new ExpressionError('The number is too long', source, at);
      add('literal', at + text.length, '', numberOf(text, source, at));
    } else {
      const word = match(WORD, source, at);
      const mark = word === '' ? MARKS.find((each) => source.startsWith(each, at)) : undefined;
      if (word !== '') {
        const lower = word.toLowerCase();
        const constant = CONSTANTS.get(lower);
        if (constant !== undefined) add('literal', at + word.length, '', constant);
        else {
          const end = at + word.length;
          const suffix = match(SUFFIX, source, end);
          tokens.push({
            kind: 'word',
            text: lower,
            written: word,
            value: null,
            position: at,
            end: end + suffix.length,
            suffix,
          });
          at = end + suffix.length;
        }
      } else if (mark !== undefined) add('mark', at + mark.length, mark);
      else if (character === "'") break;
      else throw new ExpressionError(`Unexpected character '${character}'`, source, at);
    }
  }
  at = source.length;
  add('end', source.length, '');
  return tokens;
}

/** Returns true when `&` is a concatenation: no hexadecimal or octal number follows. */
function isConcatenation(source: string, at: number): boolean {
  return source[at] === '&' && !/^&(?:[hH][\da-fA-F]|[oO][0-7]|[bB][01])/u.test(source.slice(at, at + 3));
}

/** A token of length zero. */
const pointAt = (position: number): VbToken => ({
  kind: 'mark',
  text: '',
  written: '',
  value: null,
  position,
  end: position,
});

/** Part of an interpolated text: literal text, or the position of an expression with its alignment, and its format. */
type Part = string | { readonly from: number; readonly to: number; readonly format: string | undefined };

/** `$"text {value,alignment:format}"`: doubled braces or quotes are one. */
function interpolated(source: string, position: number): { parts: Part[]; end: number } {
  const parts: Part[] = [];
  let text = '';
  let at = position + 2;
  for (;;) {
    const character = source[at];
    if (character === undefined) throw new ExpressionError('The literal is not closed', source, position);
    if ((character === '"' || character === '{' || character === '}') && source[at + 1] === character) {
      text += character;
      at += 2;
    } else if (character === '"') {
      if (text !== '') parts.push(text);
      return { parts, end: at + 1 };
    } else if (character === '{') {
      if (text !== '') parts.push(text);
      text = '';
      const hole = holeAt(source, at + 1);
      parts.push(hole.part);
      at = hole.end;
    } else {
      text += character;
      at += 1;
    }
  }
}

/** The expression up to its closing brace; a colon outside of brackets begins the format. */
function holeAt(source: string, from: number): { part: Part; end: number } {
  let depth = 0;
  let colon = -1;
  for (let at = from; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '"') at = quoted(source, at).end - 1;
    else if ('({'.includes(character)) depth++;
    else if (character === ':' && depth === 0) {
      colon = at;
      at = source.indexOf('}', at) - 1;
      if (at < colon) break;
    } else if (character === '}' && depth === 0)
      return {
        part: {
          from,
          to: colon < 0 ? at : colon,
          format: colon < 0 ? undefined : source.slice(colon + 1, at),
        },
        end: at + 1,
      };
    else if (')}'.includes(character)) depth--;
  }
  throw new ExpressionError('} expected', source, from);
}

/** A text in quotes; doubled quotes inside are one. */
function quoted(source: string, position: number): { text: string; end: number } {
  let text = '';
  let at = position + 1;
  for (;;) {
    const end = source.indexOf('"', at);
    if (end < 0) throw new ExpressionError('The literal is not closed', source, position);
    text += source.slice(at, end);
    if (source[end + 1] !== '"') return { text, end: end + 1 };
    text += '"';
    at = end + 2;
  }
}

/** Unsigned integer types by their suffixes. */
const UNSIGNED: Readonly<Record<string, 'ushort' | 'uint' | 'ulong'>> = { us: 'ushort', ui: 'uint', ul: 'ulong' };

function numberOf(written: string, source: string, position: number): Value {
  const outside = (): ExpressionError => new ExpressionError('The number is too large for its type', source, position);
  const text = written.replaceAll('_', '');
  const radix = /^&([hHoObB])/u.exec(text)?.[1]?.toLowerCase();
  if (radix !== undefined) {
    const suffix = /(?:u[sil]|[sil%&])$/iu.exec(text)?.[0].toLowerCase() ?? '';
    const whole = BigInt(`0${radix === 'h' ? 'x' : radix}${text.slice(2, text.length - suffix.length)}`);
    const unsigned = UNSIGNED[suffix];
    const bits = suffix.endsWith('s') ? 16 : suffix === 'i' || suffix === 'ui' || suffix === '%' ? 32 : 64;
    if (whole >= 1n << BigInt(bits)) throw outside();
    if (unsigned) return new Integer(unsigned, whole);
    if (suffix === 's') return new Integer('short', BigInt.asIntN(16, whole));
    if (suffix !== 'l' && suffix !== '&' && whole <= 0xffffffffn) return Number(BigInt.asIntN(32, whole));
    return BigInt.asIntN(64, whole);
  }
  const suffix = /(?:u[sil]|[silldfr%&@!#])$/iu.exec(text)?.[0].toLowerCase() ?? '';
  const digits = text.slice(0, text.length - suffix.length);
  if (suffix === 'd' || suffix === '@') {
    const value = Decimal.parse(digits);
    if (!value) throw outside();
    return value;
  }
  if (suffix === 'f' || suffix === '!') return new Single(Number(digits));
  if (suffix === 'r' || suffix === '#' || /[.eE]/u.test(digits)) return new Double(Number(digits));
  const whole = BigInt(digits);
  if (suffix === 's') return new Integer('short', whole);
  const unsigned = UNSIGNED[suffix];
  if (unsigned) return new Integer(unsigned, whole);
  if (suffix !== 'l' && suffix !== '&' && whole <= 2147483647n) return Number(whole);
  if (whole <= 9223372036854775807n) return whole;
  throw outside();
}
