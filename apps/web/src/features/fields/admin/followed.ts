/** Rules of a template under change that follow the names of its questions and choices, as pure functions. */
import type { NamingRule, TemplateContent } from '@holdfast/contract';
import { type FollowedRule, followNames, type NamedContent, rulesNamingRemovedChoices } from '@holdfast/contract/rules';

/** A content whose rules use the names it has now. */
export interface Followed<C> {
  content: C;
  followed: readonly FollowedRule[];
  /** Rules that compare with choices that were removed. */
  broken: readonly NamingRule[];
}

/** Lets the rules of a changed content follow its names. @param before the content whose names the rules were written with */
export function follow<C extends NamedContent>(before: NamedContent, changed: C): Followed<C> {
  const { rules, evidence, followed } = followNames(before, changed);
  const fields = changed.fields.map((field) =>
    rules.has(field.id) ? { ...field, rules: rules.get(field.id)! } : field,
  );
  const content = followed.length === 0 ? changed : { ...changed, fields, evidence };
  return { content, followed, broken: rulesNamingRemovedChoices(before, content) };
}

/** A changed content, and the one whose names its rules were written with. */
export interface Based {
  content: TemplateContent;
  base: TemplateContent;
}

/**
 * Makes a change of a content as it is shown, with rules that follow. While only names change, rules stay as they were written, so that they
 * follow however often a name is typed again; once a rule is edited, all of them are taken as they are shown.
 */
export function changeShown({ content, base }: Based, next: (shown: TemplateContent) => TemplateContent): Based {
  const shown = follow(base, content).content;
  const after = next(shown);
  const written = new Map(content.fields.map((field) => [field.id, field.rules]));
  const displayed = new Map(shown.fields.map((field) => [field.id, field.rules]));
  const isKept = (field: TemplateContent['fields'][number]): boolean =>
    displayed.has(field.id) && isSame(field.rules, displayed.get(field.id));
  const isNew = (field: TemplateContent['fields'][number]): boolean => !displayed.has(field.id) && field.rules === null;
  const areRulesKept =
    isSame(after.evidence, shown.evidence) && after.fields.every((field) => isKept(field) || isNew(field));
  if (!areRulesKept) return { content: after, base: shown };
  const fields = after.fields.map((field) => ({ ...field, rules: written.get(field.id) ?? field.rules }));
  return { content: { ...after, fields, evidence: content.evidence }, base };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
