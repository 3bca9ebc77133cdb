/** Recognises the type of bytes by content, independent of their file name (product decision 22). */

/** Types of photos that can be used. */
export const PHOTO_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/bmp',
]);

/** All results of `sniff`. */
export const MEDIA_TYPES: ReadonlySet<string> = new Set([
  ...PHOTO_TYPES,
  'image/tiff',
  'image/heic',
  'image/avif',
  'image/svg+xml',
  'video/mp4',
  'application/pdf',
  'application/zip',
  'text/plain',
  'application/octet-stream',
]);

/** Number of bytes from the start in which a browser or a document reader looks for the type of a file. */
const HEAD_BYTES = 4_096;
/** A ZIP archive ends with a record of 22 bytes and a comment of at most 65,535. */
const ZIP_END_BYTES = 22 + 65_535;

/**
 * Start of an SVG drawing. A comment ends at its first `-->`: with several ends to choose from, a head of comments alone would be tried in 2ⁿ ways.
 */
const SVG_HEAD =
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i;

const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

/** The media type of a content; `application/octet-stream` for an unknown type. */
export function sniff(bytes: Uint8Array): string {
  const at = (offset: number, text: string): boolean => latin(bytes, offset, offset + text.length) === text;
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at(0, '\xff\xd8\xff')) return 'image/jpeg';
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return 'image/gif';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp';
  if (at(0, 'BM') && [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0) && at(15, '\0\0\0')) return 'image/bmp';
  if (at(0, 'II*\0') || at(0, 'MM\0*')) return 'image/tiff';
  if (at(4, 'ftyp')) {
    const brand = latin(bytes, 8, 12);
    return HEIF_BRANDS.has(brand) ? 'image/heic' : brand === 'avif' ? 'image/avif' : 'video/mp4';
  }
  if (at(0, '%PDF-')) return 'application/pdf';
  if (at(0, 'PK\x03\x04')) return 'application/zip';
  const head = latin(bytes, 0, HEAD_BYTES);
  if (SVG_HEAD.test(head)) return 'image/svg+xml';
  return isText(head) ? 'text/plain' : 'application/octet-stream';
}

/** Returns true when a picture is a valid file of another type as well: a document or a page by its beginning, an archive by its end. */
export function isPolyglot(bytes: Uint8Array): boolean {
  const head = latin(bytes, 0, HEAD_BYTES);
  if (head.includes('%PDF-') || /<(?:!doctype\s+html|html|script|svg|iframe)[\s>]/i.test(head)) return true;
  const tail = latin(bytes, Math.max(0, bytes.length - ZIP_END_BYTES), bytes.length);
  for (let end = tail.indexOf('PK\x05\x06'); end >= 0; end = tail.indexOf('PK\x05\x06', end + 1)) {
    const comment = tail.charCodeAt(end + 20) + 256 * tail.charCodeAt(end + 21);
    if (end + 22 + comment === tail.length) return true;
  }
  return false;
}

/** Converts each byte to one character. */
function latin(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < Math.min(to, bytes.length); i += 8_192) {
    text += String.fromCharCode(...bytes.subarray(i, Math.min(i + 8_192, to)));
  }
  return text;
}

/** Returns true for bytes without control characters except white space and the one that begins a terminal colour. */
function isText(head: string): boolean {
  if (head === '') return false;
  for (let i = 0; i < head.length; i += 1) {
    const code = head.charCodeAt(i);
    if (code === 0x7f || (code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1b)) return false;
  }
  return true;
}
