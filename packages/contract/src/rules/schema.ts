/** Schemas of the rules of templates: the conditions of questions, calculated answers and required evidence. */
import { z } from 'zod';
import { text } from '../base/values.ts';

/** Longest expression of a rule, in characters. */
export const EXPRESSION_LIMIT = 2_000;
/** Most evidence rules of one template. */
const EVIDENCE_LIMIT = 100;

const Expression = text(EXPRESSION_LIMIT);

/** Sources of the proposed answer to a question. */
export const DEFAULTS = ['none', 'now', 'last', 'fixed'] as const;

/** Rules of a question. */
export const FieldRules = z
  .strictObject({
    showWhen: Expression.describe(
      'Expression; the question is asked where it gives true, and shown where it has an answer. Empty: always asked.',
    ),
    calculation: Expression.describe('Expression that gives the answer, which then cannot be typed. Empty: none.'),
    unit: text(30).describe('Of a number, shown behind it; may be empty.'),
    minimum: z.number().nullable().describe('A smaller number is accepted with a warning.'),
    maximum: z.number().nullable().describe('A larger number is accepted with a warning.'),
    default: z
      .enum(DEFAULTS)
      .describe('The answer proposed: the present day or moment, that of the previous inspection, or `fixed`.'),
    fixed: text(300).describe('The proposed answer, as it is stored; empty unless `default` is `fixed`.'),
  })
  .meta({ id: 'FieldRules' });

/** Rules of a question. */
export type FieldRules = z.infer<typeof FieldRules>;

/** A question without rules. */
export const NO_RULES: FieldRules = {
  showWhen: '',
  calculation: '',
  unit: '',
  minimum: null,
  maximum: null,
  default: 'none',
  fixed: '',
};

/** Kinds of evidence on an item in an inspection. */
export const EVIDENCE = ['photo', 'note', 'file'] as const;

/** Kind of evidence. */
export type Evidence = (typeof EVIDENCE)[number];

/** Evidence that a template requires under a condition. Without it nothing is refused, but the item counts as incomplete. */
export const EvidenceRule = z
  .strictObject({
    when: Expression.min(1).describe('Expression; the evidence is needed where it gives true.'),
    needs: z.enum(EVIDENCE).describe('At least one of these on the item, photos and notes in this inspection.'),
    reason: text(300).describe('Shown to inspectors; may be empty.'),
  })
  .meta({ id: 'EvidenceRule' });

/** Evidence that a template needs under a condition. */
export type EvidenceRule = z.infer<typeof EvidenceRule>;

/** The evidence rules of a template. */
export const EvidenceRules = z.array(EvidenceRule).max(EVIDENCE_LIMIT);

/** A fault in a rule of a template. */
export const RuleFault = z
  .strictObject({
    fieldId: z.string().nullable().describe('The question; null: an evidence rule.'),
    rule: z.enum(['showWhen', 'calculation', 'range', 'default', 'evidence']),
    place: z.number().int().describe('Of an evidence rule among the others, from 0; else 0.'),
    message: z.string().describe('What is wrong, in words for people.'),
    position: z.number().int().nullable().describe('Offset in the expression, where it is known.'),
  })
  .meta({ id: 'RuleFault' });

/** A fault in a rule of a template. */
export type RuleFault = z.infer<typeof RuleFault>;

/** A rule that names a question. */
export const NamingRule = z
  .strictObject({
    fieldId: z.string().nullable().describe('The question it belongs to; null: an evidence rule.'),
    name: z.string().describe('That question; of an evidence rule its condition.'),
    rule: RuleFault.shape.rule,
  })
  .meta({ id: 'NamingRule' });

/** A rule that names a question. */
export type NamingRule = z.infer<typeof NamingRule>;

/** Writes rules as JSON for a column; an empty text for none. */
export function storedRules(rules: FieldRules | null): string {
  return rules === null || hasNoRules(rules) ? '' : JSON.stringify(rules);
}

/** Returns true when a question has no rules. */
export function hasNoRules(rules: FieldRules): boolean {
  return Object.entries(NO_RULES).every(([key, none]) => rules[key as keyof FieldRules] === none);
}

/** Reads the rules in a column; null for none, undefined for an invalid text. */
export function readRules(stored: string): FieldRules | null | undefined {
  return stored === '' ? null : parsed(FieldRules, stored);
}

/** Writes evidence rules as JSON for a column; an empty text for none. */
export function storedEvidence(rules: readonly EvidenceRule[]): string {
  return rules.length === 0 ? '' : JSON.stringify(rules);
}

/** Reads the evidence rules in a column; undefined for an invalid text. */
export function readEvidence(stored: string): EvidenceRule[] | undefined {
  return stored === '' ? [] : parsed(EvidenceRules, stored);
}

function parsed<T extends z.ZodType>(schema: T, json: string): z.infer<T> | undefined {
  try {
    const read = schema.safeParse(JSON.parse(json));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
