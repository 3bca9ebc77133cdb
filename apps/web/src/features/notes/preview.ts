const PREVIEW_CHARACTERS = 20;
const characters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/** The first 20 characters of a note and an ellipsis when it is longer, characters counted as a person does (CNST-06). */
export function preview(content: string): string {
  const all = Array.from(characters.segment(content.replaceAll(/\s+/g, ' ').trim()), ({ segment }) => segment);
  return all.length > PREVIEW_CHARACTERS ? `${all.slice(0, PREVIEW_CHARACTERS).join('')}…` : all.join('');
}
