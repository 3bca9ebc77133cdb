/** Records of an inspection that inspectors deleted and can restore. */
import { z } from 'zod';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { Instant } from './base/values.ts';

/** Maximum number of records in the list. */
const DELETED_LIMIT = 200;

const deletion = {
  name: z
    .string()
    .describe('Of the record as users know it: name of an item or file, caption of a photo, text of a note.'),
  deletedAt: Instant,
  userName: z.string().describe('Name of the user who deleted it; empty when not known.'),
};

const ofMember = {
  ...deletion,
  itemId: idOf('item'),
  itemName: z.string(),
  installationInspectionItemId: idOf('installationInspectionItem').describe('Restoring the record requires it.'),
};

/** A deleted record of an inspection, with what restoring it requires. */
export const RecentlyDeleted = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('item'),
      id: idOf('item'),
      ...deletion,
      others: z.number().int().describe('Number of further items that were deleted with it.'),
    }),
    z.strictObject({
      kind: z.literal('image'),
      id: idOf('image'),
      ...ofMember,
      filename: z.string(),
    }),
    z.strictObject({ kind: z.literal('note'), id: idOf('note'), ...ofMember }),
    z.strictObject({
      kind: z.literal('file'),
      id: idOf('file'),
      ...deletion,
      itemId: idOf('item'),
      itemName: z.string(),
    }),
    z.strictObject({
      kind: z.literal('sweep'),
      id: idOf('sweep'),
      ...deletion,
      startedAt: Instant.describe('The name is that of its location; empty: all items.'),
    }),
  ])
  .meta({ id: 'RecentlyDeleted' });

/** A deleted record of an inspection, with what restoring it requires. */
export type RecentlyDeleted = z.infer<typeof RecentlyDeleted>;

export const getRecentlyDeleted = operation({
  name: 'getRecentlyDeleted',
  method: 'GET',
  path: '/ext/installation-inspections/{installationInspectionId}/deleted',
  summary: `Deleted items, photos, notes, files and sweeps of an inspection, the last deleted first; at most ${DELETED_LIMIT}. Records of a deleted item follow once the item is restored.`,
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    limit: z.coerce.number().int().min(1).max(DELETED_LIMIT).default(DELETED_LIMIT),
  }),
  output: z.array(RecentlyDeleted),
  problems: ['notFound'],
});
