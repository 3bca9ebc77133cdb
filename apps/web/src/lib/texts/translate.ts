/** Lookup of texts by key: plural forms and placeholders. */

/** A text, or one for each plural form. */
export type Entry = string | { readonly one: string; readonly other: string };

/** Values that fill the `{placeholders}` of a text; `count` also chooses between the plural forms. */
export type Values = Readonly<Record<string, string | number>>;

const plurals = new Intl.PluralRules('en-GB');

/** Returns a function that looks up the texts of a catalogue. */
export function translator<Key extends string>(
  texts: Readonly<Record<Key, Entry>>,
): (key: Key, values?: Values) => string {
  return (key, values = {}) => {
    const entry: Entry = texts[key];
    const text =
      typeof entry === 'string' ? entry : entry[plurals.select(Number(values['count'])) === 'one' ? 'one' : 'other'];
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === 'number' ? value.toLocaleString('en-GB') : value;
    });
  };
}
