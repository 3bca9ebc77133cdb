/** Phrases: texts that users of a company wrote earlier, offered for reuse. */
import { z } from 'zod';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { NAME_LIMIT, text } from './base/values.ts';

/** Maximum number of phrases offered at once. */
const PHRASE_LIMIT = 50;

/** A text that was written before. */
export const Phrase = z
  .strictObject({
    text: z
      .string()
      .describe('With the names of the present item and its location in place of those it was written about.'),
    uses: z.number().int().describe('Times it was written.'),
  })
  .meta({ id: 'Phrase' });

/** A text that was written before. */
export type Phrase = z.infer<typeof Phrase>;

export const getPhrases = operation({
  name: 'getPhrases',
  method: 'POST',
  path: '/ext/phrases',
  summary: `Texts that answered a question, or were written as notes, in the whole company, most used first; at most ${PHRASE_LIMIT}. Names of items and locations in them are replaced by those of the item they are for.`,
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    itemId: idOf('item'),
    fieldId: idOf('field').nullable().describe('The question; null: notes.'),
    search: text(NAME_LIMIT).default('').describe('Words that all occur, in any order.'),
    limit: z.int().min(1).max(PHRASE_LIMIT).default(PHRASE_LIMIT),
  }),
  output: z.array(Phrase),
  problems: ['notFound'],
});
