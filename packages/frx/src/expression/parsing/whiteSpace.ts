/** White space of .NET, which differs from that of regular expressions in JavaScript. */

/** A character of `Char.IsWhiteSpace`. */
export const WHITE_SPACE = /[^\S\ufeff]|\u0085/u;

const AT_START = new RegExp(`^(?:${WHITE_SPACE.source})+`, 'u');

/** `Trim()`. */
export function trimmed(text: string): string {
  return trimmedEnd(text.replace(AT_START, ''));
}

/** `TrimEnd()`, in linear time for texts with many inner runs of white space. */
function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** White space around numbers: spaces, tabs and ends of lines. */
const isOfNumbers = (character: string): boolean => character === ' ' || (character >= '\t' && character <= '\r');

/** A text without leading and trailing white space and zero characters. */
export function trimmedBoolean(text: string): string {
  const isBeside = (character: string): boolean => character === '\0' || WHITE_SPACE.test(character);
  let start = 0;
  let end = text.length;
  while (start < end && isBeside(text.charAt(start))) start++;
  while (end > start && isBeside(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** A text without trailing zero characters. */
export function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '\0') end--;
  return text.slice(0, end);
}

/** A text without the white space allowed around a number, and without trailing zero characters. */
export function trimmedNumber(text: string, atStart = true, atEnd = true): string {
  let start = 0;
  let end = withoutZeros(text).length;
  if (atStart) while (start < end && isOfNumbers(text.charAt(start))) start++;
  if (atEnd) while (end > start && isOfNumbers(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
