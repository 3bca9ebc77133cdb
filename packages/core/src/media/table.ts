import { z } from 'zod';
import * as c from '../db/columns.ts';
import { readPhotoEdit } from '@holdfast/contract';
import { type HistoryEntry, type Intent, table, type Value } from '@holdfast/sync';
import { inspectionItemHistory, valueLine } from '../db/historyLines.ts';
import { MEDIA_TYPES, PHOTO_TYPES } from './sniff.ts';

/** The name of a file, without a folder. */
const fileName = c.name.refine((name) => !/[/\\]|^\.{1,2}$/.test(name), 'must be a name without a folder');
/** Media type of a photo. */
const photoType = c.label.refine((type) => PHOTO_TYPES.has(type), 'must be the type of a photo');
/** An edit of a photo as JSON; empty for a photo as it was taken. */
const storedEdit = c.prose.refine((edit) => readPhotoEdit(edit) !== undefined, 'must be an edit of a photo');
/** Media type of a file. */
const mediaType = c.label.refine((type) => MEDIA_TYPES.has(type), 'must be a known media type');

/** Describes a new or removed photo by its file name, and changes of its caption and edit; changes of its position are not listed. */
async function imageHistory(intent: Intent): Promise<HistoryEntry | null> {
  const { before, after } = intent;
  const entry = await inspectionItemHistory(intent, 'Image', 'filename');
  if (before === null || before.deletedAt !== null || after.deletedAt !== null) return entry;
  const lines = [];
  if (before['caption'] !== after['caption'])
    lines.push({ field: 'Caption', from: String(before['caption']), to: String(after['caption']) });
  if (before['edit'] !== after['edit'])
    lines.push({ field: 'Mark-up', from: marksIn(before['edit']), to: marksIn(after['edit']) });
  return lines.length === 0 ? null : { ...entry, lines };
}

/** Describes an edit: "Rotated, cropped, 2 marks"; empty for an unedited photo. */
function marksIn(stored: Value | undefined): string {
  const edit = readPhotoEdit(String(stored ?? ''));
  if (edit === null || edit === undefined) return '';
  const { length } = edit.marks;
  const parts = [
    ...(edit.turn === 0 ? [] : ['rotated']),
    ...(edit.crop === null ? [] : ['cropped']),
    ...(length === 0 ? [] : [length === 1 ? '1 mark' : `${length} marks`]),
  ];
  return parts.join(', ').replace(/^./, (first) => first.toUpperCase());
}

/** A photo of an item within one inspection; a reused photo is a new row with the same content (data decision 19). */
export const image = table({
  name: 'image',
  columns: z.strictObject({
    installationInspectionItemId: c.id,
    filename: fileName,
    mimeType: photoType,
    sha256: c.hash,
    size: c.count,
    width: c.count,
    height: c.count,
    order: c.order,
    caption: c.label,
    edit: storedEdit,
  }),
  scopeKind: 'company',
  rights: {
    insert: 'inspect',
    update: { order: 'inspect', caption: 'inspect', edit: 'inspect' },
    delete: 'inspect',
    restore: 'inspect',
  },
  references: { installationInspectionItemId: 'installationInspectionItem' },
  fixed: ['installationInspectionItemId', 'sha256'],
  added: { caption: { since: 2, value: '' }, edit: { since: 2, value: '' } },
  blob: 'sha256',
  history: imageHistory,
});

/** A file of an item, independent of inspections (product decision 11). */
export const file = table({
  name: 'file',
  columns: z.strictObject({ itemId: c.id, filename: fileName, mimeType: mediaType, sha256: c.hash, size: c.count }),
  scopeKind: 'company',
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

/** The logo of a company. Another logo is another row, so that the address of a picture always shows the same picture. */
export const companyLogo = table({
  name: 'companyLogo',
  since: 4,
  columns: z.strictObject({ companyId: c.id, mimeType: photoType, sha256: c.hash, size: c.integer }),
  scopeKind: 'company',
  rights: { insert: 'manage', update: null, delete: 'manage', restore: 'manage' },
  references: { companyId: 'company' },
  fixed: ['companyId', 'mimeType', 'sha256', 'size'],
  blob: 'sha256',
});

/** The signature of an author, in companies in which the author recorded something. */
export const signature = table({
  name: 'signature',
  since: 4,
  columns: z.strictObject({ userId: c.id, mimeType: photoType, sha256: c.hash, size: c.integer }),
  scopeKind: 'company',
  rights: { insert: null, update: null, delete: null, restore: null },
  references: {},
  fixed: ['userId'],
  groups: { picture: ['mimeType', 'sha256', 'size'] },
  blob: 'sha256',
});
