/** The content of a template as it was before a change: finished inspections are judged by it. */
import { EvidenceRules, FieldRules, type FieldsTemplate } from '@holdfast/contract';
import { z } from 'zod';
import * as c from '../db/columns.ts';

const PastField = z.strictObject({
  id: c.id,
  name: c.name,
  shortName: c.label,
  required: z.boolean(),
  rules: FieldRules.nullable(),
  /** The templates that its options opened, by option. */
  opens: z.record(c.id, c.id),
});

const PastContent = z.strictObject({ fields: z.array(PastField), evidence: EvidenceRules });

/** The questions of a template before a change, as far as they decide what an inspection lacks. */
export type PastContent = z.infer<typeof PastContent>;

/** Reads a stored content; undefined for a text that is none. */
export function readPastContent(stored: string): PastContent | undefined {
  try {
    return PastContent.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

/** Returns the questions and evidence rules of a template. */
export function pastContentOf({ fields, evidence }: FieldsTemplate): PastContent {
  return {
    fields: fields.map(({ id, name, shortName, required, rules, options }) => ({
      id,
      name,
      shortName,
      required,
      rules,
      opens: Object.fromEntries(
        options.flatMap((option) => (option.fieldsTemplateId === null ? [] : [[option.id, option.fieldsTemplateId]])),
      ),
    })),
    evidence,
  };
}
