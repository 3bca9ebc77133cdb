import { type Company, Problem } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { versionOf } from '../present.ts';

/** Every company the caller may see, by name, with what it may start. */
export async function companies(db: ScopedDb): Promise<Company[]> {
  return presentCompanies(db, await db.from('company').selectAll().execute());
}

/**
 * One company with what it may start.
 * @throws {Problem} `notFound`
 */
export async function company(db: ScopedDb, id: string): Promise<Company> {
  const rows = await db.from('company').selectAll().where('company.id', '=', id).execute();
  const [found] = await presentCompanies(db, rows);
  if (found === undefined) throw new Problem('notFound');
  return found;
}

async function presentCompanies(db: ScopedDb, rows: readonly Database['company'][]): Promise<Company[]> {
  if (rows.length === 0) return [];
  const allowed = await db
    .from('companyInspection')
    .innerJoin('inspection', 'inspection.id', 'companyInspection.inspectionId')
    .select(['companyInspection.companyId', 'inspection.id', 'inspection.name'])
    .where('inspection.deletedAt', 'is', null)
    .where(
      'companyInspection.companyId',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  const logos = await db
    .from('companyLogo')
    .select(['companyLogo.id', 'companyLogo.companyId'])
    .orderBy('companyLogo.createdAt')
    .orderBy('companyLogo.id')
    .where(
      'companyLogo.companyId',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  // Concurrent grants leave two rows: the later one counts.
  const logoOf = new Map(logos.map((logo) => [logo.companyId, logo.id]));
  return rows.toSorted(byName).map((row) => ({
    id: row.id,
    name: row.name,
    shortName: row.shortName,
    address: row.address,
    accreditation: row.accreditation,
    logoId: logoOf.get(row.id) ?? null,
    installationFieldsTemplateId: row.installationFieldsTemplateId,
    companyInspections: allowed
      .filter((inspection) => inspection.companyId === row.id)
      .toSorted(byName)
      .map(({ id, name }) => ({ inspectionId: id, name })),
    clock: versionOf(row),
  }));
}

/** The logo of a company; undefined while it has none. */
export async function logoOf(db: ScopedDb, companyId: string): Promise<Database['companyLogo'] | undefined> {
  const logos = await db.rows('companyLogo', { companyId });
  return logos.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).at(-1);
}
