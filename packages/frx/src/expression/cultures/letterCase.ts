/** Upper and lower case as in .NET: letter by letter, so that a text keeps its length and a letter without a counterpart is unchanged ("ß"). */

/** `String.ToUpper`. */
export const toUpper = (text: string): string => byLetter(text, (letter) => letter.toUpperCase());

/** `String.ToLower`. */
export const toLower = (text: string): string => byLetter(text, (letter) => letter.toLowerCase());

const ASCII = /^[\0-\x7f]*$/;

/** Changes each letter separately: a sigma at the end of a word is not special. */
export function byLetter(text: string, change: (letter: string) => string): string {
  if (ASCII.test(text)) return change(text);
  let result = '';
  for (const letter of text) {
    const changed = change(letter);
    result += changed.length === letter.length ? changed : letter;
  }
  return result;
}
