/** Sweeps: walks through a place with an RFID reader that record which tagged items of an inspection are there. */
import { z } from 'zod';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { Instant } from './base/values.ts';
import { BulkResult } from './items/bulk.ts';
import { TagKind, TagText } from './items/items.ts';

/** Maximum number of tags of one sweep. */
const READ_LIMIT = 10_000;
/** Maximum number of tags in one request for their items. */
const ASKED_LIMIT = 500;

const installationInspectionId = idOf('installationInspection');
const locationId = idOf('item')
  .nullable()
  .describe('All items of the inspection in it, at any depth; null: the complete inspection.');
const place = z.string().describe('Names of its ancestors, joined by " / "; empty at the top.');

/** Result of a sweep for one tag. `found`: expected and read; `missing`: expected and not read; `unexpected`: read only. */
export const SweepOutcome = z.enum(['found', 'missing', 'unexpected']);
/** Result of a sweep for one tag. */
export type SweepOutcome = z.infer<typeof SweepOutcome>;

/** An item of an inspection that a sweep can find. */
export const SweepTarget = z
  .strictObject({
    itemId: idOf('item'),
    name: z.string(),
    place,
    tag: z.string().describe('Canonical hexadecimal.'),
    tagKind: TagKind,
  })
  .meta({ id: 'SweepTarget' });
/** An item of an inspection that a sweep can find. */
export type SweepTarget = z.infer<typeof SweepTarget>;

/** Items that a sweep looks for, and those it cannot find because they have no tag. */
export const SweepTargets = z
  .strictObject({
    targets: z.array(SweepTarget).describe('In list order.'),
    untagged: z
      .array(z.strictObject({ itemId: idOf('item'), name: z.string(), place }))
      .describe('In list order. Questions are not among them, nor locations without a tag.'),
  })
  .meta({ id: 'SweepTargets' });
/** Items that a sweep looks for, and those it cannot find because they have no tag. */
export type SweepTargets = z.infer<typeof SweepTargets>;

export const getSweepTargets = operation({
  name: 'getSweepTargets',
  method: 'POST',
  path: '/ext/sweeps/targets',
  summary: 'Items of an inspection, or of one location in it, that a sweep looks for.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId, locationId }),
  output: SweepTargets,
  problems: ['notFound'],
});

/** An item of the company with a tag. */
export const IdentifiedTag = z
  .strictObject({
    tag: z.string(),
    tagKind: TagKind,
    itemId: idOf('item'),
    name: z.string(),
    place: z.string().describe('Names of its installation and ancestors, joined by " / ".'),
  })
  .meta({ id: 'IdentifiedTag' });
/** An item of the company with a tag. */
export type IdentifiedTag = z.infer<typeof IdentifiedTag>;

export const identifyTags = operation({
  name: 'identifyTags',
  method: 'POST',
  path: '/ext/sweeps/identify-tags',
  summary: 'Items of the company of an inspection with given tags. Tags without an item are omitted.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId,
    tags: z.array(z.strictObject({ tag: TagText, tagKind: TagKind })).max(ASKED_LIMIT),
  }),
  output: z.array(IdentifiedTag),
  problems: ['notFound'],
});

/** A sweep that was saved. Names are those of its time. */
export const Sweep = z
  .strictObject({
    id: idOf('sweep'),
    installationInspectionId,
    locationId: z.string().nullable().describe('Id of the location it was limited to; null: the whole inspection.'),
    locationName: z.string().describe('Empty for the whole inspection.'),
    startedAt: Instant,
    endedAt: Instant,
    userName: z.string().describe('Who made it.'),
    found: z.number().int(),
    missing: z.number().int(),
    unexpected: z.number().int(),
    untagged: z.number().int().describe('Items within its limits that had no tag.'),
  })
  .meta({ id: 'Sweep' });
/** A sweep that was saved. */
export type Sweep = z.infer<typeof Sweep>;

/** Result for one tag of a saved sweep. */
export const SweepLine = z
  .strictObject({
    outcome: SweepOutcome,
    itemId: z.string().nullable().describe('null: no item of the company had the tag.'),
    name: z.string().describe('Of the item; empty without one.'),
    place: z.string(),
    tag: z.string(),
    tagKind: TagKind,
    seenAt: Instant.nullable().describe('First read; null for a missing item.'),
  })
  .meta({ id: 'SweepLine' });
/** Result for one tag of a saved sweep. */
export type SweepLine = z.infer<typeof SweepLine>;

/** A saved sweep with its lines: missing items first, then unexpected tags, then found items. */
export const SweepResult = Sweep.extend({ lines: z.array(SweepLine) }).meta({ id: 'SweepResult' });
/** A saved sweep with its lines. */
export type SweepResult = z.infer<typeof SweepResult>;

export const getSweeps = operation({
  name: 'getSweeps',
  method: 'POST',
  path: '/ext/sweeps/list',
  summary: 'Saved sweeps of an inspection, newest first.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId }),
  output: z.array(Sweep),
  problems: ['notFound'],
});

export const getSweep = operation({
  name: 'getSweep',
  method: 'POST',
  path: '/ext/sweeps/get',
  summary: 'A saved sweep with its lines.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ sweepId: idOf('sweep') }),
  output: SweepResult,
  problems: ['notFound'],
});

const at = z.int().min(0).max(8_640_000_000_000_000).describe('Milliseconds UTC.');

export const saveSweep = operation({
  name: 'saveSweep',
  method: 'POST',
  path: '/ext/sweeps',
  summary:
    'Saves a sweep with its inspection. Outcomes follow from the tags that were read and the items and tags of now.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  bodyBytes: 4_000_000,
  input: z.strictObject({
    installationInspectionId,
    locationId,
    startedAt: at,
    endedAt: at,
    reads: z
      .array(z.strictObject({ tag: TagText, tagKind: TagKind, seenAt: at }))
      .max(READ_LIMIT)
      .describe('Each tag counts once, by its first read.'),
    id: idOf('sweep').optional().describe('Id for the new sweep, made by the caller.'),
  }),
  output: SweepResult,
  problems: ['notFound', 'alreadyExists'],
});

export const restoreSweep = operation({
  name: 'restoreSweep',
  method: 'POST',
  path: '/ext/sweeps/restore',
  summary: 'Restores a deleted sweep with its lines. Does nothing when it is there.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ sweepId: idOf('sweep') }),
  output: Sweep,
  problems: ['notFound'],
});

export const deleteSweep = operation({
  name: 'deleteSweep',
  method: 'POST',
  path: '/ext/sweeps/delete',
  summary: 'Deletes a saved sweep.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ sweepId: idOf('sweep') }),
  output: BulkResult,
  problems: ['notFound'],
});
