/** Former short names of questions: reports that name one still find the answers. */
import { z } from 'zod';
import { integer, label } from '../db/columns.ts';

const FormerShortName = z.strictObject({ name: label, until: integer });

/** A short name that a question had, which may be empty, and the last version of its template that may have recorded answers under it. */
type FormerShortName = z.infer<typeof FormerShortName>;

const FormerShortNames = z.array(FormerShortName);

/** Reads stored former short names, earliest first; undefined for a text that is none. */
export function readFormerShortNames(stored: string): readonly FormerShortName[] | undefined {
  if (stored === '') return [];
  try {
    return FormerShortNames.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}
