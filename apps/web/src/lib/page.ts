import { newId } from './ids.ts';

/** Id of this page, new at each load. The server sends no events about a page's own changes to that page. */
export const PAGE = newId();
