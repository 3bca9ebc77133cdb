import type { ReadCtx } from '../calls/ctx.ts';
import { namesInReports } from './fieldColumns.ts';

/**
 * Titles of the reports whose templates name the answers to some questions, sorted: by the column of a short name as a whole word, or by the
 * short name as a text of an expression or a script.
 * @param fieldsTemplateTypeId type of the template with the questions
 * @param shortNames of the questions
 */
export async function reportsNaming(
  { db, ports }: ReadCtx,
  fieldsTemplateTypeId: string,
  shortNames: readonly string[],
): Promise<string[]> {
  const names = shortNames.filter((name) => name !== '').map((name) => namesInReports(fieldsTemplateTypeId, name));
  if (names.length === 0) return [];
  const found = new Set<string>();
  for (const { title, scopeId, sha256 } of await db.rows('report', {})) {
    const bytes = await ports.blobs.get({ scopeId, sha256, rendition: null });
    if (bytes === null) continue;
    const text = ports.uploads.fromUtf8(bytes).toLowerCase();
    const isNamed = names.some(
      ({ shortName, columns }) =>
        columns.some((column) => hasWord(text, column.toLowerCase())) || hasText(text, shortName),
    );
    if (isNamed) found.add(title);
  }
  return [...found].toSorted();
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  return false;
}

/** Returns true when an expression or a script contains a text. Quotation marks are escaped in attributes and stand as they are in scripts. */
function hasText(text: string, words: string): boolean {
  const escaped = words.toLowerCase().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (text.includes(`&quot;${escaped}&quot;`)) return true;
  const quoted = `"${escaped}"`;
  for (let at = text.indexOf(quoted); at !== -1; at = text.indexOf(quoted, at + 1)) {
    const isAttribute = text[at - 1] === '=' && isLetter(text[at - 2]);
    if (!isAttribute) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
