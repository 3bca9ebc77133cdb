import { type Report } from '@holdfast/contract';
import { byName } from '../byName.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { isoTime } from '../present.ts';

/** A report as it travels; its template stays here (data.md 22). */
export function presentReport(row: Database['report']): Report {
  return {
    id: row.id,
    title: row.title,
    frx: '',
    companyId: row.companyId,
    inspectionId: row.inspectionId,
    reportTypeId: row.reportTypeId,
    updatedAt: isoTime(row.updatedAt),
  };
}

/** Reports by title. */
export function presentReports(rows: readonly Database['report'][]): Report[] {
  return rows.map(presentReport).toSorted((a, b) => byName({ name: a.title, id: a.id }, { name: b.title, id: b.id }));
}

/**
 * Reports of some types that fit a type of inspection, by title.
 * @param inspectionId null: those for certain types of inspection come too
 */
export async function reportsOfTypes(
  db: ScopedDb,
  reportTypes: readonly { id: string }[],
  inspectionId: string | null,
): Promise<Report[]> {
  const rows = await db
    .from('report')
    .selectAll()
    .where(
      'report.reportTypeId',
      'in',
      reportTypes.map((type) => type.id),
    )
    .execute();
  return presentReports(
    rows.filter((row) => inspectionId === null || row.inspectionId === null || row.inspectionId === inspectionId),
  );
}
