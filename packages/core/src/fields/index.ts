/** Questions, templates and answers. */
export { answersOf, presentAnswer } from './answers.ts';
export { presentTemplates } from './templates.ts';
export { saveAnswer, saveAnswers } from './saveAnswer.ts';
