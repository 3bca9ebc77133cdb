/** Phrases: texts that users wrote earlier, for reuse. */
import { getPhrases } from './getPhrases.ts';

/** The operations of this feature. */
export const phraseHandlers = [getPhrases];
