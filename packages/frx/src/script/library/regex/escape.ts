import { PatternError } from './tree.ts';

/** Regex.Escape and Regex.Unescape. */

const NAMED: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' };

/** Implements `Regex.Escape`. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\*+?|{[()^$.# \t\n\r\f]/gu, (character) => NAMED[character] ?? `\\${character}`);
}

const MEANINGS: Readonly<Record<string, number>> = { a: 7, b: 8, e: 27, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Implements `Regex.Unescape`. @throws ArgumentException */
export function unescapePattern(source: string): string {
  let made = '';
  const fail = (at: number, message: string): never => {
    throw new PatternError(`Invalid pattern '${source}' at offset ${String(at)}. ${message}`);
  };
  for (let at = 0; at < source.length; at++) {
    if (source.charAt(at) !== '\\') {
      made += source.charAt(at);
      continue;
    }
    const rest = source.slice(at + 1);
    const character = rest.charAt(0);
    if (character === '') fail(at + 1, 'Illegal \\ at end of pattern.');
    const number = /^(?:x([\da-f]{2})|u([\da-f]{4})|([0-7]{1,3})|c([@-_a-z]))/iu.exec(rest);
    if (number) {
      const [all, short, long, octal, control] = number;
      const code =
        control === undefined
          ? octal === undefined
            ? Number.parseInt(short ?? long ?? '', 16)
            : Number.parseInt(octal, 8) & 0xff
          : control.toUpperCase().charCodeAt(0) - 64;
      made += String.fromCharCode(code);
      at += all.length;
      continue;
    }
    const meaning = MEANINGS[character];
    if (meaning === undefined && /[\p{L}\p{Mn}\p{Nd}\p{Pc}]/u.test(character))
      fail(
        at + 2,
        character === 'x' || character === 'u'
          ? 'Insufficient hexadecimal digits.'
          : character === 'c'
            ? 'Unrecognized control character.'
            : `Unrecognized escape sequence \\${character}.`,
      );
    made += meaning === undefined ? character : String.fromCharCode(meaning);
    at++;
  }
  return made;
}
