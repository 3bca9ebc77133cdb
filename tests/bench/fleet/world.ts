/** A fleet for benchmarks: one company with very many items, and companies of usual size with people at work. */
import { addAccount, type Actor, buildApplication, handlers, issueToken } from '@holdfast/core';
import { callsOf, testPorts } from '@holdfast/core/testing';
import { openDatabases, readConfig } from '@holdfast/server';
import { type Kysely, sql } from 'kysely';

/** An inspection of a company of ordinary size. */
export interface Workplace {
  token: string;
  installationInspectionId: string;
  itemIds: string[];
}

/** The fleet of a benchmark. */
export interface Fleet {
  /** A viewer of the company with very many items. */
  largeToken: string;
  /** Viewers of that company, this one included. */
  largeTokens: string[];
  workplaces: Workplace[];
}

/** Size of the fleet. */
export interface FleetSize {
  /** Number of items of the large company; each is in one inspection. */
  items: number;
  companies: number;
  itemsEach: number;
  /** Number of viewers of the large company; absent: one. */
  viewers?: number;
}

const INSTALLATIONS = 50;

/**
 * Makes a fleet.
 * @param folder of the server's data
 * @param databaseUrl a PostgreSQL without tables; empty: SQLite in the folder
 */
export async function makeFleet(folder: string, databaseUrl: string, size: FleetSize): Promise<Fleet> {
  const config = readConfig({ HOLDFAST_DATA: folder, HOLDFAST_DEMO: '0', DATABASE_URL: databaseUrl });
  const databases = await openDatabases(config);
  const { engine, read, write } = databases;
  const ports = testPorts(() => Date.now());
  const application = buildApplication({ engine, read, write, ports, handlers, deviceId: 'server' });
  const newId = (): string => ports.ids.next(Date.now());
  async function account(role: Actor['role'], companyId: string | null): Promise<{ actor: Actor; token: string }> {
    const userId = newId();
    const name = `Person ${userId.slice(-4)}`;
    await addAccount(
      write,
      { id: userId, email: `${userId}@example.test`, name, role, companyId, passwordHash: null },
      Date.now(),
    );
    const id = newId();
    const token = await issueToken(write, ports, { id, userId, device: 'bench', now: Date.now() });
    return { actor: { userId, name, role, companyId, tokenId: id }, token };
  }
  const calls = callsOf(application, (await account('administrator', null)).actor);
  const inspection = await calls.createInspection({ name: 'Dropped Object Survey' });
  const type = await calls.createItemType({ name: 'Padeye' });
  await calls.addInspectionItemType({ inspectionId: inspection.id, itemTypeId: type.id });
  async function company(name: string, installations: number): Promise<{ id: string; held: Held[] }> {
    const { id } = await calls.createCompany({ name });
    await calls.addCompanyInspection({ id, inspectionId: inspection.id });
    const held: Held[] = [];
    for (let i = 0; i < installations; i++) {
      const installation = await calls.createInstallation({ companyId: id, name: `${name} ${i + 1}` });
      const made = await calls.createInstallationInspection({
        installationId: installation.id,
        inspectionId: inspection.id,
        startDate: 1_768_435_200,
        endDate: 1_768_521_600,
      });
      held.push({ companyId: id, installationId: installation.id, installationInspectionId: made.id });
    }
    return { id, held };
  }
  const large = await company('Large', INSTALLATIONS);
  const each = Math.floor(size.items / INSTALLATIONS);
  for (const [at, held] of large.held.entries()) await fill(write, engine, held, type.id, at * each, each);
  // Desktops receive the rows up to the head of the scope.
  await sql`update "scopeHead" set "seq" = ${size.items + 1000} where "scopeId" = ${large.id}`.execute(write);
  if (engine === 'postgres') await sql`analyze`.execute(write);
  const workplaces: Workplace[] = [];
  for (let i = 0; i < size.companies; i++) {
    const { id, held } = await company(`Usual ${i}`, 1);
    const { installationInspectionId } = held[0]!;
    const itemIds: string[] = [];
    for (let k = 0; k < size.itemsEach; k++)
      itemIds.push(
        (await calls.newItem({ installationInspectionId, itemTypeId: type.id, name: `Padeye ${k}` })).itemId,
      );
    workplaces.push({ token: (await account('inspector', id)).token, installationInspectionId, itemIds });
  }
  const largeTokens: string[] = [];
  for (let i = 0; i < (size.viewers ?? 1); i++) largeTokens.push((await account('viewer', large.id)).token);
  await databases.close();
  return { largeToken: largeTokens[0]!, largeTokens, workplaces };
}

/** An inspection, with its scope and installation. */
interface Held {
  companyId: string;
  installationId: string;
  installationInspectionId: string;
}

/** Writes items of an inspection, every second one with a condition, by one statement for each table. */
async function fill(
  db: Kysely<never> | Awaited<ReturnType<typeof openDatabases>>['write'],
  engine: 'sqlite' | 'postgres',
  { companyId, installationId, installationInspectionId }: Held,
  itemTypeId: string,
  from: number,
  count: number,
): Promise<void> {
  const numbers =
    engine === 'sqlite'
      ? sql`(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + count - 1}) select i from n) as n`
      : sql`(select i from generate_series(${from}::bigint, ${from + count - 1}::bigint) as i) as n`;
  const hex = engine === 'sqlite' ? sql`printf('%012x', n.i)` : sql`lpad(to_hex(n.i), 12, '0')`;
  const stamps = sql`${sql.lit(companyId)}, n.i + 1000, '{"*":[0,0,"bench"]}', 0, 0, 'bench', 'bench', null`;
  const columns = sql`"id", "scopeId", "_seq", "_clk", "createdAt", "updatedAt", "createdByUserId", "updatedByUserId", "deletedAt"`;
  await sql`insert into "item" (${columns}, "installationId", "itemTypeId", "parentItemId", "name", "isLocation", "tagKind", "tag", "defaultItemId")
    select '0190aaaa-0000-7000-8000-' || ${hex}, ${stamps}, ${sql.lit(installationId)}, ${sql.lit(itemTypeId)}, null, 'Padeye ' || n.i, 0, null, null, null
    from ${numbers}`.execute(db);
  await sql`insert into "installationInspectionItem" (${columns}, "installationInspectionId", "itemId", "conditionId", "order")
    select '0190aaaa-0000-7000-8001-' || ${hex}, ${stamps}, ${sql.lit(installationInspectionId)}, '0190aaaa-0000-7000-8000-' || ${hex},
      case when n.i % 2 = 0 then '00000000-0000-7000-8000-00000000c001' end, 0
    from ${numbers}`.execute(db);
}
