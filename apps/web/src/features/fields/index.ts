export { answersInWords, isNumberSoFar } from './answers.ts';
export { Questions } from './FieldsFormView.tsx';
export { InspectionFields, ItemFields } from './ItemFields.tsx';
export { fieldSaves } from './mutations.ts';
export { type Repetition } from './lastTime.ts';
export { AnsweringContext, useGatheredAnswers } from './owner.tsx';
export { useRepetition } from './useRepetition.ts';
