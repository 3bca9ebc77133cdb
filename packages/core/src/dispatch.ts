import { LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import {
  type Author,
  type Change,
  type ChangeOf,
  changeOf,
  type Clock,
  derivedId,
  kyselyStore,
  LateEdit,
  openDeviceWriter,
  openWriter,
  parseClock,
  rememberingStore,
  type Store,
  type StoredRow,
  type Writer,
} from '@holdfast/sync';
import type { DatabaseConnection, Kysely, Transaction } from 'kysely';
import type { Actor, Caller, DeviceCaller, DeviceCtx, TypedLookup, WriteCtx } from './ctx.ts';
import { databaseProblem, outcomeOfLostConnection } from './db/problems.ts';
import { ensurePersonInScope } from './ensurePerson.ts';
import { registry } from './db/registry.ts';
import type { Database, SyncedTable, Tables } from './db/schema.ts';
import { localDb, scopedDb } from './db/scoped.ts';
import type { Bound, Handler } from './handler.ts';
import type { Application } from './application.ts';
import { versionOf } from './present.ts';
import { oneByOne } from './oneByOne.ts';
import { holds, mustHold } from './rights.ts';
import { findSavedAnswer, saveAnswer } from './savedAnswers.ts';
import { companyOf, everyScope } from './scope.ts';

/** One call, as a host hands it in. */
export interface CallRequest {
  operation: string;
  input: unknown;
  actor: Actor | null;
  /** The desktop that calls with a token of its own; absent: none does. */
  device?: DeviceCaller | null;
  /** Absent: a call within the process. */
  caller?: Caller;
  /** Makes a repeated write happen once (data decision 14). */
  idempotencyKey?: string | undefined;
  /** The clock the edit was made on top of, as `clock` of an entity said it. */
  ifMatch?: string | undefined;
}

const WITHIN: Caller = { address: null, device: 'within the process' };

/**
 * The one way to any operation: parse input, check the right, prepare, lock scopes and open the transaction, run the handler, keep or drop all.
 * @returns the output, as the contract describes it
 * @throws {Problem} for every refusal
 */
export async function dispatch(application: Application, request: CallRequest): Promise<unknown> {
  const handler = application.handlers.get(request.operation);
  if (handler === undefined) throw new Problem('notFound');
  if (handler.operation.right !== 'device') mustHold(request.actor, handler.operation.right);
  else if (!request.device) throw new Problem('notSignedIn');
  const bound = handler.bind(request.input);
  try {
    if (request.device && handler.operation.right === 'device')
      return await runDevice(application, handler, { ...request, device: request.device }, bound);
    if (handler.operation.effect === 'read')
      return await repeatedOnLoss(true, () => runRead(application, handler, request, bound));
    const { actor, idempotencyKey } = request;
    // With a key, a repetition finds the answer of a transaction that was committed after all.
    const isRepeatable = actor !== null && idempotencyKey !== undefined;
    const attempt = (): Promise<Written> => runWrite(application, handler, request, bound);
    const write = async (): Promise<unknown> => {
      const { answer, afterCommit } = await (!handler.prepares ? repeatedOnLoss(isRepeatable, attempt) : attempt());
      await afterCommit();
      return answer;
    };
    // Of calls sent twice at once the second waits for the answer of the first: it is not decoded and stored twice.
    return !handler.prepares || actor === null || idempotencyKey === undefined
      ? await write()
      : await oneByOne(`${actor.userId} ${idempotencyKey}`, write);
  } catch (error) {
    throw databaseProblem(error);
  }
}

/** Attempts of a call whose database connection is lost; each waits for the database to be back. */
const ATTEMPTS = 3;

/**
 * Runs work again when the connection to the database was lost under it.
 * @param always also when it is unknown whether its transaction was committed; otherwise only when it certainly was not
 * @throws what the last attempt threw
 */
async function repeatedOnLoss<T>(always: boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const outcome = outcomeOfLostConnection(error);
      if (outcome === null || (outcome === 'unknown' && !always) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function runDevice(
  application: Application,
  { revokedToo }: Handler,
  { device, caller = WITHIN }: CallRequest & { device: DeviceCaller },
  { commit }: Bound,
): Promise<unknown> {
  if (device.revoked !== null && !revokedToo) throw new Problem('deviceRevoked', { mode: device.revoked });
  const ctx: DeviceCtx = { device, caller, now: application.ports.clock.now(), ports: application.ports, application };
  return commit(Object.freeze(ctx));
}

async function runRead(
  application: Application,
  { operation, reach }: Handler,
  { actor, caller = WITHIN }: CallRequest,
  { input, commit }: Bound,
): Promise<unknown> {
  const scopes =
    reach === 'everywhere'
      ? await everyScope(application.read)
      : scopesOf(
          actor === null || reach === 'library' ? null : await companyOf(application.read, actor, operation, input),
        );
  const ctx = {
    actor,
    caller,
    now: application.ports.clock.now(),
    db: scopedDb(application.read, application.engine, scopes),
    scopes,
    local: localDb(application.read),
    ports: application.ports,
    events: application.events,
  };
  return commit(Object.freeze(ctx));
}

/** A write whose transaction was committed. */
interface Written {
  answer: unknown;
  /** Work after the commit; must not be repeated together with the transaction. */
  afterCommit(): Promise<void>;
}

async function runWrite(
  application: Application,
  handler: Handler,
  request: CallRequest,
  bound: Bound,
): Promise<Written> {
  const now = application.ports.clock.now();
  const { actor, caller = WITHIN } = request;
  const { input } = bound;
  const scopeId = await scopeOfWrite(application, handler, bound, actor);
  const scopes = handler.reach === 'everywhere' ? await everyScope(application.read) : scopesOf(scopeId);
  const outside = {
    actor,
    caller,
    now,
    ports: application.ports,
    events: application.events,
    local: localDb(application.read),
    db: scopedDb(application.read, application.engine, scopes),
  };
  const call = { operation: handler.operation, idempotencyKey: request.idempotencyKey, input };
  // What a public operation answers may be a secret, such as the token of a sign-in: nothing of it is kept.
  const repeater = handler.operation.right === 'public' ? null : actor;
  // What has happened already is neither decoded nor stored again.
  const known =
    repeater === null || !handler.prepares ? undefined : await findSavedAnswer(outside.local, repeater, call);
  if (known !== undefined) return { answer: known.answer, afterCommit: () => Promise.resolve() };
  await bound.prepare({ ...outside, scopeId: scopeId ?? LIBRARY_SCOPE });
  const later: (() => Promise<void> | void)[] = [];
  const changed = new Set<string>();

  let writer: Writer | null = null;
  const answer = await transaction(application.write, async (trx) => {
    const connection = await connectionOf(trx);
    const store = rememberingStore(kyselyStore(connection, application.engine, registry));
    // Only the scope that is written to is locked, the library before any company; two writers can then never wait for each other.
    const heads = scopeId === null || application.device !== undefined ? [] : [await store.lockHead(scopeId)];
    const local = localDb(trx);
    const saved = repeater === null ? undefined : await findSavedAnswer(local, repeater, call);
    if (saved !== undefined) return saved.answer;

    const author = authorOf(application, request, now);
    // A call that changes no synced row, like signing in, needs no device that is known to the server.
    const opened = async (): Promise<Writer> =>
      (writer ??=
        application.device === undefined
          ? openWriter(store, registry, heads, author)
          : await openDeviceWriter(store, application.device, author));
    const nameIn = async (target: string): Promise<void> => {
      if (actor === null) return;
      changed.add(target);
      await ensurePersonInScope(application, store, await opened(), actor, target, later);
    };
    const write = async (change: Change): Promise<StoredRow> => {
      const target = change.scopeId ?? scopeId ?? LIBRARY_SCOPE;
      changed.add(target);
      await nameIn(target);
      const scoped = change.op === 'ins' ? { ...change, scopeId: target } : change;
      return (await opened()).mutate(scoped, (right) => actor !== null && holds(actor.role, right));
    };
    const ctx: WriteCtx<Actor | null> = {
      ...outside,
      scopes,
      scopeId: scopeId ?? LIBRARY_SCOPE,
      db: scopedDb(trx, application.engine, scopes, connection, typedLookup(store)),
      local,
      look: typedLookup(store),
      newId: () => application.ports.ids.next(now),
      groupId: author.groupId,
      ifMatch: author.ifMatch ?? null,
      // Sound because the schema a change is typed by is the one its row is written by.
      mutate: async <T extends SyncedTable>(table: T, change: ChangeOf<Tables[T]>) =>
        (await write(changeOf(table, change))) as unknown as Database[T],
      replay: write,
      ensurePersonInScope: () => nameIn(scopeId ?? LIBRARY_SCOPE),
      publish: (news) => void later.push(() => application.events.publish(news)),
      afterCommit: (work) => void later.push(work),
    };
    const output = await bound.commit(Object.freeze(ctx)).catch(async (error: unknown) => {
      throw error instanceof LateEdit ? await lateEditProblem(error, store) : error;
    });
    await writer?.finish();
    if (repeater !== null) await saveAnswer(local, repeater, call, output, now);
    return output;
  });
  return {
    answer,
    async afterCommit() {
      if (writer !== null) application.changed?.();
      for (const work of later) await work();
      if (changed.size > 0) application.events.publish({ scopes: [...changed], page: caller.page });
    },
  };
}

function scopesOf(company: string | null): string[] {
  return company === null || company === LIBRARY_SCOPE ? [LIBRARY_SCOPE] : [company, LIBRARY_SCOPE];
}

/** The scope a write lies in; null for writes that touch no synced row (sessions, passwords). */
async function scopeOfWrite(
  application: Application,
  { operation, reach }: Handler,
  { input, ownScope }: Bound,
  actor: Actor | null,
): Promise<string | null> {
  const own = ownScope(() => application.ports.ids.next(application.ports.clock.now()));
  if (own !== null) return own;
  if (reach === 'library' || reach === 'everywhere') return LIBRARY_SCOPE;
  if (reach === 'either' && actor !== null)
    return (await companyOf(application.read, { ...actor, companyId: null }, operation, input)) ?? LIBRARY_SCOPE;
  if (actor === null || operation.right === 'public' || operation.right === 'signedIn') return null;
  const company = await companyOf(application.read, actor, operation, input);
  if (company === null) throw new Problem('companyNeeded');
  return company;
}

function authorOf({ ports, deviceId }: Application, { actor, ifMatch }: CallRequest, now: number): Author {
  return {
    userId: actor?.userId ?? '',
    deviceId,
    now,
    groupId: ports.ids.next(now),
    ifMatch: ifMatch === undefined ? null : readIfMatch(ifMatch),
  };
}

function readIfMatch(ifMatch: string): Clock {
  const clock = parseClock(ifMatch);
  if (clock === null)
    throw new Problem('badInput', { issues: [{ path: 'If-Match', message: 'must be the clock of an entity' }] });
  return clock;
}

/** The rows of a transaction, typed by the schema they are written by. */
function typedLookup(store: Store): TypedLookup {
  // Sound because every row was checked against the schema of its table when it was written.
  return store as unknown as TypedLookup;
}

/** Returns the conflict with both values, and the version to send when the caller overwrites the stored value. */
async function lateEditProblem({ row, attempt }: LateEdit, store: Store): Promise<Problem> {
  const line = attempt?.lines[0];
  const person = await store.row('person', derivedId(row.updatedByUserId, row.scopeId));
  return new Problem('changedMeanwhile', {
    yours: line?.to ?? '',
    theirs: line?.from ?? '',
    by: row.updatedByUserId,
    byName: person === undefined ? null : String(person['name']),
    at: new Date(row.updatedAt).toISOString(),
    clock: versionOf(row),
  });
}

/** The connection of a transaction: what every save runs is written as text, and need not pass through the layers of the query builder. */
function connectionOf(trx: Transaction<Database>): Promise<DatabaseConnection> {
  return trx.getExecutor().provideConnection((connection) => Promise.resolve(connection));
}

function transaction<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
