/** Questions, templates and answers. */
import { createField, deleteField, updateField } from './administerFields.ts';
import {
  createFieldsTemplate,
  getFieldsTemplate,
  getFieldsTemplates,
  getFieldTypes,
  updateFieldsTemplate,
} from './administerTemplates.ts';
import { duplicateFieldsTemplate } from './duplicateTemplate.ts';
import { sortFieldOptions, sortFields } from './sort.ts';
import { getFieldOptionUsage, getFieldsTemplateUsage, getFieldUsage } from './usage.ts';

export { answersOf, presentAnswer } from './answers.ts';
export { fieldById, presentTemplates } from './templates.ts';
export { presentForm } from './forms.ts';
export { asksRequired, requiredBlank } from './requiredRules.ts';
export { type AnswerOwner, saveAnswer, saveAnswers } from './saveAnswer.ts';

/** The operations of this feature. */
export const fieldHandlers = [
  getFieldTypes,
  getFieldsTemplates,
  getFieldsTemplate,
  createFieldsTemplate,
  updateFieldsTemplate,
  duplicateFieldsTemplate,
  sortFields,
  sortFieldOptions,
  createField,
  updateField,
  deleteField,
  getFieldUsage,
  getFieldsTemplateUsage,
  getFieldOptionUsage,
];
