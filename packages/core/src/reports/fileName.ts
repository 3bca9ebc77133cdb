/** Characters that some file system does not take in a name. */
const UNUSABLE = /[\p{Cc}<>:"/\\|?*]+/gu;
/** UTF-16 units of a part; file systems take names of 255 bytes or units. */
const PART_LIMIT = 110;

/**
 * The name of a file made of what it is about and the day (product decision 26).
 * @param now milliseconds, whose day in UTC is the day of the place
 */
export function fileName(parts: readonly string[], now: number, extension: string): string {
  const day = new Date(now).toISOString().slice(0, 10);
  return `${[...parts.map(plain), day].join(' - ')}.${extension}`;
}

function plain(part: string): string {
  const usable = part.replace(UNUSABLE, ' ').replace(/\s+/gu, ' ').trim();
  // No half of a character that takes two units.
  const kept = usable.slice(0, PART_LIMIT).replace(/[\uD800-\uDBFF]$/, '');
  return kept.trim() || 'Untitled';
}
