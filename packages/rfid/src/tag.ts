import type { TagKind } from './types.ts';

/**
 * Converts a tag number to its canonical form: upper-case hexadecimal in words of four digits, without `0x` and separators. Leading zeros stay.
 * @returns null when the text is not a tag number, or is blank (all 0, all F) and identifies nothing
 */
export function canonicalTag(text: string): string | null {
  const hex = text.replace(/^\s*0x|[\s:-]/gi, '').toUpperCase();
  if (!/^(?:[0-9A-F]{4}){4,31}$/.test(hex) || /^(?:0+|F+)$/.test(hex)) return null;
  return hex;
}

/**
 * Removes the protocol control word from the beginning of a number. Only for readers that are configured to send it: many tag numbers begin with
 * digits that look like one.
 */
export function withoutProtocolControl(tag: string): string {
  const word = Number.parseInt(tag.slice(0, 4), 16);
  return (word >> 11) * 4 === tag.length - 4 ? tag.slice(4) : tag;
}

/**
 * Reads a unique identifier of a 13.56 MHz tag: ISO 15693 (8 bytes beginning with E0) or ISO 14443 (4, 7 or 10 bytes).
 * @param reversed the reader sends the last byte first
 * @returns null when it is neither, or a random identifier that changes at every reading
 */
export function canonicalUid(text: string, reversed = false): string | null {
  const hex = text.replace(/^\s*0x|[\s:-]/gi, '').toUpperCase();
  if (!/^(?:[0-9A-F]{2})+$/.test(hex)) return null;
  const bytes = hex.match(/../g) ?? [];
  const uid = (reversed ? bytes.toReversed() : bytes).join('');
  if (/^(?:0+|F+)$/.test(uid)) return null;
  if (uid.length === 16) return uid.startsWith('E0') ? uid : null;
  if (uid.length === 8) return uid.startsWith('08') ? null : uid;
  return uid.length === 14 || uid.length === 20 ? uid : null;
}

/** Derives the kind of a canonical number that was received without one: numbers that begin with E0 are chip identifiers (ISO 15693), all others EPCs. */
export function kindOf(tag: string): TagKind {
  return tag.length === 16 && tag.startsWith('E0') ? 'uid' : 'epc';
}
