import { Problem } from '@holdfast/contract';
import type { Ports } from '../ports.ts';

const DATA_URL_HEAD = /^data:[^,]{0,180},/;

/**
 * Decodes a base64 text, with or without the head of a data URL.
 * @param path the key of the input, for the refusal
 * @throws {Problem} `badInput` when it is no base64, `tooLarge` above the limit
 */
export function bytesOfBase64(
  { uploads }: Ports,
  text: string,
  path: string,
  limitBytes: number,
): Uint8Array<ArrayBuffer> {
  const digits = text.replace(DATA_URL_HEAD, '');
  if ((digits.length / 4) * 3 > limitBytes + 3) throw new Problem('tooLarge', { limitBytes });
  const bytes = uploads.fromBase64(digits);
  if (bytes === null || bytes.length === 0)
    throw new Problem('badInput', { issues: [{ path, message: 'must be base64' }] });
  if (bytes.length > limitBytes) throw new Problem('tooLarge', { limitBytes });
  return bytes;
}
