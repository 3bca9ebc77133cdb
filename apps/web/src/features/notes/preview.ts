const PREVIEW_CHARACTERS = 20;
const characters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/** Returns the first 20 visible characters of a note, with an ellipsis when it is longer (CNST-06). */
export function preview(content: string): string {
  const all = Array.from(characters.segment(content.replaceAll(/\s+/g, ' ').trim()), ({ segment }) => segment);
  return all.length > PREVIEW_CHARACTERS ? `${all.slice(0, PREVIEW_CHARACTERS).join('')}…` : all.join('');
}
