/** Types of the columns of synced tables, as both engines keep them (data decision 13). */
import { Id, NAME_LIMIT, TEXT_LIMIT, text, UnixDay } from '@holdfast/contract';
import { moment, ownMoment } from '@holdfast/sync';
import { z } from 'zod';

/** Longest JSON of a column, in UTF-16 units. */
const JSON_LIMIT = 300_000;

/** An id of another row. */
export const id = Id;
/** A name: not blank. */
export const name = text(NAME_LIMIT).min(1);
/** A short text that may be empty. */
export const label = text(NAME_LIMIT);
/** A long text that may be empty. */
export const prose = text(TEXT_LIMIT);
/** A list or object as JSON; an empty text for none. */
export const json = text(JSON_LIMIT);
/** A boolean: 0 or 1. */
export const flag = z.union([z.literal(0), z.literal(1)]);
/** A boolean as it is stored. */
export function flagOf(value: boolean): 0 | 1;
export function flagOf(value: boolean | undefined): 0 | 1 | undefined;
export function flagOf(value: boolean | undefined): 0 | 1 | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}
/** An integer in the range that both engines and JSON represent exactly. */
export const integer = z.int();
/** A day that people choose: seconds UTC. */
export const day = UnixDay;
/** A number of bytes, pixels or things. */
export const count = z.int().min(0);
/** The time of an edit in milliseconds UTC; the server corrects it by the clock of the device (docs/sync.md, What is promised). */
export const instant = moment;
/** A time that the device which makes the row stamped earlier, as the begin of what it saves now; corrected likewise, whatever its age. */
export const ownInstant = ownMoment;
/** A SHA-256 in lower-case hexadecimal. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** A position in a list, ascending. */
export const order = z.int();

/** The id of one of the rows that are the same in every database. */
export function constant(rows: Readonly<Record<string, { id: string }>>): z.ZodString {
  const ids = new Set(Object.values(rows).map((row) => row.id));
  return z.string().refine((value) => ids.has(value), 'must be one of the known ids');
}
