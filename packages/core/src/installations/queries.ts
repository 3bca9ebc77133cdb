import { type Installation, Problem } from '@holdfast/contract';
import type { ReadCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { answersOf } from '../fields/index.ts';
import { summariesOf } from '../inspections/index.ts';
import { latestVersion, versionOf } from '../present.ts';

/** Installations as sent over the API, with answers, inspections and the known weather. */
export async function presentInstallations(
  { db, ports, now }: Pick<ReadCtx, 'db' | 'ports' | 'now'>,
  rows: readonly Database['installation'][],
): Promise<Installation[]> {
  const ids = rows.map((row) => row.id);
  const [answers, summaries] = await Promise.all([answersOf(db, ids), summariesOf(db, ids)]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    companyId: row.scopeId,
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.timeZone,
    fieldResponses: answers.get(row.id)!,
    installationInspections: summaries.get(row.id)!,
    weather:
      row.latitude === null || row.longitude === null ? null : ports.weather.at(row.latitude, row.longitude, now),
    clock: latestVersion(versionOf(row), ...answers.get(row.id)!.map((answer) => answer.clock)),
  }));
}

/** An installation, archived or not. @throws {Problem} `notFound` */
export async function installationRow(db: ScopedDb, id: string): Promise<Database['installation']> {
  const row = await db.from('installation').selectAll().where('installation.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Problem('notFound');
  return row;
}

/** The installations that are not archived, in no order. */
export function activeInstallations(db: ScopedDb): Promise<Database['installation'][]> {
  return db.from('installation').selectAll().where('installation.archivedAt', 'is', null).execute();
}
