/** Texts that were written before, to be used again. */
import { getPhrases } from './getPhrases.ts';

/** The operations of this feature. */
export const phraseHandlers = [getPhrases];
