/** Exchange of files between a desktop's folders and its items (docs/acceptance.md, BRDG). A server does not have these operations. */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';

/** A file that a person chose on this device. Only the agent has its path. */
export const LocalFile = z
  .strictObject({
    handle: z.string().describe('Identifies the file for an hour while the agent runs.'),
    name: z.string(),
    size: z.number().int().describe('Bytes.'),
  })
  .meta({ id: 'LocalFile' });
/** A file a person chose on this device. */
export type LocalFile = z.infer<typeof LocalFile>;

/** Result of adding one file to an item. */
export const LocalUpload = z
  .strictObject({
    name: z.string(),
    id: z.string().nullable().describe('Id of the photo or file; null: it was refused.'),
    problem: z.string().nullable().describe('Why it was refused, in words.'),
  })
  .meta({ id: 'LocalUpload' });
/** Result of adding one file to an item. */
export type LocalUpload = z.infer<typeof LocalUpload>;

export const openFile = operation({
  name: 'openFile',
  method: 'POST',
  path: '/ext/desktop/open-file',
  summary:
    'Opens a copy of a file or photo with the program the system has for it. Programs and scripts are not opened.',
  effect: 'read',
  right: 'read',
  offline: true,
  agentOnly: true,
  input: z
    .strictObject({ fileId: idOf('file').optional(), imageId: idOf('image').optional() })
    .refine(({ fileId, imageId }) => (fileId === undefined) !== (imageId === undefined), {
      path: ['fileId'],
      message: 'must be there, or imageId',
    }),
  output: z.null(),
  problems: ['notFound', 'unsupportedMedia', 'noProgram'],
});

export const findLocalFiles = operation({
  name: 'findLocalFiles',
  method: 'POST',
  path: '/ext/desktop/find-files',
  summary: "Shows the system's dialog to choose files or photos of this device. Empty when the person cancels.",
  effect: 'read',
  right: 'inspect',
  offline: true,
  agentOnly: true,
  input: z.strictObject({ kind: z.enum(['file', 'image']) }),
  output: z.array(LocalFile),
  problems: ['noProgram'],
});

export const uploadLocalFiles = operation({
  name: 'uploadLocalFiles',
  method: 'POST',
  path: '/ext/desktop/upload-files',
  summary: 'Adds chosen files or photos to an item. Each is accepted or refused separately.',
  effect: 'read',
  right: 'inspect',
  offline: true,
  agentOnly: true,
  input: z.strictObject({
    itemId: idOf('item'),
    installationInspectionId: idOf('installationInspection')
      .optional()
      .describe('Given: they are photos of the item in this inspection. Absent: they are files of the item.'),
    handles: z.array(z.string().max(100)).min(1).max(100),
  }),
  output: z.array(LocalUpload),
  problems: ['notFound'],
});
