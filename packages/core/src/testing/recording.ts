/** Records the answers, refusals and effects of operations as text, for tests that compare a whole course of work with a stored record. */
import { idKindOf, type OperationName, operations, Problem, type Role } from '@holdfast/contract';
import { uuidV7 } from '@holdfast/sync';
import { sql } from 'kysely';
import type { Actor } from '../calls/ctx.ts';
import type { CallRequest } from '../calls/dispatch.ts';
import type { Ports } from '../ports.ts';
import { addAccount } from '../users/index.ts';
import {
  CAST,
  type Calls,
  callsOf,
  openTestFixture,
  TEST_NOW,
  type TestFixture,
  testPorts,
  type Who,
} from './fixture.ts';

type Row = Record<string, unknown>;
type Options = Pick<CallRequest, 'idempotencyKey' | 'ifMatch'>;

/** A course of calls with their record. */
export interface Recording {
  readonly fixture: TestFixture;
  /** The operations as methods of a person. A refusal is recorded and answers null; other errors are thrown. */
  as(who: string | null): Calls;
  /** Creates an account beside the cast. */
  join(name: string, role: Role, companyId: string | null): Promise<void>;
  actor(who: string): Actor;
  /** Makes a session a caller with a name. */
  enter(name: string, actor: Actor): void;
  /** Records work that is no operation of a person: of a device, or of the server itself. */
  run<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** Adds a heading to the record. */
  heading(text: string): void;
  /** Records a value beside those of operations. */
  note(what: string, value: unknown): void;
  /** Calls every read operation that takes no other input than the given ids, as each of the people. */
  reads(people: readonly string[], ids: Readonly<Record<string, string>>): Promise<void>;
  text(): string;
  close(): Promise<void>;
}

/** Columns of rows that are not recorded: positions and hashes, which tests of their own check. */
const UNRECORDED = new Set(['_seq', '_clk', 'hash', 'previousHash', 'digest', 'inputHash', 'lastUsedAt', 'detailJson']);
/** Tables of which the log of changes holds the same, or that hold it. */
const UNLISTED = new Set(['migration', 'migrationLock', 'change', 'scopeHead', 'auditHead', 'usage']);
/** Reads of everything that was done, which the record has already. */
const SEPARATE = new Set(['getAuditEntries', 'exportAuditEntries', 'getStarterColumns', 'getReportTables']);
/** Time between two calls. */
const MINUTE_MS = 60_000;

/** Opens an application on SQLite whose ids and secrets are the same in each run, and records what is called. */
export async function openRecording(real: Partial<Ports> = {}): Promise<Recording> {
  let made = 0;
  const ids = { next: (moment: number): string => uuidV7(moment, counted((made += 1))) };
  let secrets = 0;
  const next = (): string => `secret-${(secrets += 1)}-`.padEnd(43, 'x');
  const plain = testPorts(() => TEST_NOW);
  let challenges = 0;
  const challenge = () => {
    const made = `challenge-${(challenges += 1)}`;
    return Promise.resolve({ challenge: made, options: { challenge: made } });
  };
  const secondFactors: Ports['secondFactors'] = {
    ...plain.secondFactors,
    newRecoveryCode: () => `RECOVERY-${(secrets += 1)}`,
    passkeyCreation: challenge,
    passkeyRequest: challenge,
  };
  const singleSignOn: Ports['singleSignOn'] = {
    ...plain.singleSignOn,
    begin: ({ issuer }) => {
      if (issuer.includes('wrong')) return Promise.resolve({ problem: 'It is no provider.' });
      const state = `state-${(challenges += 1)}`;
      return Promise.resolve({ address: `${issuer}?state=${state}`, state, nonce: 'nonce', verifier: 'verifier' });
    },
  };
  const fixture = await openTestFixture('sqlite', { ids, secrets: { next }, secondFactors, singleSignOn, ...real });
  const { database, application } = fixture;
  const people = new Map<string, Actor>(Object.keys(CAST).map((who) => [who, fixture.actor(who as Who)]));
  const lines: string[] = [];
  const before = new Set<string>();
  const shown = (value: unknown): string => asText(value, before);
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  let events: unknown[] = [];
  application.events.forward((news) => events.push(news));
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(database.db);
  const listed = tables.rows
    .map(({ name }) => name)
    .filter((name) => !UNLISTED.has(name) && !name.startsWith('sqlite'));
  const synced = new Set<string>();
  let known = new Map<string, Map<string, Row>>();
  let changes = 0;
  await effects();

  /** Returns what changed in the database since the last call. */
  async function effects(): Promise<string[]> {
    const found: string[] = [];
    const rowsNow = new Map<string, Map<string, Row>>();
    for (const name of listed) {
      const { rows } = await sql.raw<Row>(`select * from "${name}" order by _rowid_`).execute(database.db);
      const byKey = new Map<string, Row>();
      for (const row of rows) {
        if ('_seq' in row) synced.add(name);
        for (const column of UNRECORDED) delete row[column];
        const key = typeof row['id'] === 'string' ? row['id'] : JSON.stringify(row);
        byKey.set(key, row);
        label(name, row['id']);
      }
      rowsNow.set(name, byKey);
    }
    const log = await sql<Row>`select * from change where _rowid_ > ${changes} order by _rowid_`.execute(database.db);
    changes += log.rows.length;
    for (const change of log.rows) found.push(changeLine(change));
    for (const name of listed) {
      if (synced.has(name)) continue;
      const earlier = known.get(name);
      const after = rowsNow.get(name)!;
      for (const [key, row] of after) {
        const was = earlier?.get(key);
        if (was === undefined) found.push(`+ ${name} ${shown(row)}`);
        else {
          const changed = Object.keys(row).filter((column) => row[column] !== was[column]);
          if (changed.length > 0)
            found.push(`~ ${key} ${shown(Object.fromEntries(changed.map((column) => [column, row[column]])))}`);
        }
      }
      for (const [key, row] of earlier ?? [])
        if (!after.has(key)) found.push(`- ${name} ${typeof row['id'] === 'string' ? key : shown(row)}`);
    }
    known = rowsNow;
    return found;
  }

  function changeLine(change: Row): string {
    const { op, tableName, rowId, setJson, oldJson, historyJson, itemId, installationInspectionId } = change as Record<
      string,
      string | null
    >;
    label(tableName!, rowId);
    const set = JSON.parse(setJson!) as Row;
    const old = JSON.parse(oldJson!) as Row;
    const columns =
      op === 'upd' ? Object.entries(set).map(([key, value]) => [key, [old[key], value]]) : Object.entries(set);
    const history =
      historyJson === null
        ? ''
        : `\n    history of ${itemId ?? '-'} ${installationInspectionId ?? '-'}: ${historyJson}`;
    return `${op} ${tableName} ${rowId} ${shown(Object.fromEntries(columns) as Row)}${history}`;
  }

  function label(table: string, id: unknown): void {
    if (typeof id !== 'string' || labels.has(id) || id.startsWith('00000000-0000')) return;
    const count = (counts.get(table) ?? 0) + 1;
    counts.set(table, count);
    labels.set(id, `${table}#${count}`);
  }

  function record(text: string): void {
    lines.push(text);
  }

  async function recordCall(title: string, work: () => Promise<unknown>): Promise<unknown> {
    fixture.wait(MINUTE_MS);
    events = [];
    let answer: unknown = null;
    let said: string;
    try {
      answer = await work();
      said = answer === null || answer === undefined ? '' : `\n  → ${shown(await opened(answer))}`;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      said = `\n  refused: ${error.code}${error.details === null ? '' : ` ${shown(error.details)}`}`;
    }
    const effect = await effects();
    const all = [...effect, ...events.map((event) => `event ${shown(event)}`)];
    record(`${title}${said}${all.map((line) => `\n  ${line}`).join('')}`);
    return answer;
  }

  const recording: Recording = {
    fixture,
    as(who) {
      const calls = callsOf(application, who === null ? null : people.get(who)!);
      return new Proxy({} as Calls, {
        get:
          (_, name: OperationName) =>
          (input: never, options: Options = {}) =>
            recordCall(
              `${who ?? 'public'} ${name} ${shown(input)}${Object.keys(options).length > 0 ? ` ${shown(options)}` : ''}`,
              () => calls[name](input, options),
            ),
      });
    },
    async join(name, role, companyId) {
      const id = ids.next(TEST_NOW);
      const email = `${name}@example.test`;
      await addAccount(
        database.db,
        { id, email, name, role, companyId, passwordHash: `test:${name}-password` },
        TEST_NOW,
      );
      people.set(name, { userId: id, name, role, companyId, tokenId: uuidV7(TEST_NOW, new Uint8Array(10)) });
      await effects();
    },
    actor: (who) => people.get(who)!,
    enter: (name, actor) => void people.set(name, actor),
    run: (title, work) => recordCall(title, work) as ReturnType<typeof work>,
    heading: (text) => record(`\n== ${text} ==`),
    note: (what, value) => record(`${what}: ${shown(value)}`),
    async reads(who, given) {
      for (const operation of Object.values(operations)) {
        if (operation.effect !== 'read' || operation.right === 'public' || operation.right === 'device') continue;
        if (
          SEPARATE.has(operation.name) ||
          operation.kind === 'events' ||
          operation.kind === 'media' ||
          'agentOnly' in operation
        )
          continue;
        const input: Row = {};
        let complete = true;
        for (const [key, schema] of Object.entries(operation.input.shape)) {
          if (schema.safeParse(undefined).success) continue;
          const kind = idKindOf(schema);
          const value =
            given[`${operation.name}.${key}`] ?? given[key] ?? (kind === undefined ? undefined : given[kind]);
          if (value === undefined) complete = false;
          else input[key] = schema.safeParse(value).success ? value : [value];
        }
        if (complete) for (const each of who) await recording.as(each)[operation.name as OperationName](input as never);
      }
    },
    text() {
      const text = lines.join('\n');
      const named = text.replace(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
        (id) => labels.get(id) ?? (id.startsWith('00000000-0000') ? id.slice(-4) : unlabelled(id)),
      );
      return `${named.replace(/\b([0-9a-f]{6})[0-9a-f]{58}\b/g, '$1…').trim()}\n`;
    },
    close: () => fixture.close(),
  };
  return recording;

  function unlabelled(id: string): string {
    label('id', id);
    return labels.get(id)!;
  }
}

/** Reads the bytes of a download into text. */
async function opened(answer: unknown): Promise<unknown> {
  if (typeof answer !== 'object' || answer === null || !('mimeType' in answer && 'content' in answer)) return answer;
  const { content } = answer as { content: unknown };
  if (typeof content === 'string') return answer;
  const pieces: Uint8Array[] = [];
  for await (const piece of content instanceof Uint8Array ? [content] : (content as AsyncIterable<Uint8Array>))
    pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    // It is text.
  }
  return { ...answer, content: value };
}

/** Sixteen bits of each number, so that ids are in the order in which they were made. */
function counted(count: number): Uint8Array {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(0, count);
  return bytes;
}

/** Longest value that is shown in one line. */
const LINE = 180;
/** The same within a file, whose rows are wide. */
const ROW_LINE = 1_200;
/** Characters that are shown of a text. */
const LONG = 300;

/** A value as JSON, over several lines when it is long; a record that was shown before, by its id. @param before what was shown */
function asText(value: unknown, before: Set<string>, indent = '  ', line = LINE): string {
  const whole = JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Set) return [...each];
    return typeof each === 'string' && each.length > LONG ? `${each.slice(0, LONG)}… (${each.length})` : each;
  });
  if (typeof value === 'object' && value !== null && 'id' in value && Object.keys(value).length > 2) {
    if (before.has(whole)) return `${String(value.id)} as above`;
    before.add(whole);
  }
  if (whole === undefined) return 'nothing';
  if (whole.length <= line || typeof value !== 'object' || value === null) return whole;
  const within = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((each) => `${within}${asText(each, before, within, line)}`).join('\n')}\n${indent}]`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{\n${entries.map(([key, each]) => `${within}${key}: ${asText(each, before, within, key === 'content' ? ROW_LINE : line)}`).join('\n')}\n${indent}}`;
}
