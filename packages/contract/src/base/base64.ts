/** Bytes within JSON. */
import { z } from 'zod';

/** Characters allowed for the head of a data URL. */
const HEAD_LENGTH = 200;
/** Base64 with its padding, and the head of a data URL or none. */
const PATTERN =
  '^(?:data:[^,]{0,180},)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$';

/** Returns the length of a number of bytes in base64. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/**
 * Base64 of a limited number of bytes. The pattern is documented but not checked, because it would be matched against megabytes; decoding refuses the
 * same texts.
 * @param what text in front of the description
 */
export function base64Of(limitBytes: number, what = ''): z.ZodString {
  return z
    .string()
    .min(1)
    .max(base64Length(limitBytes) + HEAD_LENGTH)
    .meta({
      description: `${what}Base64 of at most ${limitBytes} bytes; the head of a data URL may stand before it.`,
      pattern: PATTERN,
    });
}
