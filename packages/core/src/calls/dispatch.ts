import { type Download, LIBRARY_SCOPE, Problem } from '@holdfast/contract';
import { appendEntry } from '../auditLog.ts';
import { auditArea, openTrail } from '../auditTrail.ts';
import type { Actor, Caller, DeviceCaller, DeviceCtx } from './ctx.ts';
import { databaseProblem, outcomeOfLostConnection } from '../db/problems.ts';
import { localDb } from '../db/scoped.ts';
import type { Bound, Handler } from './handler.ts';
import type { Application } from '../application.ts';
import { oneByOne } from '../oneByOne.ts';
import { readCtx, WITHIN } from './readCtx.ts';
import { mustHold } from './rights.ts';
import { runWrite, type Written } from './runWrite.ts';

/** One call, as a host passes it. */
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
  /** The clock on which the edit is based, from `clock` of an entity. */
  ifMatch?: string | undefined;
}

/**
 * Runs an operation: finds its handler, checks the right, parses the input and runs it as a read, a write or a call of a device.
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
      return await repeatedOnLoss(true, () => runCurrentRead(application, handler, request, bound));
    const { actor, idempotencyKey } = request;
    // With a key, a repetition finds the answer of a transaction that was committed after all.
    const isRepeatable = actor !== null && idempotencyKey !== undefined;
    const attempt = (): Promise<Written> => runWrite(application, handler, request, bound);
    const write = async (): Promise<unknown> => {
      const { answer, afterCommit } = await (!handler.prepares ? repeatedOnLoss(isRepeatable, attempt) : attempt());
      await afterCommit();
      return answer;
    };
    // A call that is sent twice at once waits for the answer of the first, so that nothing is decoded and stored twice.
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
 * Repeats work during which the connection to the database was lost.
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

/** Runs a read on the replica when that is current, and otherwise, or when the replica fails, on the database itself. */
async function runCurrentRead(
  application: Application,
  handler: Handler,
  request: CallRequest,
  bound: Bound,
): Promise<unknown> {
  const { replica } = application;
  // Not for a stream of events, which lasts longer than the replica may be current, nor for public calls, which read little.
  const { kind, right } = handler.operation;
  if (replica !== undefined && kind !== 'events' && right !== 'public' && (await replica.isCurrent())) {
    try {
      return await runRead({ ...application, read: replica.read }, handler, request, bound);
    } catch (error) {
      // PostgreSQL cancels reads on a replica that conflict with the changes it replays, and a replica may fail.
      if (error instanceof Problem) throw error;
    }
  }
  return runRead(application, handler, request, bound);
}

async function runRead(
  application: Application,
  handler: Handler,
  { actor, caller }: CallRequest,
  { input, commit }: Bound,
): Promise<unknown> {
  const ctx = await readCtx(application, handler, { actor, caller }, input);
  const answer = await commit(ctx);
  const area = auditArea(application, handler.operation);
  if (area === null) return answer;
  const scopeId = handler.reach === 'everywhere' ? null : (ctx.scopes.find((scope) => scope !== LIBRARY_SCOPE) ?? null);
  const { operation } = handler;
  const trail = openTrail({ operation, actor, caller: ctx.caller, now: ctx.now, input, scopeId });
  if (operation.kind === 'download') trail.note({ subject: (answer as Download).filename });
  // Before the first byte leaves the server.
  await application.write.transaction().execute((trx) => appendEntry(localDb(trx), trail.record(area)));
  return answer;
}
