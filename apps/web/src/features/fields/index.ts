export { displayedAnswers } from './answers.ts';
export { Questions } from './FieldsFormView.tsx';
export { InspectionFields, ItemFields } from './ItemFields.tsx';
export { fieldSaves } from './mutations.ts';
export { focusNextQuestion } from './nextQuestion.ts';
export { canRepeat } from './lastTime.ts';
export { AnsweringContext, useGatheredAnswers, useKeptAnswers } from './owner.tsx';
export { Question } from './Question.tsx';
export { useRepetition } from './useRepetition.ts';
