/** Questions, templates and answers. */
export { answersOf, presentAnswer } from './answers.ts';
