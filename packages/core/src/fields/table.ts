import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, Problem, readEvidence, readRules } from '@holdfast/contract';
import type { Intent } from '@holdfast/sync';
import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { ADMINISTERED } from '../db/rights.ts';
import { answerHistory } from './answerHistory.ts';
import { answerBelongs, answerFits } from './answerRules.ts';
import { optionFitsType, typeFitsOptions } from './optionRules.ts';
import { readFormerShortNames } from './formerShortNames.ts';
import { readPastContent } from './pastContent.ts';
import { templateCannotContainItself } from './templates/templateRules.ts';

/** Rules of a question as JSON; empty for none. */
const storedRules = c.prose.refine((rules) => readRules(rules) !== undefined, 'must be the rules of a question');
/** Former short names of a question as JSON; empty for none. */
const storedFormerShortNames = c.json.refine(
  (names) => readFormerShortNames(names) !== undefined,
  'must be former short names of a question',
);
/** Evidence rules of a template as JSON; empty for none. They can be longer than any text that users write. */
const storedEvidence = c.json.refine((rules) => readEvidence(rules) !== undefined, 'must be evidence rules');

/** The questions of a template before a change as JSON. */
const storedPast = c.json.refine((content) => readPastContent(content) !== undefined, 'must be a past template');

/** A set of questions. Its version counts the changes that were made after answers had been recorded. */
export const fieldsTemplate = table({
  name: 'fieldsTemplate',
  columns: z.strictObject({
    name: c.name,
    fieldsTemplateTypeId: c.constant(FIELDS_TEMPLATE_TYPES),
    version: c.integer,
    evidence: storedEvidence,
  }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: {},
  fixed: ['fieldsTemplateTypeId'],
  added: { version: { since: 2, value: 1 }, evidence: { since: 3, value: '' } },
});

/** A template as it was until a change. It is kept without end, since inspections that were finished by then are judged by it. */
export const pastTemplate = table({
  name: 'pastTemplate',
  since: 5,
  columns: z.strictObject({ fieldsTemplateId: c.id, version: c.integer, until: c.integer, content: storedPast }),
  scopeKind: 'library',
  rights: { insert: 'administer', update: null, delete: null, restore: null },
  references: { fieldsTemplateId: 'fieldsTemplate' },
  fixed: ['fieldsTemplateId', 'version', 'until', 'content'],
});

/** A question. */
export const field = table({
  name: 'field',
  columns: z.strictObject({
    name: c.name,
    shortName: c.label,
    description: c.prose,
    fieldTypeId: c.constant(FIELD_TYPES),
    required: c.flag,
    order: c.order,
    showInList: c.flag,
    fieldsTemplateId: c.id,
    rules: storedRules,
    formerShortNames: storedFormerShortNames,
  }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: { fieldsTemplateId: 'fieldsTemplate' },
  fixed: ['fieldsTemplateId'],
  added: { rules: { since: 3, value: '' }, formerShortNames: { since: 5, value: '' } },
  invariants: [typeFitsOptions],
});

/** A choice of a question. */
export const fieldOption = table({
  name: 'fieldOption',
  columns: z.strictObject({ fieldId: c.id, name: c.name, order: c.order, fieldsTemplateId: c.id.nullable() }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: { fieldId: 'field', fieldsTemplateId: 'fieldsTemplate' },
  fixed: ['fieldId'],
  invariants: [optionFitsType, templateCannotContainItself],
});

/** A picture that explains a question. */
export const fieldImage = table({
  name: 'fieldImage',
  columns: z.strictObject({
    fieldId: c.id,
    filename: c.name,
    mimeType: c.label,
    sha256: c.hash,
    size: c.count,
    order: c.order,
  }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: { fieldId: 'field' },
  fixed: ['fieldId'],
  blob: 'sha256',
});

/** The kinds of row an answer can belong to. */
const ANSWER_OWNERS = ['item', 'installationInspectionItem', 'installation', 'installationInspection'] as const;

/** An answer. One question has one answer per owner and option under which it was given; it keeps the question's words of that time. */
export const fieldResponse = table({
  name: 'fieldResponse',
  columns: z.strictObject({
    ownerId: c.id,
    ownerTable: z.enum(ANSWER_OWNERS),
    fieldId: c.id,
    parentFieldOptionId: c.id.nullable(),
    value: c.prose,
    displayValue: c.prose,
    recordedDate: c.instant,
    question: c.label,
    templateVersion: c.integer,
  }),
  scopeKind: 'company',
  rights: {
    insert: 'inspect',
    update: {
      value: 'inspect',
      displayValue: 'inspect',
      recordedDate: 'inspect',
      question: 'inspect',
      templateVersion: 'inspect',
    },
    delete: 'inspect',
    restore: 'inspect',
  },
  naturalKey: ['ownerId', 'fieldId', 'parentFieldOptionId'],
  references: { fieldId: 'field', parentFieldOptionId: 'fieldOption' },
  owner: 'ownerId',
  fixed: ['ownerTable'],
  added: { question: { since: 2, value: '' }, templateVersion: { since: 2, value: 1 } },
  groups: { answer: ['value', 'displayValue', 'recordedDate', 'question', 'templateVersion'] },
  invariants: [ownerLives, answerBelongs, answerFits],
  history: answerHistory,
});

/** Checks that an answer belongs to a living row of its own company. */
async function ownerLives({ after, lookup }: Intent): Promise<void> {
  const owner = await lookup.row(String(after['ownerTable']), String(after['ownerId']));
  if (owner === undefined || owner.deletedAt !== null || owner.scopeId !== after.scopeId) throw new Problem('notFound');
}
