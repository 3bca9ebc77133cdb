/** The audit log: reading and exporting it. */
import * as contract from '@holdfast/contract';
import { type AuditChange, AUDIT_EXPORT_LIMIT, type AuditEntry, Problem } from '@holdfast/contract';
import type { Actor } from '../ctx.ts';
import { handler } from '../handler.ts';
import { once } from '../once.ts';
import type { SheetCell } from '../ports.ts';
import { type AuditFilters, auditRows, presentEntries } from './queries.ts';

/** Seconds after which an export that found no free process is tried again. */
const RETRY_SECONDS = 5;

/** Returns a page of the audit log. */
const getAuditEntries = handler(contract.getAuditEntries, {
  reach: 'everywhere',
  async commit(ctx, { before, limit, ...filters }) {
    const page = before === undefined ? {} : { before };
    const companyId = companyIn(ctx.actor, filters);
    // One more than the page shows says that there are older ones.
    const rows = await auditRows(ctx.local, { ...filters, ...page, companyId, limit: limit + 1 });
    return { entries: await presentEntries(ctx, rows.slice(0, limit)), more: rows.length > limit };
  },
});

/** Writes the audit log as CSV. */
const exportAuditEntries = handler(contract.exportAuditEntries, {
  reach: 'everywhere',
  async commit(ctx, filters) {
    const companyId = companyIn(ctx.actor, filters);
    const rows = await auditRows(ctx.local, { ...filters, companyId, limit: AUDIT_EXPORT_LIMIT });
    const entries = await presentEntries(ctx, rows);
    const content = await ctx.ports.spreadsheets.write(ctx.actor, [HEADINGS, ...entries.map(cellsOf)], 'csv');
    if (content === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    return {
      filename: `Audit log - ${new Date(ctx.now).toISOString().slice(0, 10)}.csv`,
      mimeType: 'text/csv; charset=utf-8',
      content: once(content),
    };
  },
});

/** The operations of this feature. */
export const auditHandlers = [getAuditEntries, exportAuditEntries];

/** The company whose entries an administrator may read: the own one, or for staff the one asked for. null: all. */
function companyIn({ companyId }: Actor, filters: AuditFilters): string | null {
  if (companyId !== null && filters.companyId !== undefined && filters.companyId !== companyId)
    throw new Problem('notFound');
  return companyId ?? filters.companyId ?? null;
}

const HEADINGS = [
  'Position',
  'Time (UTC)',
  'Area',
  'Action',
  'Outcome',
  'User',
  'User id',
  'Company',
  'Address',
  'Device',
  'Subject',
  'Named records',
  'Changes',
  'Number of changes',
  'Hash',
];

function cellsOf(entry: AuditEntry): SheetCell[] {
  return [
    entry.seq,
    entry.at,
    entry.area,
    entry.action,
    entry.outcome,
    entry.userName,
    entry.userId,
    entry.companyName,
    entry.address,
    entry.device,
    entry.subject,
    Object.entries(entry.ids)
      .map(([key, id]) => `${key} ${id}`)
      .join('; '),
    entry.changes.map(changeText).join('; '),
    entry.changeCount,
    entry.hash,
  ];
}

function changeText({ table, id, name, values }: AuditChange): string {
  const parts = Object.entries(values).map(
    ([column, [before, after]]) => `${column}: ${before ?? '–'} → ${after ?? '–'}`,
  );
  return `${table} ${name === '' ? id : name} (${parts.join(', ')})`;
}
