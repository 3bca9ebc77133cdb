import type { SupportReport } from '@holdfast/contract';
import type { Databases } from '@holdfast/host';
import { type RawBuilder, sql } from 'kysely';

/** Counts the rows of every table of a SQLite database, by name of the table. */
export async function rowCounts(database: Databases['read']): Promise<SupportReport['records']> {
  const tables = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`.execute(
    database,
  );
  const counts: SupportReport['records'] = [];
  for (const { name } of tables.rows) counts.push({ table: name, rows: await countIn(database, sql.table(name)) });
  return counts;
}

async function countIn(database: Databases['read'], table: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${table}`.execute(database);
  return rows[0]!.rows;
}
