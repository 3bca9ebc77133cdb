import { type AdministeredInstallation, Problem } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { versionOf } from '../present.ts';

/** Filter of the administrators' list of installations. */
interface Wanted {
  id?: string;
  companyId?: string | undefined;
}

/** Installations as administrators see them, by name, including archived ones. */
export async function administeredInstallations(
  db: ScopedDb,
  { id, companyId }: Wanted,
): Promise<AdministeredInstallation[]> {
  let query = db
    .from('installation')
    .innerJoin('company', 'company.id', 'installation.scopeId')
    .selectAll('installation')
    .select('company.name as companyName');
  if (id !== undefined) query = query.where('installation.id', '=', id);
  if (companyId !== undefined) query = query.where('installation.scopeId', '=', companyId);
  const rows = await query.execute();
  const counts = await inspectionCounts(
    db,
    rows.map((row) => row.id),
  );
  return rows.toSorted(byName).map((row) => ({
    id: row.id,
    name: row.name,
    companyId: row.scopeId,
    companyName: row.companyName,
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.timeZone,
    archived: row.archivedAt !== null,
    installationInspections: counts.get(row.id) ?? 0,
    clock: versionOf(row),
  }));
}

/**
 * One installation as administrators see it.
 * @throws {Problem} `notFound`
 */
export async function administeredInstallation(db: ScopedDb, id: string): Promise<AdministeredInstallation> {
  const [found] = await administeredInstallations(db, { id });
  if (found === undefined) throw new Problem('notFound');
  return found;
}

async function inspectionCounts(db: ScopedDb, installationIds: readonly string[]): Promise<Map<string, number>> {
  if (installationIds.length === 0) return new Map();
  const counts = await db
    .from('installationInspection')
    .select(({ fn }) => ['installationInspection.installationId', fn.countAll<number>().as('count')])
    .where('installationInspection.installationId', 'in', installationIds as string[])
    .groupBy('installationInspection.installationId')
    .execute();
  return new Map(counts.map(({ installationId, count }) => [installationId, count]));
}
