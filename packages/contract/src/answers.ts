/** Questions as inspectors see them, and their answers. */
import { z } from 'zod';
import { Field, FieldAnswer, FieldResponse, FieldsTemplate } from './entities.ts';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';

/** A form: the questions to show and the answers given so far. */
export const FieldsForm = z
  .strictObject({
    fieldsTemplates: z.array(FieldsTemplate).describe('The sets of questions, in the order they are shown.'),
    fieldResponses: z
      .array(FieldResponse)
      .describe('Answers, those under choices that are no longer made among them (product decision 17).'),
    removedFields: z
      .array(Field)
      .describe('Questions that are no longer asked but were answered here; shown read-only (product decision 19).'),
    clock: z
      .string()
      .describe(
        'Version of what the answers belong to: of the item, or of its row in the inspection. Sent back as If-Match with its name.',
      ),
  })
  .meta({ id: 'FieldsForm' });

/** A form: the questions to show and the answers given so far. */
export type FieldsForm = z.infer<typeof FieldsForm>;

const answer = FieldAnswer.shape;

export const getFieldsForItem = operation({
  name: 'getFieldsForItem',
  method: 'POST',
  path: '/api/get-fields-for-item',
  summary: "An item's own questions and answers, independent of inspections.",
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ itemId: idOf('item') }),
  output: FieldsForm,
  problems: ['notFound'],
});

export const getFieldsForInstallationInspection = operation({
  name: 'getFieldsForInstallationInspection',
  method: 'POST',
  path: '/api/get-fields-for-installation-inspection',
  summary: 'The questions of one inspection about an item, and their answers.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: FieldsForm,
  problems: ['notFound'],
});

export const saveItemField = operation({
  name: 'saveItemField',
  method: 'POST',
  path: '/api/save-item-field',
  summary: "Stores the answer to one of an item's own questions; an empty value takes it back.",
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ itemId: idOf('item'), ...answer }),
  output: FieldResponse,
  problems: ['notFound', 'answerRefused', 'changedMeanwhile'],
});

export const saveInstallationInspectionItemField = operation({
  name: 'saveInstallationInspectionItemField',
  method: 'POST',
  // This spelling is that of the specification.
  path: '/api/save-installation-ispection-item-field',
  summary: 'Stores the answer to a question one inspection asks of an item; an empty value takes it back.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
    ...answer,
  }),
  output: FieldResponse,
  problems: ['notFound', 'answerRefused', 'changedMeanwhile'],
});
