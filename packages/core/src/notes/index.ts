/** Remarks on items. */
export { notesOf } from './queries.ts';
