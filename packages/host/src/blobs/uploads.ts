/** Bytes of uploads in progress. */
import { FILE_BYTES, IMAGE_BYTES } from '@holdfast/contract';
import type { Ports } from '@holdfast/core';

/** Bytes of large bodies that may be in memory at a time, over all callers: two of the largest files. Each byte takes about three bytes of memory. */
const BUDGET = 280 * 1024 * 1024;

/** Default of the maximum size of a photo and of a file in bytes (product decision 22). */
const DEFAULT_LIMITS: Ports['uploads']['limits'] = { imageBytes: IMAGE_BYTES, fileBytes: FILE_BYTES };

/** A budget of bytes in flight (data decision 20). A single upload is always admitted, however large. */
export function uploadBudget(limits = DEFAULT_LIMITS, limit = BUDGET): Ports['uploads'] {
  let inFlight = 0;
  return {
    limits,
    take(bytes) {
      if (inFlight > 0 && inFlight + bytes > limit) return null;
      inFlight += bytes;
      let held = true;
      return () => {
        if (held) inFlight -= bytes;
        held = false;
      };
    },
    toUtf8: (text) => Buffer.from(text, 'utf8'),
    fromUtf8: (bytes) => new TextDecoder().decode(bytes),
    toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    fromBase64(text) {
      if (text.length % 4 !== 0) return null;
      const bytes = Buffer.from(text, 'base64');
      // The decoder skips characters that are not base64 digits, so the result is too short then.
      const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
      return bytes.length === (text.length / 4) * 3 - padding ? bytes : null;
    },
  };
}
