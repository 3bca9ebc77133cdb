import { newId } from './ids.ts';

/** Id of this page, new at each load: it receives no events about its own changes. */
export const PAGE = newId();
