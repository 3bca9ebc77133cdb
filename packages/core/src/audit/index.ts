/** The audit log: reading and exporting it. */
import * as contract from '@holdfast/contract';
import { type AuditChange, AUDIT_EXPORT_LIMIT, type AuditEntry, Problem } from '@holdfast/contract';
import type { Actor } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import type { SheetCell } from '../ports.ts';
import { type AuditFilters, auditRows, presentEntries } from './queries.ts';

/** Entries of an export that are read at once. */
const EXPORT_PAGE = 200;

/** Returns a page of the audit log. */
const getAuditEntries = handler(contract.getAuditEntries, {
  reach: 'everywhere',
  async commit(ctx, { before, limit, ...filters }) {
    const page = before === undefined ? {} : { before };
    const companyId = companyIn(ctx.actor, filters);
    // One more than the page shows, to detect whether older entries exist.
    const rows = await auditRows(ctx.local, { ...filters, ...page, companyId, limit: limit + 1 });
    return { entries: await presentEntries(ctx, rows.slice(0, limit)), more: rows.length > limit };
  },
});

/** Writes the audit log as CSV. */
const exportAuditEntries = handler(contract.exportAuditEntries, {
  reach: 'everywhere',
  async commit(ctx, filters) {
    const companyId = companyIn(ctx.actor, filters);
    const page: ReadPage = async (before, limit) => {
      const rows = await auditRows(ctx.local, { ...filters, companyId, ...(before === null ? {} : { before }), limit });
      return presentEntries(ctx, rows);
    };
    // Before the export itself is recorded: no entry of its own.
    const newest = await page(null, EXPORT_PAGE);
    return {
      filename: `Audit log - ${new Date(ctx.now).toISOString().slice(0, 10)}.csv`,
      mimeType: 'text/csv; charset=utf-8',
      content: ctx.ports.spreadsheets.csv(exportedRows(newest, page)),
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

/** Reads so many entries before a position. */
type ReadPage = (before: number | null, limit: number) => Promise<AuditEntry[]>;

/** The rows of an export, headings first. An entry may hold thousands of values, so only one page is in memory at a time. */
async function* exportedRows(newest: readonly AuditEntry[], page: ReadPage): AsyncGenerator<SheetCell[]> {
  yield HEADINGS;
  let entries = newest;
  for (let left = AUDIT_EXPORT_LIMIT; entries.length > 0;) {
    yield* entries.map(cellsOf);
    left -= entries.length;
    if (entries.length < EXPORT_PAGE || left <= 0) return;
    entries = await page(entries.at(-1)!.seq, Math.min(EXPORT_PAGE, left));
  }
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
