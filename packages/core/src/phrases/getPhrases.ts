import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { answersWritten, namesOf, notesWritten } from './queries.ts';
import { phrasesOf } from './rules.ts';

/** Texts of the company that can be used again for an item. */
export const getPhrases = handler(contract.getPhrases, async ({ db }, { itemId, fieldId, search, limit }) => {
  const names = await namesOf(db, itemId);
  if (names === undefined) throw new contract.Problem('notFound');
  const written = fieldId === null ? await notesWritten(db) : await answersWritten(db, fieldId);
  return phrasesOf(written, names, search, limit);
});
