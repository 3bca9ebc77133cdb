/** Operations on many items at once. Each takes effect completely or not at all, and one undo reverts it. */
import { z } from 'zod';
import { FieldAnswer } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { startFrom } from '../inspections.ts';
import { NoteContent } from '../notes.ts';
import { operation } from '../base/operation.ts';
import { REPLAY_REFUSALS } from '../base/refusals.ts';

/** Maximum number of items in one call. */
const ITEM_LIMIT = 5_000;

const itemIds = z.array(idOf('item')).min(1).max(ITEM_LIMIT).describe('Each counts once.');

/** Result of an operation on many items. */
export const BulkResult = z
  .strictObject({
    changed: z.number().int().describe('How many items are different now.'),
    undo: z.string().nullable().describe('For `undoChanges`; null when nothing changed.'),
  })
  .meta({ id: 'BulkResult' });

/** Result of an operation on many items. */
export type BulkResult = z.infer<typeof BulkResult>;

export const setConditionOfItems = operation({
  name: 'setConditionOfItems',
  method: 'POST',
  path: '/ext/items/set-condition',
  summary: 'Records how several items were found in one inspection, or takes that back.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemIds,
    conditionId: idOf('condition').nullable().describe('null: back to Not Checked.'),
  }),
  output: BulkResult,
  problems: ['notFound', 'unknownCondition'],
});

export const setAnswerOfItems = operation({
  name: 'setAnswerOfItems',
  method: 'POST',
  path: '/ext/items/set-answer',
  summary:
    'Gives the same answer to a result question of several items within one inspection. Items that are not asked it stay as they are.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemIds,
    fieldId: idOf('field'),
    value: FieldAnswer.shape.value,
    displayValue: FieldAnswer.shape.displayValue,
  }),
  output: BulkResult,
  problems: ['notFound', 'answerRefused'],
});

export const setParentOfItems = operation({
  name: 'setParentOfItems',
  method: 'POST',
  path: '/ext/items/set-parent',
  summary: 'Moves several items to one place of their installation.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationId: idOf('installation'),
    itemIds,
    newParentId: idOf('item').nullable().describe('null: to the top.'),
  }),
  output: BulkResult,
  problems: ['notFound', 'wouldLoop'],
});

export const addNoteToItems = operation({
  name: 'addNoteToItems',
  method: 'POST',
  path: '/ext/items/add-note',
  summary: 'Writes the same note on several items within one inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemIds,
    content: NoteContent,
  }),
  output: BulkResult,
  problems: ['notFound'],
});

export const addItemsFromInstallation = operation({
  name: 'addItemsFromInstallation',
  method: 'POST',
  path: '/ext/items/add-to-inspection',
  summary:
    'Takes many items of the installation into an inspection: those named, those of an earlier inspection, whole locations, types of item.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemIds: z.array(idOf('item')).max(ITEM_LIMIT).optional(),
    ...startFrom,
  }),
  output: BulkResult,
  problems: ['notFound'],
});

export const undoChanges = operation({
  name: 'undoChanges',
  method: 'POST',
  path: '/ext/undo',
  summary:
    'Undoes the changes of one call of the same user on an installation. Rows that were changed since keep their present values.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationId: idOf('installation'),
    undo: z.uuid().describe('As the call answered it.'),
  }),
  output: z.strictObject({ undone: z.number().int().describe('Rows that are as they were before.') }),
  problems: ['notFound', ...REPLAY_REFUSALS],
});
