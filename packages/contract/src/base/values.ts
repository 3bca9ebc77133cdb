import { z } from 'zod';

/** A moment, ISO 8601 in UTC, as `2026-01-15T12:00:00.000Z`. */
export const Instant = z.string().describe('A moment, ISO 8601 in UTC.');

/** A moment in an input. */
export const SentInstant = z.iso.datetime('must be a moment as 2026-01-15T12:00:00Z');

/** A day of an inspection: whole Unix seconds of midnight UTC of the picked day (product decision 7). */
export const UnixDay = z
  .number()
  .int()
  .min(-8_640_000_000_000)
  .max(8_640_000_000_000)
  .describe('Whole Unix seconds, midnight UTC.');

/** A colour as `#rrggbb`. */
export const HexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #2e7d32')
  .describe('A colour, #rrggbb.');

/** Longest name of anything, in UTF-16 units. */
export const NAME_LIMIT = 300;
/** Longest text of an answer or a note, in UTF-16 units. */
export const TEXT_LIMIT = 20_000;

// Characters that no screen shows or that PostgreSQL does not store (NUL). Written as a pattern, which OpenAPI can describe.
const UNPRINTABLE = '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f';
const PRINTABLE = new RegExp(`^[^${UNPRINTABLE}]*$`);

/** Text of at most `limit` characters; may be empty. */
export function text(limit: number = TEXT_LIMIT): z.ZodString {
  return z
    .string()
    .max(limit)
    .regex(PRINTABLE, 'must not contain control characters')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode');
}

/** Returns the pattern of a text for the description, with a minimum number of characters besides surrounding white space. */
export function patternOfTexts(least: number): string {
  return `^${`[^${UNPRINTABLE}]*[^\\s${UNPRINTABLE}]`.repeat(least)}[^${UNPRINTABLE}]*$`;
}

/** The name of a thing: not blank, surrounding white space dropped. */
export const Name = text(NAME_LIMIT)
  .trim()
  .min(1, 'must not be empty')
  .describe('A name as people read it.')
  .meta({ pattern: patternOfTexts(1) });

/** A SHA-256. */
export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')
  .describe('Of the content.');

/**
 * Revocation of a device by an administrator. `signOut`: until one of its users signs in again · `lock`: until an administrator unlocks it · `wipe`:
 * it deletes its data.
 */
export const RevokeMode = z.enum(['signOut', 'lock', 'wipe']);
export type RevokeMode = z.infer<typeof RevokeMode>;

/** A stream of bytes as body. */
export const Bytes = z
  .custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  )
  .describe('Bytes, as application/octet-stream.');
