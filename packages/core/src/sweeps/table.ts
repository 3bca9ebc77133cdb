import { TagKind, SweepOutcome } from '@holdfast/contract';
import { table } from '@holdfast/sync';
import { z } from 'zod';
import * as c from '../db/columns.ts';

/** Rights of a record that is made once and never changed. */
const RECORDED = { insert: 'inspect', update: null, delete: 'inspect', restore: 'inspect' } as const;

/**
 * A walk through an inspection, or one location of it, with an RFID reader. Names are copied, because a sweep records the state of its
 * time.
 */
export const sweep = table({
  name: 'sweep',
  since: 2,
  columns: z.strictObject({
    installationInspectionId: c.id,
    locationId: c.id.nullable(),
    locationName: c.label,
    startedAt: c.ownInstant,
    endedAt: c.ownInstant,
    untagged: c.count,
  }),
  scopeKind: 'company',
  rights: RECORDED,
  references: { installationInspectionId: 'installationInspection' },
  fixed: ['installationInspectionId'],
});

/** Result of a sweep for one tag. The id and name of the item are copied, not a reference: the line stays when the item is deleted. */
export const sweepLine = table({
  name: 'sweepLine',
  since: 2,
  columns: z.strictObject({
    sweepId: c.id,
    outcome: SweepOutcome,
    itemId: c.id.nullable(),
    itemName: c.label,
    place: c.prose,
    tag: z.string().regex(/^[0-9A-F]{4,128}$/),
    tagKind: TagKind,
    seenAt: c.ownInstant.nullable(),
  }),
  scopeKind: 'company',
  rights: RECORDED,
  references: { sweepId: 'sweep' },
  fixed: ['sweepId'],
});
