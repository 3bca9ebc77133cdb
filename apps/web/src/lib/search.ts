/** Matching of search words. */

/** Returns the words of a search. Each of them must occur, in any order. */
export function searchWords(search: string): string[] {
  return plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns true when a plain text contains every word. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

/** Returns a text in lower case and without accents: "Gång" is found by "gang". */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øæåß]/g, (letter) => PLAIN_LETTERS[letter]!);
}

const BEYOND_ASCII = /[^\n -~]/;

/** Letters that Unicode does not decompose into a letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', å: 'a', ß: 'ss' };
