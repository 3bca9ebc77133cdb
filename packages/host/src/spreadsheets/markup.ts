/** Checks of the XML in a workbook before it is parsed: the parser of the library has no limits of its own. */

/** Maximum number of attributes of an element; those of workbooks have fewer than thirty. */
const ATTRIBUTES = 100;

const [LESS, GREATER, EXCLAMATION, QUESTION, HYPHEN, BRACKET, EQUALS] = Array.from('<>!?-[=', (sign) =>
  sign.charCodeAt(0),
);
const QUOTES = new Set(Array.from(`"'`, (sign) => sign.charCodeAt(0)));

/**
 * Returns true when a part of a workbook is XML that workbooks contain: no document type anywhere, which could expand entities, and no
 * element with very many attributes, which a parser compares with each other.
 */
export function isPlainMarkup(part: Uint8Array): boolean {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  for (let at = bytes.indexOf(LESS!); at !== -1; at = bytes.indexOf(LESS!, at)) {
    const end = endOfMarkup(bytes, at);
    if (end === null) return false;
    at = end;
  }
  return true;
}

/** Returns the position behind the markup that begins at a position, that of the end where it has none; null when it is not accepted. */
function endOfMarkup(bytes: Buffer, at: number): number | null {
  if (bytes[at + 1] === QUESTION) return behind(bytes, '?>', at + 2);
  if (bytes[at + 1] !== EXCLAMATION) return endOfTag(bytes, at + 1);
  if (bytes[at + 2] === HYPHEN) return behind(bytes, '-->', at + 4);
  return bytes[at + 2] === BRACKET ? behind(bytes, ']]>', at + 3) : null;
}

function behind(bytes: Buffer, sign: string, from: number): number {
  const at = bytes.indexOf(sign, from);
  return at === -1 ? bytes.length : at + sign.length;
}

/** A sign inside a quoted value ends neither the tag nor begins an attribute. */
function endOfTag(bytes: Buffer, from: number): number | null {
  let attributes = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === GREATER) return at + 1;
    if (byte === EQUALS) attributes += 1;
    if (attributes > ATTRIBUTES) return null;
    if (QUOTES.has(byte)) {
      at = bytes.indexOf(byte, at + 1);
      if (at === -1) break;
    }
  }
  return bytes.length;
}
