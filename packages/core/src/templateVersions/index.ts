/** Drafts, versions and trials of templates, and the uses of their questions. */
import { getFieldUsage } from './fieldUsage.ts';
import {
  compareFieldsTemplateVersions,
  discardFieldsTemplateDraft,
  getFieldsTemplateDraft,
  getFieldsTemplateDraftEffects,
  getFieldsTemplateTrials,
  getFieldsTemplateVersions,
  publishFieldsTemplateDraft,
  saveFieldsTemplateDraft,
} from './templateVersions.ts';

/** The operations of this feature. */
export const templateVersionHandlers = [
  getFieldsTemplateVersions,
  compareFieldsTemplateVersions,
  getFieldsTemplateDraft,
  saveFieldsTemplateDraft,
  discardFieldsTemplateDraft,
  getFieldsTemplateDraftEffects,
  publishFieldsTemplateDraft,
  getFieldsTemplateTrials,
  getFieldUsage,
];
