import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '../db/table.ts';
import { inspectionItemHistory, valueLine } from '../db/historyLines.ts';

/** A photo of an item within one inspection; reusing one makes a row of its own over the same content (data.md 19). */
export const image = table({
  name: 'image',
  columns: z.strictObject({
    installationInspectionItemId: c.id,
    filename: c.name,
    mimeType: c.label,
    sha256: c.hash,
    size: c.integer,
    width: c.integer,
    height: c.integer,
    order: c.order,
  }),
  home: 'company',
  writers: 'inspect',
  references: { installationInspectionItemId: 'installationInspectionItem' },
  fixed: ['installationInspectionItemId', 'sha256'],
  blob: 'sha256',
  history: (intent) => inspectionItemHistory(intent, 'Image', 'filename'),
});

/** A file of an item, whatever the inspection (decisions 11). */
export const file = table({
  name: 'file',
  columns: z.strictObject({ itemId: c.id, filename: c.name, mimeType: c.label, sha256: c.hash, size: c.integer }),
  home: 'company',
  writers: 'inspect',
  references: { itemId: 'item' },
  fixed: ['itemId', 'sha256'],
  blob: 'sha256',
  history: (intent) => ({
    what: 'File',
    lines: [valueLine(intent, 'filename')],
    itemId: String(intent.after['itemId']),
  }),
});
