/** Gaps of a form: required questions without an answer, and evidence that its answers need. Pure. */
import type { EvidenceRule, Field, FieldsTemplate } from '@holdfast/contract';
import {
  type Circumstances,
  type CompileFormula,
  compileRules,
  type GivenAnswer,
  hasExpressions,
  type TemplateRules,
} from '@holdfast/contract/rules';

/** Returns the stored answer, at the top (`null`) or under an option; one without a value when there is none. */
export type AnswerOf = (fieldId: string, parentFieldOptionId: string | null) => GivenAnswer;

/** Returns the rules of a template; null for one without. */
export type RulesOf = (template: FormTemplate) => TemplateRules | null;

type FormTemplate = Pick<FieldsTemplate, 'fields' | 'evidence'>;

/** Gaps of a form. */
export interface Lacking {
  blank: Field[];
  /** Evidence that is needed, whether it is there or not. */
  evidence: EvidenceRule[];
}

/**
 * The required questions that are blank and the evidence that is needed, with those of the templates that chosen options open. What stands under
 * an option that is not chosen is not asked (product decision 17), nor is a question whose rule says so, and a Checkbox is blank until it was
 * answered (product decision 16).
 */
export function lackingIn(
  template: FormTemplate,
  answerOf: AnswerOf,
  around: Pick<Circumstances, 'condition' | 'now'> & { rulesOf: RulesOf },
  parentFieldOptionId: string | null = null,
): Lacking {
  const rules = around.rulesOf(template);
  const circumstances = { ...around, answerTo: (fieldId: string) => answerOf(fieldId, parentFieldOptionId) };
  const asked = rules?.asked(circumstances);
  const lacking: Lacking = { blank: [], evidence: rules?.evidence(circumstances) ?? [] };
  for (const field of template.fields) {
    if (asked?.has(field.id) === false) continue;
    const { value } = circumstances.answerTo(field.id);
    if (field.required && isBlank(value)) lacking.blank.push(field);
    const opened = field.options.find((option) => option.id === value);
    if (opened?.fieldsTemplate == null) continue;
    const below = lackingIn(opened.fieldsTemplate, answerOf, around, opened.id);
    lacking.blank.push(...below.blank);
    lacking.evidence.push(...below.evidence);
  }
  return lacking;
}

/** Returns true when a form can lack something: it, or a template its options open, requires an answer or evidence. */
export function canLack({ fields, evidence }: FormTemplate): boolean {
  return (
    evidence.length > 0 ||
    fields.some(
      ({ required, options }) =>
        required || options.some(({ fieldsTemplate }) => fieldsTemplate !== null && canLack(fieldsTemplate)),
    )
  );
}

/** Returns true when a template, or one its options open, has rules to evaluate. */
export function isRuled(template: FormTemplate): boolean {
  return (
    hasExpressions(template) ||
    template.fields.some(({ options }) =>
      options.some(({ fieldsTemplate }) => fieldsTemplate !== null && isRuled(fieldsTemplate)),
    )
  );
}

/** The rules of templates, each compiled once. @param compile null where none of them has rules */
export function rulesBy(compile: CompileFormula | null): RulesOf {
  const known = new Map<FormTemplate, TemplateRules | null>();
  return (template) => {
    const rules = known.get(template);
    if (rules !== undefined) return rules;
    const made = compile === null || !hasExpressions(template) ? null : compileRules(template, compile);
    known.set(template, made);
    return made;
  };
}

function isBlank(value: string): boolean {
  return value.trim() === '' || value === '[]';
}
