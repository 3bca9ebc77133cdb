/** Checks of the data once all processes run again and have come to rest. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { blobFile, blobFolder } from '@holdfast/host';
import { registry } from '@holdfast/core';
import type { ReadableDatabase, Row } from './databases.ts';
import type { Trace } from './edits.ts';

/** An edit that was confirmed to its author. */
export interface Confirmed {
  who: string;
  what: string;
  traces: readonly Trace[];
}

/** A host at rest. */
export interface AtRest {
  name: string;
  database: ReadableDatabase;
  folder: string;
}

/** The log of a server in a form for searches. */
interface Log {
  rows: Row[];
  byRow: Map<string, Row[]>;
  /** All values that were ever written, including overridden ones, as one text. */
  text: string;
}

/**
 * Returns all violations.
 * @param confirmed edits confirmed to their authors since the last check
 * @returns one sentence for each finding
 */
export async function findings(
  server: AtRest,
  devices: readonly AtRest[],
  confirmed: readonly Confirmed[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, database } of [server, ...devices])
    for (const word of await database.damage()) found.push(`the database of ${name} is damaged: ${word}`);
  const log = await readLog(server.database);
  const aside = await readAside(devices);
  for (const edit of confirmed)
    for (const trace of edit.traces)
      if (!(await isTraceable(trace, log, aside, server.database)))
        found.push(`${edit.what} of ${edit.who} is nowhere: ${JSON.stringify(trace)}`);
  found.push(...(await replayDiffers(server.database, log)));
  for (const device of devices) found.push(...(await differs(server.database, device)));
  for (const device of devices) found.push(...(await verdictsMiss(server.database, device)));
  for (const host of [server, ...devices]) found.push(...(await contentsAreWrong(host)));
  return found;
}

async function readLog(database: ReadableDatabase): Promise<Log> {
  const rows = await database.all('select * from "change" order by "scopeId", "seq"');
  const text = rows.map((row) => `${row['setJson']}${row['lostJson'] ?? ''}`).join('\n');
  return { rows, byRow: Map.groupBy(rows, (row) => `${row['tableName']} ${row['rowId']}`), text };
}

/** Reads the changes that the devices set aside, with their authors' texts. */
async function readAside(devices: readonly AtRest[]): Promise<{ text: string; changes: Row[] }> {
  const texts: string[] = [];
  for (const { database } of devices)
    for (const { change } of await database.all('select "change" from "setAside"')) texts.push(String(change));
  return { text: texts.join('\n'), changes: texts.map((text) => JSON.parse(text) as Row) };
}

/** Returns true when an edit can be found: as the present value, as overridden, or among the changes set aside. */
async function isTraceable(
  trace: Trace,
  log: Log,
  aside: { text: string; changes: Row[] },
  server: ReadableDatabase,
): Promise<boolean> {
  if (trace.kind === 'word') return log.text.includes(trace.word) || aside.text.includes(trace.word);
  const logged = log.byRow.get(`${trace.table} ${trace.id}`) ?? [];
  const setAside = aside.changes.filter(({ tableName, rowId }) => tableName === trace.table && rowId === trace.id);
  const [row] = await server.all(`select * from "${trace.table}" where "id" = '${trace.id}'`);
  if (trace.kind === 'made') return row !== undefined || setAside.length > 0;
  if (trace.kind === 'gone') return [...logged, ...setAside].some(({ op }) => op === 'del');
  return [...logged, ...setAside].some(({ setJson, lostJson }) =>
    [setJson, lostJson ?? '{}'].some((json) => {
      const values = JSON.parse(String(json)) as Row;
      return trace.column in values && values[trace.column] === trace.value;
    }),
  );
}

/** Checks that the log, applied from its beginning, results in the rows of the server. */
async function replayDiffers(server: ReadableDatabase, { byRow }: Log): Promise<string[]> {
  const found: string[] = [];
  for (const table of registry.keys()) {
    for (const row of await server.all(`select * from "${table}"`)) {
      const played: Row = {};
      let living = true;
      for (const { op, setJson } of byRow.get(`${table} ${row['id']}`) ?? []) {
        Object.assign(played, JSON.parse(String(setJson)));
        if (op !== 'upd') living = op !== 'del';
      }
      for (const [column, value] of Object.entries(played))
        if (row[column] !== value)
          found.push(`${table} ${row['id']} has ${column} ${row[column]}, its log says ${value}`);
      if (living !== (row['deletedAt'] === null)) found.push(`${table} ${row['id']} is not as alive as its log says`);
    }
  }
  return found;
}

/** Checks for each table that a device has the rows of the server in its scopes, except rows that were deleted before it received them. */
async function differs(server: ReadableDatabase, { name, database }: AtRest): Promise<string[]> {
  const found: string[] = [];
  const scopes = (await database.all('select "scopeId" from "subscription"')).map(({ scopeId }) => `'${scopeId}'`);
  const where = `where "scopeId" in (${scopes.join(', ')})`;
  for (const table of [...registry.keys(), 'change']) {
    const key = (row: Row): string => (table === 'change' ? `${row['scopeId']} ${row['seq']}` : String(row['id']));
    const mine = new Map((await database.all(`select * from "${table}" ${where}`)).map((row) => [key(row), row]));
    for (const row of await server.all(`select * from "${table}" ${where}`)) {
      const own = mine.get(key(row));
      mine.delete(key(row));
      if (own === undefined) {
        if (row['deletedAt'] == null) found.push(`${name} lacks ${table} ${key(row)}`);
        continue;
      }
      for (const [column, value] of Object.entries(row))
        if (own[column] !== value)
          found.push(`${name} has ${column} ${own[column]} in ${table} ${key(row)}, the server ${value}`);
    }
    for (const [id, { deletedAt }] of mine)
      if (deletedAt === null || table === 'change') found.push(`${name} has ${table} ${id}, the server has not`);
  }
  return found;
}

/** Checks that each change of a device was decided exactly once. */
async function verdictsMiss(server: ReadableDatabase, { name, database }: AtRest): Promise<string[]> {
  const numbered = await database.all('select max("n") as "last" from "outbox"');
  const last = numbered[0]?.['last'] ?? 0;
  const counted = await server.all(`select "d"."lastN", count("v"."n") as "verdicts" from "device" "d"
    left join "verdict" "v" on "v"."deviceId" = "d"."id" group by "d"."id", "d"."lastN"`);
  return counted.some(({ lastN, verdicts }) => lastN === last && verdicts === last)
    ? []
    : [`${name} made ${last} changes; the server decided ${JSON.stringify(counted)}`];
}

/** Checks that every content to which a living row refers is stored undamaged on the server and on each device. */
async function contentsAreWrong({ name, database, folder }: AtRest): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['image', 'file']) {
    const named = await database.all(`select "scopeId", "sha256" from "${table}" where "deletedAt" is null`);
    for (const { scopeId, sha256 } of named) {
      const bytes = readOrNull(blobFile(blobFolder({ dataFolder: folder }), String(scopeId), String(sha256)));
      const hash = bytes === null ? 'nothing' : createHash('sha256').update(bytes).digest('hex');
      if (hash !== sha256) found.push(`${name} has ${hash} where the content ${sha256} of a ${table} should lie`);
    }
  }
  return found;
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
