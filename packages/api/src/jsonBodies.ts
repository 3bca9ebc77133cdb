/** Checks of JSON bodies before they are parsed, because parsing blocks all other requests. */
import { Problem } from '@holdfast/contract';

/** Maximum depth of nested arrays and objects in a body. */
const DEEPEST = 64;
/** Maximum number of values in a body. */
const MOST_VALUES = 300_000;
/** Maximum length of a body after decompression: `ratio` times its compressed length, but at least `bytes`. */
const MOST_UNPACKED = { ratio: 100, bytes: 1024 * 1024 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** @throws {Problem} `badInput` when a body nests too deeply or holds too many values */
export function mustBeModestJson(body: Uint8Array): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < body.length; at += 1) {
    switch (body[at]) {
      case QUOTE:
        at = endOfString(body, at);
        break;
      case COMMA:
        values += 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > DEEPEST) throw refusal(`has more than ${DEEPEST} arrays and objects within each other`);
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
    }
    if (values > MOST_VALUES) throw refusal(`holds more than ${MOST_VALUES} values`);
  }
}

/**
 * Returns the index of the closing quotation mark of the string that begins at `start`, or the end of the body when it is not closed. Searching for
 * the mark skips long strings, such as photos, quickly.
 */
function endOfString(body: Uint8Array, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end >= 0; end = body.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (body[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return body.length;
}

/**
 * @param sentBytes length of the body as it was sent; undefined when it was not announced
 * @throws {Problem} `badInput` when a compressed body has become too long
 */
export function mustBeInProportion(body: Uint8Array, sentBytes: number | undefined): void {
  if (body.length > Math.max(MOST_UNPACKED.bytes, MOST_UNPACKED.ratio * (sentBytes ?? 0)))
    throw refusal('becomes too long when it is unpacked');
}

function refusal(message: string): Problem {
  return new Problem('badInput', { issues: [{ path: '', message }] });
}
