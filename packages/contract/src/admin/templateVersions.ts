/** Drafts, versions and trials of templates. */
import { z } from 'zod';
import { FieldResponse, FieldsTemplate } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Instant, NAME_LIMIT, Name, text } from '../base/values.ts';
import { EvidenceRules, FieldRules, RuleFault } from '../rules/schema.ts';
import { Usage } from './templates.ts';

/** Maximum size of a template in bytes: some hundred questions with some dozen choices each. */
const CONTENT_BYTES = 8 * 1024 * 1024;

/** A choice in the content of a template. */
const ContentOption = z.strictObject({
  id: idOf('fieldOption').describe('Kept by a choice that exists; made by the caller for a new one.'),
  name: Name,
  fieldsTemplateId: idOf('fieldsTemplate').nullable().describe('The further questions it opens.'),
});

/** A question in the content of a template. */
const ContentField = z.strictObject({
  id: idOf('field').describe('Kept by a question that exists; made by the caller for a new one.'),
  name: Name,
  shortName: text(NAME_LIMIT),
  description: text(),
  fieldTypeId: idOf('fieldType'),
  required: z.boolean(),
  showInList: z.boolean(),
  options: z.array(ContentOption).max(1_000),
  rules: FieldRules.nullable().default(null),
});

/** Name, questions and evidence rules of a template, in their order. */
export const TemplateContent = z
  .strictObject({ name: Name, fields: z.array(ContentField).max(5_000), evidence: EvidenceRules.default([]) })
  .refine(namesEachOnce, 'must not name a question or choice twice')
  .meta({ id: 'TemplateContent' });

/** Name, questions and evidence rules of a template, in their order. */
export type TemplateContent = z.infer<typeof TemplateContent>;

function namesEachOnce({ fields }: { fields: readonly z.infer<typeof ContentField>[] }): boolean {
  const ids = fields.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
  return new Set(ids).size === ids.length;
}

/** One difference between two contents of a template. */
export const TemplateDifference = z
  .strictObject({
    kind: z.enum(['added', 'removed', 'changed', 'moved']),
    fieldId: idOf('field').nullable().describe('null: the template itself.'),
    name: z.string().describe('The question as it is called afterwards, or was called before its removal.'),
    changes: z
      .array(z.strictObject({ property: z.string(), was: z.string(), is: z.string() }))
      .describe('Of a change: its properties in words.'),
  })
  .meta({ id: 'TemplateDifference' });

/** One difference between two contents of a template. */
export type TemplateDifference = z.infer<typeof TemplateDifference>;

/** A version of a template. */
export const TemplateVersion = z
  .strictObject({
    number: z.number().int().describe('From 1; the highest is the one in use.'),
    at: Instant.describe('Begin of its use.'),
    by: idOf('user'),
    note: z.string().describe('Reason of the change, as its author gave it; may be empty.'),
    answers: z.number().int().describe('Answers recorded by it, in every company.'),
  })
  .meta({ id: 'TemplateVersion' });

/** A version of a template. */
export type TemplateVersion = z.infer<typeof TemplateVersion>;

/** The draft of the next version of a template. */
export const TemplateDraft = z
  .strictObject({
    content: TemplateContent,
    baseVersion: z.number().int().describe('The version it was begun from.'),
    savedAt: Instant,
    by: idOf('user').describe('Who saved it last.'),
  })
  .meta({ id: 'TemplateDraft' });

/** The draft of the next version of a template. */
export type TemplateDraft = z.infer<typeof TemplateDraft>;

/** Effects of publishing a draft. */
export const DraftEffects = z
  .strictObject({
    differences: z.array(TemplateDifference),
    usage: Usage.describe(
      'Recorded answers to questions that are changed or removed; they stay as they were recorded.',
    ),
    reports: z
      .array(z.string())
      .describe('Titles of reports that name a short name which the draft changes or removes.'),
    devices: z.number().int().describe('Desktops that receive it with their next synchronisation.'),
    faults: z.array(RuleFault).describe('Faults in its rules, for which it cannot be published.'),
    isOutdated: z
      .boolean()
      .describe('The template changed since the draft was begun; publishing replaces those changes.'),
  })
  .meta({ id: 'DraftEffects' });

/** Effects of publishing a draft. */
export type DraftEffects = z.infer<typeof DraftEffects>;

/** Recorded answers on which a template can be tried. */
export const TemplateTrial = z
  .strictObject({
    ownerId: z.string(),
    name: z.string().describe('The item, inspection or installation that was answered.'),
    within: z.string().describe('Its inspection or installation; may be empty.'),
    fieldResponses: z.array(FieldResponse),
  })
  .meta({ id: 'TemplateTrial' });

/** Recorded answers on which a template can be tried. */
export type TemplateTrial = z.infer<typeof TemplateTrial>;

const shared = { right: 'administer', offline: false } as const;
const id = idOf('fieldsTemplate');

export const getFieldsTemplateVersions = operation({
  ...shared,
  name: 'getFieldsTemplateVersions',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/versions',
  summary:
    'The versions of a template, latest first. A change makes a new version once answers were recorded by the one in use; until then it becomes part of that one.',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(TemplateVersion),
  problems: ['notFound'],
});

export const compareFieldsTemplateVersions = operation({
  ...shared,
  name: 'compareFieldsTemplateVersions',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/versions/compare',
  summary: 'The differences between two versions of a template.',
  effect: 'read',
  input: z.strictObject({ id, from: z.coerce.number().int().min(1), to: z.coerce.number().int().min(1) }),
  output: z.array(TemplateDifference),
  problems: ['notFound'],
});

export const getFieldsTemplateDraft = operation({
  ...shared,
  name: 'getFieldsTemplateDraft',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/draft',
  summary: 'The draft of the next version of a template; null when there is none.',
  effect: 'read',
  input: z.strictObject({ id }),
  output: TemplateDraft.nullable(),
  problems: ['notFound'],
});

export const saveFieldsTemplateDraft = operation({
  ...shared,
  name: 'saveFieldsTemplateDraft',
  method: 'PUT',
  path: '/ext/admin/fields-templates/{id}/draft',
  summary:
    'Saves the draft of the next version of a template. Inspectors are asked by the version in use until it is published.',
  effect: 'write',
  audit: 'configuration',
  bodyBytes: CONTENT_BYTES,
  input: z.strictObject({
    id,
    content: TemplateContent,
    replaces: Instant.nullable().describe('`savedAt` of the draft the changes were made on; null: there was none.'),
  }),
  output: TemplateDraft,
  problems: ['notFound', 'changedMeanwhile'],
});

export const discardFieldsTemplateDraft = operation({
  ...shared,
  name: 'discardFieldsTemplateDraft',
  method: 'DELETE',
  path: '/ext/admin/fields-templates/{id}/draft',
  summary: 'Discards the draft of a template.',
  effect: 'write',
  audit: 'configuration',
  input: z.strictObject({ id }),
  output: z.null(),
  problems: ['notFound'],
});

export const getFieldsTemplateDraftEffects = operation({
  ...shared,
  name: 'getFieldsTemplateDraftEffects',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/draft/effects',
  summary:
    'What publishing the draft of a template would change, and the answers, inspections, reports and desktops concerned.',
  effect: 'read',
  input: z.strictObject({ id }),
  output: DraftEffects,
  problems: ['notFound'],
});

export const publishFieldsTemplateDraft = operation({
  ...shared,
  name: 'publishFieldsTemplateDraft',
  method: 'POST',
  path: '/ext/admin/fields-templates/{id}/draft/publish',
  summary:
    'Makes the draft of a template its version in use, all at once. Recorded answers stay as they were; a question that was answered and gets another type becomes a new question.',
  effect: 'write',
  audit: 'configuration',
  input: z.strictObject({
    id,
    note: text(NAME_LIMIT).default('').describe('Reason of the change.'),
    savedAt: Instant.describe('Of the draft that was read.'),
  }),
  output: FieldsTemplate,
  problems: ['notFound', 'wouldLoop', 'changedMeanwhile', 'rulesBroken', 'namedInRules'],
});

export const getFieldsTemplateTrials = operation({
  ...shared,
  name: 'getFieldsTemplateTrials',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/trials',
  summary: 'Records answered by a template, last answered first, on whose answers its changes can be tried.',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(TemplateTrial),
  problems: ['notFound'],
});
