/** Rules of a template that follow the names of its questions and choices. */
import { type FieldsTemplate, Problem, storedEvidence, storedRules, type TemplateContent } from '@holdfast/contract';
import { followNames, type NamedContent, rulesNamingRemovedChoices } from '@holdfast/contract/rules';
import type { WriteCtx } from '../calls/ctx.ts';
import { templateById } from './templates/templates.ts';

/**
 * Updates the stored rules of a template to the names after a change.
 * @param before the template before the change
 * @param after the template as it is stored now
 * @returns the template with its rules as they follow
 * @throws {Problem} `namedInRules` when the change removes a choice that rules compare with
 */
export async function updateRules(
  ctx: WriteCtx,
  before: FieldsTemplate,
  after: FieldsTemplate,
): Promise<FieldsTemplate> {
  const { rules, evidence, followed } = followNames(before, after);
  for (const [id, own] of rules) await ctx.follow('field', { op: 'upd', id, set: { rules: storedRules(own) } });
  if (followed.some(({ rule }) => rule === 'evidence'))
    await ctx.follow('fieldsTemplate', { op: 'upd', id: after.id, set: { evidence: storedEvidence(evidence) } });
  const now = followed.length === 0 ? after : await templateById(ctx.db, after.id);
  choicesMustStay(before, now);
  return now;
}

/** Returns a content whose rules use the names that its questions and choices have now. */
export function followedContent(before: TemplateContent, after: TemplateContent): TemplateContent {
  const { rules, evidence } = followNames(before, after);
  return {
    ...after,
    fields: after.fields.map((field) => ({ ...field, rules: rules.get(field.id) ?? field.rules })),
    evidence: [...evidence],
  };
}

/** @throws {Problem} `namedInRules` when a change removes a choice that rules compare with */
export function choicesMustStay(before: NamedContent, after: NamedContent): void {
  const rules = rulesNamingRemovedChoices(before, after);
  if (rules.length > 0) throw new Problem('namedInRules', { rules });
}
