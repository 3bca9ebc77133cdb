/** Rules of an edited template that follow renamed questions and options, as pure functions. */
import type { NamingRule, TemplateContent } from '@holdfast/contract';
import { type FollowedRule, followNames, type NamedContent, rulesNamingRemovedChoices } from '@holdfast/contract/rules';

/** A content whose rules use the current names. */
export interface Followed<C> {
  content: C;
  followed: readonly FollowedRule[];
  /** Rules that compare with removed options. */
  broken: readonly NamingRule[];
}

/** Adapts the rules of a changed content to its names. @param before the content with the names that the rules use */
export function follow<C extends NamedContent>(before: NamedContent, changed: C): Followed<C> {
  const { rules, evidence, followed } = followNames(before, changed);
  const fields = changed.fields.map((field) =>
    rules.has(field.id) ? { ...field, rules: rules.get(field.id)! } : field,
  );
  const content = followed.length === 0 ? changed : { ...changed, fields, evidence };
  return { content, followed, broken: rulesNamingRemovedChoices(before, content) };
}

/** A changed content, and the content with the names that its rules use. */
export interface Based {
  content: TemplateContent;
  base: TemplateContent;
}

/**
 * Applies a change to the shown content, in which rules follow renamed questions. While only names change, the rules are stored as they
 * were written, so that they can follow any number of renames; when a rule is edited, all rules are stored as shown.
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
