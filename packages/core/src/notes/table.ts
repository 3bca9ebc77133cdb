import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { inspectionItemHistory } from '../db/historyLines.ts';

/** A note on an item within one inspection. */
export const note = table({
  name: 'note',
  columns: z.strictObject({ installationInspectionItemId: c.id, content: c.prose.min(1) }),
  scopeKind: 'company',
  rights: { insert: 'inspect', update: null, delete: 'inspect', restore: 'inspect' },
  references: { installationInspectionItemId: 'installationInspectionItem' },
  fixed: ['installationInspectionItemId'],
  history: (intent) => inspectionItemHistory(intent, 'Note', 'content'),
});
