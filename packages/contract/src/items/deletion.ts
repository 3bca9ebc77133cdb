/** Deletion of items, and its undo (product decision 8, data decision 10). */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { REPLAY_REFUSALS } from '../base/refusals.ts';

/** Counts of the effects of deleting an item. */
const counts = {
  removed: z.number().int().describe('Items that leave this inspection.'),
  deleted: z.number().int().describe('Items and places that no other inspection uses and that are deleted altogether.'),
  kept: z.number().int().describe('Of it and what stands in it, how many stay in the installation.'),
  moved: z.number().int().describe('Of those, how many move up because what they stood in is deleted.'),
};

/** Effects of deleting an item. */
export const DeletionPreview = z.strictObject(counts).meta({ id: 'DeletionPreview' });

/** Effects of deleting an item. */
export type DeletionPreview = z.infer<typeof DeletionPreview>;

const itemInInspection = z.strictObject({
  installationInspectionId: idOf('installationInspection'),
  itemId: idOf('item'),
});

export const previewDeleteItem = operation({
  name: 'previewDeleteItem',
  method: 'POST',
  path: '/ext/items/preview-delete',
  summary: 'What deleting an item from an inspection would do, so that the confirmation can say it.',
  effect: 'read',
  right: 'inspect',
  offline: true,
  input: itemInInspection,
  output: DeletionPreview,
  problems: ['notFound'],
});

export const deleteItem = operation({
  name: 'deleteItem',
  method: 'DELETE',
  path: '/api/delete-item',
  summary:
    'Removes an item and what stands in it from an inspection, and deletes what no other inspection uses. Can be taken back.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: itemInInspection,
  output: z.strictObject(counts).meta({ id: 'Deletion' }),
  problems: ['notFound'],
});

export const restoreItem = operation({
  name: 'restoreItem',
  method: 'POST',
  path: '/ext/items/restore',
  summary: 'Takes the last deletion of an item from an inspection back, with everything that went with it.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: itemInInspection,
  output: z.strictObject({ restored: z.number().int().describe('Rows that are back or as they were.') }),
  problems: ['notFound', ...REPLAY_REFUSALS],
});
