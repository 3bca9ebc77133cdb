import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import type { Engine } from '@holdfast/sync';
import type { Database } from './schema.ts';
import * as rows from './migrations/20261120-01-rows.ts';
import * as server from './migrations/20261120-02-server.ts';
import * as device from './migrations/20261120-03-device.ts';
import * as reportPublishing from './migrations/20261120-04-report-publishing.ts';
import * as reportVersions from './migrations/20261120-05-report-versions.ts';
import * as loggedChange from './migrations/20261120-06-loggedChange.ts';
import * as stage from './migrations/20261121-01-stage.ts';
import * as overridden from './migrations/20261121-02-overridden.ts';
import * as stageMark from './migrations/20261122-01-stageMark.ts';
import * as deviceOrigin from './migrations/20261123-11-deviceOrigin.ts';
import * as deletions from './migrations/20261123-12-deletions.ts';
import * as audit from './migrations/20261124-01-audit.ts';
import * as secondFactors from './migrations/20261124-20-secondFactors.ts';
import * as templateVersions from './migrations/20261124-21-template-versions.ts';
import * as photoEdits from './migrations/20261124-22-photoEdits.ts';
import * as sweeps from './migrations/20261124-23-sweeps.ts';
import * as companyParticulars from './migrations/20261124-24-company-particulars.ts';
import * as fleet from './migrations/20261124-31-fleet.ts';
import * as refusedChanges from './migrations/20261124-32-refusedChanges.ts';
import * as templateRules from './migrations/20261124-40-template-rules.ts';
import * as singleSignOn from './migrations/20261124-41-single-sign-on.ts';
import * as usage from './migrations/20261124-42-usage.ts';
import * as erasure from './migrations/20261124-43-erasure.ts';
import * as letters from './migrations/20261124-50-letters.ts';
import * as conditionCount from './migrations/20261124-60-conditionCount.ts';
import * as particulars from './migrations/20261125-01-particulars.ts';
import * as reportChoices from './migrations/20261125-02-report-choices.ts';
import * as encrypted from './migrations/20261126-01-encrypted.ts';
import * as deviceCompany from './migrations/20261126-02-deviceCompany.ts';
import * as formerShortNames from './migrations/20261126-02-former-short-names.ts';
import * as pastTemplates from './migrations/20261127-01-past-templates.ts';
import * as formerTimeZones from './migrations/20261127-02-former-time-zones.ts';
import * as setAsideRows from './migrations/20261127-03-set-aside-rows.ts';

/** Kind of host that a database belongs to. */
export type Host = 'server' | 'device';

const STEPS = [
  { ...rows, hosts: ['server', 'device'] },
  { ...server, hosts: ['server'] },
  { ...device, hosts: ['device'] },
  { ...reportPublishing, hosts: ['server', 'device'] },
  { ...reportVersions, hosts: ['server'] },
  { ...loggedChange, hosts: ['server', 'device'] },
  { ...stage, hosts: ['device'] },
  { ...overridden, hosts: ['server', 'device'] },
  { ...stageMark, hosts: ['device'] },
  { ...deviceOrigin, hosts: ['server'] },
  { ...deletions, hosts: ['server', 'device'] },
  { ...audit, hosts: ['server'] },
  { ...secondFactors, hosts: ['server', 'device'] },
  { ...templateVersions, hosts: ['server', 'device'] },
  { ...photoEdits, hosts: ['server', 'device'] },
  { ...sweeps, hosts: ['server', 'device'] },
  { ...companyParticulars, hosts: ['server', 'device'] },
  { ...fleet, hosts: ['server'] },
  { ...refusedChanges, hosts: ['server'] },
  { ...templateRules, hosts: ['server', 'device'] },
  { ...singleSignOn, hosts: ['server', 'device'] },
  { ...usage, hosts: ['server'] },
  { ...erasure, hosts: ['server', 'device'] },
  { ...letters, hosts: ['server'] },
  { ...conditionCount, hosts: ['server', 'device'] },
  { ...particulars, hosts: ['server', 'device'] },
  { ...reportChoices, hosts: ['server'] },
  { ...encrypted, hosts: ['server'] },
  { ...deviceCompany, hosts: ['server'] },
  { ...formerShortNames, hosts: ['server', 'device'] },
  { ...pastTemplates, hosts: ['server', 'device'] },
  { ...formerTimeZones, hosts: ['server', 'device'] },
  { ...setAsideRows, hosts: ['device'] },
] as const;

/** A migration and the statements it runs, in order. */
export interface Step extends Migration {
  readonly statements: readonly string[];
}

/** The migrations of a host by name, in order. */
export function migrations(host: Host, engine: Engine): Record<string, Step> {
  const chosen = STEPS.filter((step) => (step.hosts as readonly Host[]).includes(host));
  return Object.fromEntries(
    chosen.map((step) => {
      const statements = step.statements(engine, host);
      return [
        step.name,
        {
          statements,
          async up(db: Kysely<unknown>) {
            for (const statement of statements) await sql.raw(statement).execute(db);
          },
        },
      ];
    }),
  );
}

/**
 * Migrates a database to the current schema.
 * @returns the names of the migrations that ran.
 * @throws the error of the migration that failed; none of it is kept.
 */
export async function migrate(db: Kysely<Database>, host: Host, engine: Engine): Promise<string[]> {
  return outcome(await migratorOf(db, host, engine).migrateToLatest());
}

/** Migrates a database to the schema after one migration, for rows of that time. */
export async function migrateTo(db: Kysely<Database>, host: Host, engine: Engine, name: string): Promise<string[]> {
  return outcome(await migratorOf(db, host, engine).migrateTo(name));
}

function migratorOf(db: Kysely<Database>, host: Host, engine: Engine): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations(host, engine)) },
    migrationTableName: 'migration',
    migrationLockTableName: 'migrationLock',
  });
}

/** Message of Kysely for a database with a migration that this program does not know. */
const UNKNOWN_MIGRATION = /^corrupted migrations: previously executed migration \S+ is missing$/;

function outcome({ error, results = [] }: MigrationResultSet): string[] {
  if (error instanceof Error && UNKNOWN_MIGRATION.test(error.message))
    throw new Error(
      'a newer version of Holdfast has migrated this database. Start that version, or restore a backup made before.',
      { cause: error },
    );
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
