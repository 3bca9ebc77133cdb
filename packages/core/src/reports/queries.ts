import { type Report } from '@holdfast/contract';
import { byName } from '../byName.ts';
import type { LocalDb } from '../ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { isoTime } from '../present.ts';

/** A report as it travels; its template stays here (data decision 22). */
export function presentReport(row: Database['report']): Report {
  return {
    id: row.id,
    title: row.title,
    frx: '',
    companyId: row.companyId,
    inspectionId: row.inspectionId,
    reportTypeId: row.reportTypeId,
    published: row.published === 1,
    updatedAt: isoTime(row.updatedAt),
  };
}

/** Reports by title. */
export function presentReports(rows: readonly Database['report'][]): Report[] {
  return rows.map(presentReport).toSorted((a, b) => byName({ name: a.title, id: a.id }, { name: b.title, id: b.id }));
}

/**
 * Published reports of some types that fit a type of inspection, by title.
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
    rows.filter(
      (row) =>
        row.published === 1 &&
        (inspectionId === null || row.inspectionId === null || row.inspectionId === inspectionId),
    ),
  );
}

/** The templates a report had, the one in use first. */
export function versionsOf(local: LocalDb, reportId: string): Promise<Database['reportVersion'][]> {
  return local
    .selectFrom('reportVersion')
    .selectAll()
    .where('reportId', '=', reportId)
    .orderBy('number', 'desc')
    .execute();
}

/** Remembers a template that a report gets. */
export async function addVersion(local: LocalDb, row: Database['reportVersion']): Promise<void> {
  await local.insertInto('reportVersion').values(row).execute();
}
