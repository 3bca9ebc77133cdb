import { idKindOf, LIBRARY_SCOPE, type Operation, Problem } from '@holdfast/contract';
import type { Kysely } from 'kysely';
import type { Actor } from './ctx.ts';
import { registry } from '../db/registry.ts';
import type { Database, SyncedTable } from '../db/schema.ts';
import { seesEveryCompany } from './rights.ts';

/**
 * Returns the company of a call. For users of a company it is their own, independent of the ids they send: rows of others are not found.
 * For staff it is the company of the row named first, or `companyId`.
 * @returns null when a staff call names no company
 */
export async function companyOf(
  db: Kysely<Database>,
  actor: Actor,
  operation: Operation,
  input: Record<string, unknown>,
): Promise<string | null> {
  if (!seesEveryCompany(actor)) {
    if (namedCompanies(operation).some((key) => input[key] !== undefined && input[key] !== actor.companyId))
      throw new Problem('notFound');
    return actor.companyId;
  }
  for (const { key, table } of namedRows(operation)) {
    const named = input[key];
    const id = Array.isArray(named) ? (named[0] as unknown) : named;
    if (typeof id !== 'string') continue;
    const row = await db.selectFrom(table).select('scopeId').where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new Problem('notFound');
    if (row.scopeId !== LIBRARY_SCOPE) return row.scopeId;
  }
  return actor.companyId;
}

/** Every company's scope and the library: what administration sees. */
async function everyScope(db: Kysely<Database>): Promise<string[]> {
  const companies = await db.selectFrom('company').select('scopeId').execute();
  return [...companies.map((company) => company.scopeId), LIBRARY_SCOPE];
}

/** The scopes that a call of the administration sees: every one, or those of the caller's company. */
export async function scopesSeen(db: Kysely<Database>, actor: Actor | null): Promise<string[]> {
  if (actor === null || seesEveryCompany(actor)) return everyScope(db);
  return [...(actor.companyId === null ? [] : [actor.companyId]), LIBRARY_SCOPE];
}

/** The keys of an input that name the company of a call. */
function namedCompanies(operation: Operation): string[] {
  return namedRows(operation)
    .filter(({ table }) => table === 'company')
    .map(({ key }) => key);
}

interface NamedRow {
  key: string;
  table: SyncedTable;
}

const known = new WeakMap<Operation, NamedRow[]>();

/** The keys of an input that name rows of companies, in the order of declaration. */
function namedRows(operation: Operation): NamedRow[] {
  const made = known.get(operation);
  if (made !== undefined) return made;
  const rows: NamedRow[] = [];
  for (const [key, schema] of Object.entries(operation.input.shape)) {
    const kind = idKindOf(schema);
    const table = kind === undefined ? undefined : registry.get(kind);
    // An id that the caller generates for a new row is called `id` and is optional; no row has it yet.
    if (table === undefined || table.scopeKind === 'library' || (key === 'id' && schema.safeParse(undefined).success))
      continue;
    rows.push({ key, table: table.name as SyncedTable });
  }
  known.set(operation, rows);
  return rows;
}
