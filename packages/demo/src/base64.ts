/** Encoding of bytes for calls. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let letter = 0; letter < 4; letter++)
      text += i + letter <= bytes.length ? LETTERS[(three >> (18 - 6 * letter)) & 63] : '=';
  }
  return text;
}
