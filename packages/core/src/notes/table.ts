import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '../db/table.ts';
import { inspectionItemHistory } from '../db/historyLines.ts';

/** A remark on an item within one inspection. */
export const note = table({
  name: 'note',
  columns: z.strictObject({ installationInspectionItemId: c.id, content: c.prose.min(1) }),
  home: 'company',
  writers: 'inspect',
  references: { installationInspectionItemId: 'installationInspectionItem' },
  fixed: ['installationInspectionItemId'],
  history: (intent) => inspectionItemHistory(intent, 'Note', 'content'),
});
