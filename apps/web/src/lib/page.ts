import { newId } from './ids.ts';

/** The name of this page, new at each load: it is not told of what it did itself. */
export const PAGE = newId();
