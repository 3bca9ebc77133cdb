/** Questions, templates and answers. */
import { createField, deleteField, updateField } from './administerFields.ts';
import {
  createFieldsTemplate,
  getFieldsTemplate,
  getFieldsTemplates,
  getFieldTypes,
  updateFieldsTemplate,
} from './templates/administerTemplates.ts';
import { duplicateFieldsTemplate } from './templates/duplicateTemplate.ts';
import { sortFieldOptions, sortFields } from './sort.ts';
import { getFieldOptionUsage, getFieldsTemplateUsage } from './usage.ts';

export { answersOf, presentAnswer } from './answers.ts';
export { applyContent } from './applyContent.ts';
export { formerShortNamesAfter } from './changeShortName.ts';
export { readFormerShortNames } from './formerShortNames.ts';
export { contentDifferences, contentOf } from './content.ts';
export { usageOfAnswers, usageOfField, wasAnswered } from './queries.ts';
export { fieldById, presentTemplates, templateById } from './templates/templates.ts';
export { contentOfVersion, draftOf, keepVersion, removeDraft, storeDraft, versionsOf } from './templates/versions.ts';
export { choicesMustStay, followedContent } from './followRules.ts';
export { presentForm } from './forms.ts';
export { asFinished, type Assigned, assignedBy, type Finish, judgeOf, type RecordedVersions } from './judging.ts';
export { canLack, isRuled, type Lacking, lackingIn, rulesBy } from './requiredRules.ts';
export { type AnsweredForm, storeCalculated } from './calculations.ts';
export { ruleFaults, rulesMustHold, rulesThatName } from './ruleFaults.ts';
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
  getFieldsTemplateUsage,
  getFieldOptionUsage,
];
