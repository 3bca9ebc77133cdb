/** Photos and files. */
export { filesOf, imagesOf } from './queries.ts';
