import { ExpressionError } from '../../expression/errors.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
]);

/** Reads the escape that begins with the backslash at `at`. */
export function readEscape(source: string, at: number): { value: string; end: number } {
  const letter = source[at + 1] ?? '';
  const hexadecimal =
    letter === 'u'
      ? /^[\da-fA-F]{4}/u
      : letter === 'x'
        ? /^[\da-fA-F]{1,4}/u
        : letter === 'U'
          ? /^00(?:0[\da-fA-F]|10)[\da-fA-F]{4}/u
          : undefined;
  if (!hexadecimal) {
    const value = escapes.get(letter);
    if (value === undefined) throw new ExpressionError('CS1009: Unrecognized escape sequence', source, at);
    return { value, end: at + 2 };
  }
  const digits = hexadecimal.exec(source.slice(at + 2, at + 10))?.[0];
  if (digits === undefined) throw new ExpressionError('CS1009: Unrecognized escape sequence', source, at);
  return { value: String.fromCodePoint(Number.parseInt(digits, 16)), end: at + 2 + digits.length };
}
