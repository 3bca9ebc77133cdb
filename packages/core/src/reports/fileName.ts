/** Characters that some file systems do not allow in a name. */
const UNUSABLE = /[\p{Cc}<>:"/\\|?*]+/gu;
/** Maximum length of a part in UTF-16 units; file systems allow names of 255 bytes or units. */
const PART_LIMIT = 110;

/**
 * Returns the name of a file from its subject and the day (product decision 26).
 * @param now milliseconds, whose day in UTC is the day of the place
 */
export function fileName(parts: readonly string[], now: number, extension: string): string {
  const day = new Date(now).toISOString().slice(0, 10);
  return `${[...parts.map(plain), day].join(' - ')}.${extension}`;
}

function plain(part: string): string {
  const usable = part.replace(UNUSABLE, ' ').replace(/\s+/gu, ' ').trim();
  // Never splits a character of two units.
  const kept = usable.slice(0, PART_LIMIT).replace(/[\uD800-\uDBFF]$/, '');
  return kept.trim() || 'Untitled';
}
