/** A write: its transaction, and the context of its handler. */
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
  statements,
  type Store,
  type StoredRow,
  type Writer,
} from '@holdfast/sync';
import type { Application } from '../application.ts';
import { appendEntry } from '../auditLog.ts';
import { auditArea, openTrail } from '../auditTrail.ts';
import type { Actor, Caller, WriteCtx } from './ctx.ts';
import { registry } from '../db/registry.ts';
import type { Database, SyncedTable, Tables } from '../db/schema.ts';
import { localDb, scopedDb, typedLookup } from '../db/scoped.ts';
import { transaction } from '../db/transaction.ts';
import { ensurePersonInScope } from '../ensurePerson.ts';
import type { Bound, Handler } from './handler.ts';
import { isoTime, versionOf } from '../present.ts';
import { publishParticulars } from '../publishParticulars.ts';
import { scopesOf, WITHIN } from './readCtx.ts';
import { holds, seesEveryCompany } from './rights.ts';
import { findSavedAnswer, saveAnswer } from './savedAnswers.ts';
import { companyOf, scopesSeen } from './scope.ts';

/** The caller of a write, and the version the edit was made on. */
interface WriteRequest {
  actor: Actor | null;
  caller?: Caller | undefined;
  idempotencyKey?: string | undefined;
  ifMatch?: string | undefined;
}

/** A write whose transaction was committed. */
export interface Written {
  answer: unknown;
  /** Work after the commit; must not be repeated together with the transaction. */
  afterCommit(): Promise<void>;
}

/**
 * Runs a write: prepares outside of the transaction, locks the scope, opens the transaction, runs the handler, and keeps or drops all of it.
 * What the handler changes goes through the one writer, by the methods of its context.
 */
export async function runWrite(
  application: Application,
  handler: Handler,
  request: WriteRequest,
  bound: Bound,
): Promise<Written> {
  const now = application.ports.clock.now();
  const texts = statements(application.engine, registry);
  const { actor, caller = WITHIN } = request;
  const { input } = bound;
  const scopeId = await scopeOfWrite(application, handler, bound, actor);
  const scopes = handler.reach === 'everywhere' ? await scopesSeen(application.read, actor) : scopesOf(scopeId);
  const outside = {
    actor,
    caller,
    now,
    ports: application.ports,
    events: application.events,
    local: localDb(application.read),
    db: scopedDb({ db: application.read, texts, isPool: application.engine === 'postgres' }, scopes),
  };
  const call = { operation: handler.operation, idempotencyKey: request.idempotencyKey, input };
  // The answer of a public operation may be a secret, such as the token of a sign-in, and is never stored.
  const isKept = handler.operation.right !== 'public' && handler.operation.secretAnswer !== true;
  const repeater = isKept ? actor : null;
  // A repeated call whose answer is stored is neither decoded nor stored again.
  const known =
    repeater === null || !handler.prepares ? undefined : await findSavedAnswer(outside.local, repeater, call);
  if (known !== undefined) return { answer: known.answer, afterCommit: () => Promise.resolve() };
  await bound.prepare({ ...outside, scopeId: scopeId ?? LIBRARY_SCOPE });
  const later: (() => Promise<unknown> | void)[] = [];
  const changed = new Set<string>();

  let writer: Writer | null = null;
  const answer = await transaction(application, async (trx, runner) => {
    const store = rememberingStore(kyselyStore(runner, application.engine, registry));
    const local = localDb(trx);
    const [heads, saved] = await Promise.all([
      // Only the scope that is written to is locked, the library before any company; two writers can then never wait for each other.
      scopeId === null || application.device !== undefined ? [] : store.lockHead(scopeId).then((head) => [head]),
      repeater === null ? undefined : findSavedAnswer(local, repeater, call),
    ]);
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
    const area = auditArea(application, handler.operation);
    const trail = openTrail({ operation: handler.operation, actor, caller, now, input, scopeId });
    const write = async (change: Change, follows = false): Promise<StoredRow> => {
      const target = change.scopeId ?? scopeId ?? LIBRARY_SCOPE;
      changed.add(target);
      await nameIn(target);
      const scoped = change.op === 'ins' ? { ...change, scopeId: target } : change;
      const known = area === null || change.id === undefined ? undefined : await store.row(change.table, change.id);
      const before = known === undefined ? null : { ...known };
      const after = await (
        await opened()
      ).mutate(scoped, (right) => actor !== null && holds(actor.role, right), follows);
      if (area !== null) trail.changed(scoped, before, after);
      return after;
    };
    const ctx: WriteCtx<Actor | null> = {
      ...outside,
      scopes,
      scopeId: scopeId ?? LIBRARY_SCOPE,
      db: scopedDb({ db: trx, texts, runner, lookup: typedLookup(store) }, scopes),
      local,
      lookup: typedLookup(store),
      newId: () => application.ports.ids.next(now),
      groupId: author.groupId,
      ifMatch: author.ifMatch ?? null,
      // Sound because the schema a change is typed by is the one its row is written by.
      mutate: async <T extends SyncedTable>(table: T, change: ChangeOf<Tables[T]>) =>
        (await write(changeOf(table, change))) as unknown as Database[T],
      follow: async (table, change) => void (await write(changeOf(table, change), true)),
      replay: (change) => write(change),
      ensurePersonInScope: () => nameIn(scopeId ?? LIBRARY_SCOPE),
      audit: trail.note,
      publish: (news) => void later.push(() => application.events.publish(news)),
      afterCommit: (work) => void later.push(work),
      publishParticulars: (userId, former) => void later.push(() => publishParticulars(application, userId, former)),
    };
    const output = await bound.commit(Object.freeze(ctx)).catch(async (error: unknown) => {
      throw error instanceof LateEdit ? await lateEditProblem(error, store) : error;
    });
    await writer?.finish();
    if (area !== null) {
      await trail.nameSubject((table, id) => store.row(table, id));
      // Last, so that other calls wait for the end of the log only briefly.
      await appendEntry(local, trail.record(area));
    }
    if (repeater !== null) await saveAnswer(runner, local, repeater, call, output, now);
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
    return (
      (await companyOf(
        application.read,
        seesEveryCompany(actor) ? { ...actor, companyId: null } : actor,
        operation,
        input,
      )) ?? LIBRARY_SCOPE
    );
  if (actor === null || operation.right === 'public' || operation.right === 'signedIn') return null;
  const company = await companyOf(application.read, actor, operation, input);
  if (company === null) throw new Problem('companyNeeded');
  return company;
}

function authorOf({ ports, deviceId }: Application, { actor, ifMatch }: WriteRequest, now: number): Author {
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

/** Returns the conflict with both values, and the version to send when the caller overwrites the stored value. */
async function lateEditProblem({ row, attempt }: LateEdit, store: Store): Promise<Problem> {
  const line = attempt?.lines[0];
  const person = await store.row('person', derivedId(row.updatedByUserId, row.scopeId));
  return new Problem('changedMeanwhile', {
    yours: line?.to ?? '',
    theirs: line?.from ?? '',
    by: row.updatedByUserId,
    byName: person === undefined ? null : String(person['name']),
    at: isoTime(row.updatedAt),
    clock: versionOf(row),
  });
}
