import { z } from 'zod';
import { HistoryRecord } from './entities.ts';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { REPLAY_REFUSALS } from './base/refusals.ts';
import { Instant } from './base/values.ts';

export const getAuditLogsForInstallationInspectionAndItem = operation({
  name: 'getAuditLogsForInstallationInspectionAndItem',
  method: 'POST',
  path: '/api/get-audit-logs-for-installation-inspection-and-item',
  summary: 'The history of an item, in general and in one inspection, newest first.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: z.array(HistoryRecord),
  problems: ['notFound'],
});

/** One side of a conflict. */
const side = z.strictObject({
  value: z.string().describe('As people read it; empty: nothing.'),
  userName: z.string(),
  at: Instant.describe('When it was typed.'),
});

/** Two people changed the same thing without knowing of each other; one of the values counts. */
export const OverriddenChange = z
  .strictObject({
    id: z.string(),
    itemId: idOf('item').nullable(),
    place: z
      .string()
      .describe('Where: the item, or else the inspection and its installation, or the installation. Empty: nowhere.'),
    installationId: idOf('installation')
      .nullable()
      .describe('Where the item is; null: it belongs to none, or is not here any more.'),
    installationInspectionId: idOf('installationInspection').nullable(),
    kind: z
      .enum(['value', 'deleted'])
      .describe('`value`: two values for one field; `deleted`: an edit of a record that another user had deleted.'),
    isOpen: z.boolean().describe('True while it was not changed since: the other value can still be chosen.'),
    what: z.string().describe('Kind of the changed record, in the words of users.'),
    field: z.string().describe('Empty: the thing itself.'),
    kept: side.describe('The value that takes effect.'),
    overridden: side.describe('The overridden value.'),
    isOwn: z.boolean().describe("Whether the caller's value is the one that does not count."),
  })
  .meta({ id: 'OverriddenChange' });

/** Two people changed the same thing without knowing of each other; one of the values counts. */
export type OverriddenChange = z.infer<typeof OverriddenChange>;

/** Maximum number of conflicts in the list. */
const OVERRIDDEN_LIMIT = 200;

export const getOverriddenChanges = operation({
  name: 'getOverriddenChanges',
  method: 'GET',
  path: '/ext/overridden-changes',
  summary: `Conflicting changes of the caller and other users within the last 90 days, with the value that counts and the overridden one, newest first; at most ${OVERRIDDEN_LIMIT}.`,
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(OVERRIDDEN_LIMIT).default(OVERRIDDEN_LIMIT) }),
  output: z.array(OverriddenChange),
  problems: [],
});

export const chooseOtherValue = operation({
  name: 'chooseOtherValue',
  method: 'POST',
  path: '/ext/overridden-changes/use',
  summary:
    'Chooses the value of a conflict that does not count, or brings back what was deleted: an edit like any other.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ id: z.string().max(200).describe('Of the conflict, as in the list.') }),
  output: z.strictObject({
    undo: z.string().nullable().describe('For `undoChanges`; null when nothing changed.'),
  }),
  problems: ['notFound', 'companyNeeded', ...REPLAY_REFUSALS],
});
