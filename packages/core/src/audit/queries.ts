import type { AuditEntry, ParsedInputOf, exportAuditEntries } from '@holdfast/contract';
import type { LocalDb, ReadCtx } from '../calls/ctx.ts';
import type { AuditEntryRow } from '../db/schema.ts';
import { isoTime } from '../present.ts';
import { detailOf } from '../auditLog.ts';

/** Filters of the audit log. */
export type AuditFilters = ParsedInputOf<typeof exportAuditEntries>;

/**
 * Entries of the audit log, newest first.
 * @param companyId null: of every company
 */
export function auditRows(
  db: LocalDb,
  {
    companyId,
    before,
    limit,
    ...filters
  }: Omit<AuditFilters, 'companyId'> & { companyId: string | null; before?: number; limit: number },
): Promise<AuditEntryRow[]> {
  let query = db.selectFrom('auditEntry').selectAll().orderBy('seq', 'desc').limit(limit);
  if (companyId !== null) query = query.where('companyId', '=', companyId);
  if (before !== undefined) query = query.where('seq', '<', before);
  if (filters.area !== undefined) query = query.where('area', '=', filters.area);
  if (filters.outcome !== undefined) query = query.where('outcome', '=', filters.outcome);
  if (filters.userId !== undefined) query = query.where('userId', '=', filters.userId);
  if (filters.from !== undefined) query = query.where('at', '>=', Date.parse(filters.from));
  if (filters.to !== undefined) query = query.where('at', '<', Date.parse(filters.to));
  return query.execute();
}

/** Entries as sent over the API, with the names of their companies. */
export async function presentEntries({ db }: ReadCtx, rows: readonly AuditEntryRow[]): Promise<AuditEntry[]> {
  const companies = await db.from('company').select(['company.id', 'company.name']).execute();
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  return rows.map(({ detailJson, previousHash: _previous, at, ...row }) => ({
    ...row,
    ...detailOf(detailJson),
    at: isoTime(at),
    companyName: row.companyId === null ? null : (names.get(row.companyId) ?? null),
  }));
}
