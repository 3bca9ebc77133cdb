/** Scope of a report: its installations, inspections and items. */
import { LIBRARY_SCOPE, Problem, type REPORT_TYPES } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { ReadCtx } from '../calls/ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';

/** An inspection with the name of its type. */
type ScopeInspection = Database['installationInspection'] & { typeName: string; typeShortName: string };

/** Scope of a report. */
export interface ReportScope {
  type: keyof typeof REPORT_TYPES;
  /** As it stands in the name of the file. */
  name: string;
  company: Database['company'];
  /** By name. */
  installations: Database['installation'][];
  /** Newest first. */
  inspections: ScopeInspection[];
  /** True when every item of the installations belongs to it; otherwise those of its results, and their parents. */
  everyItem: boolean;
  /** The one result it is about; null: all of its inspections. */
  resultId: string | null;
}

/** The company of a call. @throws {Problem} `companyNeeded` when staff name none */
export function ownCompany({ scopes }: Pick<ReadCtx, 'scopes'>): string {
  const company = scopes.find((scope) => scope !== LIBRARY_SCOPE);
  if (company === undefined) throw new Problem('companyNeeded');
  return company;
}

/** A whole company. */
export async function companyScope(db: ScopedDb, companyId: string): Promise<ReportScope> {
  const company = await companyRow(db, companyId);
  const installations = await installationsOf(db, { scopeId: companyId });
  const inspections = await inspectionsOf(db, installations);
  return { type: 'company', name: company.name, company, installations, inspections, everyItem: true, resultId: null };
}

/** A company's inspections of one type. */
export async function inspectionTypeScope(db: ScopedDb, companyId: string, inspectionId: string): Promise<ReportScope> {
  const inspectionType = await db.row('inspection', inspectionId);
  if (inspectionType === undefined) throw new Problem('notFound');
  const company = await companyRow(db, companyId);
  const all = await installationsOf(db, { scopeId: companyId });
  const inspections = (await inspectionsOf(db, all)).filter((each) => each.inspectionId === inspectionId);
  const inspected = new Set(inspections.map((each) => each.installationId));
  const installations = all.filter(({ id }) => inspected.has(id));
  const { name } = inspectionType;
  return { type: 'inspectionType', name, company, installations, inspections, everyItem: false, resultId: null };
}

/** One inspection of an installation. */
export async function inspectionScope(db: ScopedDb, installationInspectionId: string): Promise<ReportScope> {
  const row = await db.row('installationInspection', installationInspectionId);
  const installations = row === undefined ? [] : await installationsOf(db, { id: row.installationId });
  const inspections = (await inspectionsOf(db, installations)).filter(({ id }) => id === installationInspectionId);
  const [installation] = installations;
  const [inspection] = inspections;
  if (installation === undefined || inspection === undefined) throw new Problem('notFound');
  return {
    type: 'installationInspection',
    name: `${inspection.typeName}, ${installation.name}`,
    company: await companyRow(db, installation.scopeId),
    installations,
    inspections,
    everyItem: false,
    resultId: null,
  };
}

/** One item within one inspection. */
export async function itemScope(db: ScopedDb, installationInspectionItemId: string): Promise<ReportScope> {
  const result = await db.row('installationInspectionItem', installationInspectionItemId);
  const [item] = result === undefined ? [] : await db.rows('item', { id: result.itemId });
  if (result === undefined || item === undefined) throw new Problem('notFound');
  const inspection = await inspectionScope(db, result.installationInspectionId);
  return { ...inspection, type: 'inspectionItem', name: item.name, resultId: result.id };
}

/** One or more installations of a company. */
export async function installationsScope(db: ScopedDb, ids: readonly string[]): Promise<ReportScope> {
  const wanted = [...new Set(ids)];
  const found = [];
  for (const id of wanted) found.push(...(await db.rows('installation', { id })));
  const installations = found.toSorted(byName);
  const [first] = installations;
  // Of several companies only those of the first are within reach; a report never mixes companies.
  if (first === undefined || installations.length < wanted.length) throw new Problem('notFound');
  const inspections = await inspectionsOf(db, installations);
  const name = installations.length === 1 ? first.name : `${installations.length} installations`;
  const company = await companyRow(db, first.scopeId);
  return { type: 'installation', name, company, installations, inspections, everyItem: true, resultId: null };
}

async function companyRow(db: ScopedDb, id: string): Promise<Database['company']> {
  const company = await db.row('company', id);
  if (company === undefined) throw new Problem('notFound');
  return company;
}

async function installationsOf(
  db: ScopedDb,
  where: { scopeId: string } | { id: string },
): Promise<Database['installation'][]> {
  return (await db.rows('installation', where)).toSorted(byName);
}

async function inspectionsOf(db: ScopedDb, installations: readonly { id: string }[]): Promise<ScopeInspection[]> {
  const inspections: ScopeInspection[] = [];
  for (const { id } of installations) {
    const rows = await db
      .from('installationInspection')
      .innerJoin('inspection', 'inspection.id', 'installationInspection.inspectionId')
      .selectAll('installationInspection')
      .select(['inspection.name as typeName', 'inspection.shortName as typeShortName'])
      .where('installationInspection.installationId', '=', id)
      .execute();
    inspections.push(...rows);
  }
  return inspections.toSorted((a, b) => b.startDate - a.startDate || (a.id < b.id ? -1 : 1));
}
