import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { inspectionItemHistory, valueLine } from '../db/historyLines.ts';
import { MEDIA_TYPES, PHOTO_TYPES } from './sniff.ts';

/** The name of a file, without a folder. */
const fileName = c.name.refine((name) => !/[/\\]|^\.{1,2}$/.test(name), 'must be a name without a folder');
/** Media type of a photo. */
const photoType = c.label.refine((type) => PHOTO_TYPES.has(type), 'must be the type of a photo');
/** Media type of a file. */
const mediaType = c.label.refine((type) => MEDIA_TYPES.has(type), 'must be a known media type');

/** A photo of an item within one inspection; reusing one makes a row of its own over the same content (data decision 19). */
export const image = table({
  name: 'image',
  columns: z.strictObject({
    installationInspectionItemId: c.id,
    filename: fileName,
    mimeType: photoType,
    sha256: c.hash,
    size: c.integer,
    width: c.integer,
    height: c.integer,
    order: c.order,
  }),
  home: 'company',
  rights: { insert: 'inspect', update: null, delete: 'inspect', restore: 'inspect' },
  references: { installationInspectionItemId: 'installationInspectionItem' },
  fixed: ['installationInspectionItemId', 'sha256'],
  blob: 'sha256',
  history: (intent) => inspectionItemHistory(intent, 'Image', 'filename'),
});

/** A file of an item, independent of inspections (product decision 11). */
export const file = table({
  name: 'file',
  columns: z.strictObject({ itemId: c.id, filename: fileName, mimeType: mediaType, sha256: c.hash, size: c.integer }),
  home: 'company',
  rights: { insert: 'inspect', update: null, delete: 'inspect', restore: 'inspect' },
  references: { itemId: 'item' },
  fixed: ['itemId', 'sha256'],
  blob: 'sha256',
  history: (intent) => ({
    what: 'File',
    lines: [valueLine(intent, 'filename')],
    itemId: String(intent.after['itemId']),
  }),
});
