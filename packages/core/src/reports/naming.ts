import type { ReadCtx } from '../ctx.ts';

/**
 * Titles of the reports whose templates name one of some short names as a whole word, sorted.
 * @param names short names of questions, which are columns of report data
 */
export async function reportsNaming({ db, ports }: ReadCtx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const found = new Set<string>();
  for (const { title, scopeId, sha256 } of await db.rows('report', {})) {
    const bytes = await ports.blobs.get({ scopeId, sha256, rendition: null });
    if (bytes === null) continue;
    const text = ports.uploads.fromUtf8(bytes).toLowerCase();
    if (names.some((name) => hasWord(text, name.toLowerCase()))) found.add(title);
  }
  return [...found].toSorted();
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
