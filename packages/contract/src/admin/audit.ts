/** The audit log: sign-ins, administration, reports and exports, by whom and from where. */
import { z } from 'zod';
import { Download } from '../media/downloads.ts';
import { AUDIT_AREAS, operation } from '../base/operation.ts';
import { Id, idOf } from '../base/id.ts';
import { Instant, SentInstant } from '../base/values.ts';

/** Default number of entries on a page of the audit log. */
export const AUDIT_PAGE = 100;
/** Maximum number of entries of an export. */
export const AUDIT_EXPORT_LIMIT = 20_000;

/** Changes that are made outside of any operation: by commands of the operator and by the server itself. */
export const SYSTEM_ACTIONS = [
  'addUserByCommand',
  'setPasswordByCommand',
  'removeSecondFactorsByCommand',
  'backUp',
  'restore',
  'announcePromotion',
  'declareLostChanges',
  'disableDemoAccounts',
  'pruneAudit',
  'eraseNames',
] as const;

/** One changed record. */
export const AuditChange = z
  .strictObject({
    table: z.string().describe('Kind of the record, as the table is called.'),
    id: z.string(),
    name: z.string().describe('Its name when it was changed; empty where it has none.'),
    values: z
      .record(z.string(), z.tuple([z.string().nullable(), z.string().nullable()]))
      .describe(
        'The value before and after by column, shortened. null: none. Passwords and tokens are never among them.',
      ),
  })
  .meta({ id: 'AuditChange' });

/** One changed record. */
export type AuditChange = z.infer<typeof AuditChange>;

/** An entry of the audit log. */
export const AuditEntry = z
  .strictObject({
    seq: z.number().int().describe('Its position in the log, from 1.'),
    at: Instant,
    area: z.enum(AUDIT_AREAS),
    action: z.string().describe('The operation that was called, or the command of the operator.'),
    outcome: z.enum(['done', 'refused']).describe('refused: e.g. a sign-in with a wrong password.'),
    userId: Id.nullable().describe('null: no account, e.g. a sign-in with an unknown address.'),
    userName: z.string(),
    companyId: Id.nullable().describe('The company concerned; null: the whole system.'),
    companyName: z.string().nullable(),
    address: z.string().nullable().describe('Network address of the caller; null: the server itself.'),
    device: z.string().describe('Name that the browser or desktop sends.'),
    subject: z.string().describe('Name of the changed, printed or downloaded record; empty without one.'),
    ids: z.record(z.string(), z.string()).describe('The records that the call named, by the key of its input.'),
    changes: z.array(AuditChange).describe('The changed records, at most 50.'),
    changeCount: z.number().int().describe('Number of changed records.'),
    hash: z.string().describe('SHA-256 over this entry and the hash of the previous entry.'),
  })
  .meta({ id: 'AuditEntry' });

/** An entry of the audit log. */
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  area: z.enum(AUDIT_AREAS).optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  userId: idOf('user').optional().describe('Entries of this account alone.'),
  companyId: idOf('company').optional().describe('Entries that concern this company alone.'),
  from: SentInstant.optional().describe('Entries from this moment on.'),
  to: SentInstant.optional().describe('Entries before this moment.'),
};

const scope = 'An administrator who belongs to a company reads the entries that concern it; staff read all.';

export const getAuditEntries = operation({
  name: 'getAuditEntries',
  method: 'GET',
  path: '/ext/admin/audit',
  summary: `The audit log, newest first. ${scope}`,
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({
    ...filters,
    before: z.coerce.number().int().min(1).optional().describe('Entries before this position: the next page.'),
    limit: z.coerce.number().int().min(1).max(AUDIT_PAGE).default(AUDIT_PAGE),
  }),
  output: z.strictObject({
    entries: z.array(AuditEntry),
    more: z.boolean().describe('true: there are older ones.'),
  }),
  problems: ['notFound'],
});

export const exportAuditEntries = operation({
  name: 'exportAuditEntries',
  kind: 'download',
  method: 'GET',
  path: '/ext/admin/audit/export',
  summary: `The audit log as CSV: the newest ${AUDIT_EXPORT_LIMIT} entries that the filters leave. ${scope}`,
  effect: 'read',
  right: 'administer',
  audit: 'export',
  offline: false,
  input: z.strictObject(filters),
  output: Download,
  problems: ['notFound', 'unavailable'],
});
