/** Names of photos and files. */

const LONGEST = 30;
const HEAD = 20;
const TAIL = 8;
const characters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' });

/** Returns the extension of a file name with its dot; empty without one. */
export function extensionOf(filename: string): string {
  return /[^.](\.[^./\\]+)$/.exec(filename)?.[1] ?? '';
}

/**
 * Shortens a name of more than 30 characters to its first 20, an ellipsis, and the last 8 before the extension. Counts visible characters
 * (CNST-06, product decision 20).
 */
export function shortName(filename: string): string {
  const whole = charactersOf(filename);
  if (whole.length <= LONGEST) return filename;
  const extension = extensionOf(filename);
  const stem = charactersOf(filename.slice(0, filename.length - extension.length));
  if (stem.length <= HEAD) return filename;
  return `${stem.slice(0, HEAD).join('')}…${stem.slice(-TAIL).join('')}${extension}`;
}

function charactersOf(text: string): string[] {
  return Array.from(characters.segment(text), ({ segment }) => segment);
}

/** Returns the address of a photo; with a size, that of an upright copy whose longest edge has this number of pixels. */
export function imageAddress({ id, filename }: { id: string; filename: string }, size?: 320 | 1280): string {
  return `/images/${id}${encodeURIComponent(extensionOf(filename))}${size === undefined ? '' : `?size=${size}`}`;
}

/** Returns the address of a copy of a removed photo whose longest edge has at most 320 pixels. */
export function deletedImageAddress({ id, filename }: { id: string; filename: string }): string {
  return `/deleted-images/${id}${encodeURIComponent(extensionOf(filename))}?size=320`;
}

/** Returns the address of a file. */
export function fileAddress({ id, filename }: { id: string; filename: string }): string {
  return `/files/${id}${encodeURIComponent(extensionOf(filename))}`;
}

/** Returns the address of a picture that explains a question (FLDS-22). */
export function fieldImageAddress({ id, filename }: { id: string; filename: string }): string {
  return `/field-images/${id}${encodeURIComponent(extensionOf(filename))}`;
}

/** Returns the address of a copy of a company's logo whose longest edge has at most 320 pixels. */
export function companyLogoAddress(id: string): string {
  return `/company-logos/${id}?size=320`;
}
