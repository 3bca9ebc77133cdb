/** Rules of phrases, as pure functions: which parts of a text name the item it was written about, and which texts are offered. */
import type { Phrase } from '@holdfast/contract';

/** Names in a text that belong to one item. */
export interface Names {
  item: string;
  /** Name of its location; empty at the top level. */
  location: string;
}

/** A text and the item it was written about. */
export interface Written extends Names {
  text: string;
}

/** Longest text offered as a phrase, before and after names are put in, in UTF-16 units: longer ones are reports of one case. */
const LONGEST = 300;
/** Shortest name taken for a name in a text: shorter ones occur in other words. */
const SHORTEST_NAME = 4;
/** Placeholders for names in a text: control characters, which texts cannot contain. */
const ITEM = '\u0001';
const LOCATION = '\u0002';

/** Replaces the names of an item in a text by placeholders, so that the text fits any other item. */
function pattern({ text, item, location }: Written): string {
  const withoutItem = item.length < SHORTEST_NAME ? text : text.replaceAll(item, ITEM);
  return location.length < SHORTEST_NAME ? withoutItem : withoutItem.replaceAll(location, LOCATION);
}

/** Texts with the names of an item, each once, most used first and then newest first. `written` is newest first. */
export function phrasesOf(written: readonly Written[], names: Names, search: string, limit: number): Phrase[] {
  const uses = new Map<string, number>();
  for (const each of written) {
    const trimmed = each.text.trim();
    if (trimmed === '' || trimmed.length > LONGEST) continue;
    const key = pattern({ ...each, text: trimmed });
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const words = search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean);
  const isFound = (text: string): boolean => {
    const folded = text.toLocaleLowerCase('en');
    return words.every((word) => folded.includes(word));
  };
  return [...uses]
    .filter(([key]) => (names.location !== '' || !key.includes(LOCATION)) && filledLength(key, names) <= LONGEST)
    .map(([key, count]) => ({
      text: key.replaceAll(ITEM, () => names.item).replaceAll(LOCATION, () => names.location),
      uses: count,
    }))
    .filter(({ text }) => isFound(text))
    .toSorted((a, b) => b.uses - a.uses)
    .slice(0, limit);
}

/** Length of a pattern with the names of an item. */
function filledLength(key: string, { item, location }: Names): number {
  const places = (mark: string): number => key.split(mark).length - 1;
  return key.length + places(ITEM) * (item.length - 1) + places(LOCATION) * (location.length - 1);
}
