import type { Operation, OutputOf, ParsedInputOf } from '@holdfast/contract';
import type { Actor, DeviceCtx, ReadCtx, WriteCtx } from './ctx.ts';

/**
 * Whose data a call touches. `company`: that of the caller, or for staff that of the first id it names · `library`: configuration ·
 * `everywhere`: every company and the library, for administration alone; what it writes lies in the library or is not synced ·
 * `either`: for administration alone, the company whose row it names, or the library when it names none.
 */
export type Reach = 'company' | 'library' | 'everywhere' | 'either';

type ActorOf<T extends Operation> = T['right'] extends 'public' ? Actor | null : Actor;
type CtxOf<T extends Operation> = T['effect'] extends 'write' ? WriteCtx<ActorOf<T>> : ReadCtx<ActorOf<T>>;

/** What the first phase of a write gets: no transaction, no rows. */
export type PrepareCtx = Pick<
  WriteCtx<Actor | null>,
  'actor' | 'caller' | 'now' | 'ports' | 'local' | 'db' | 'scopeId'
>;

/** One operation with its meaning. */
export interface Handler {
  operation: Operation;
  reach: Reach;
  /** For a write that makes its own scope (a new company): which. */
  ownScope: ((input: never, newId: () => string) => string) | null;
  /** Slow work before the transaction: decoding, hashing, storing bytes. Its result is handed to `commit`. */
  prepare: ((ctx: PrepareCtx, input: never) => Promise<unknown>) | null;
  /** For a device's call: whether it is answered although an administrator ended the use of the device. */
  revokedToo: boolean;
  commit: (ctx: never, input: never, prepared: never) => Promise<unknown>;
}

type Commit<T extends Operation, P> = (ctx: CtxOf<T>, input: ParsedInputOf<T>, prepared: P) => Promise<OutputOf<T>>;

/** A handler with more to say than its meaning. `prepare` stands before `commit`, whose third argument is what it answers. */
export interface HandlerParts<T extends Operation, P> {
  reach?: Reach;
  ownScope?: (input: ParsedInputOf<T>, newId: () => string) => string;
  prepare?: (ctx: PrepareCtx, input: ParsedInputOf<T>) => Promise<P>;
  commit: Commit<T, P>;
}

/**
 * Gives an operation its meaning. A read gets a scoped, read-only handle; a write runs in one short transaction under the locks of its scopes,
 * after its `prepare` (data.md 4).
 * @throws {Error} when an operation that is not administration would see every company, or shape the library
 */
export function handler<T extends Operation, P = undefined>(
  operation: T,
  meaning: Commit<T, undefined> | HandlerParts<T, P>,
): Handler {
  const parts: HandlerParts<T, P> = typeof meaning === 'function' ? { commit: meaning as Commit<T, P> } : meaning;
  if ((parts.reach === 'everywhere' || parts.reach === 'either') && operation.right !== 'administer')
    throw new Error(`${operation.name} sees every company without being administration.`);
  return {
    operation,
    reach: parts.reach ?? 'company',
    ownScope: parts.ownScope ?? null,
    prepare: parts.prepare ?? null,
    revokedToo: false,
    commit: parts.commit,
  };
}

type DeviceCommit<T extends Operation> = (ctx: DeviceCtx, input: ParsedInputOf<T>) => Promise<OutputOf<T>>;

/** Gives an operation its meaning that a device calls by its own token. It opens the transactions it needs itself. */
export function deviceHandler<T extends Operation & { right: 'device' }>(
  operation: T,
  meaning: DeviceCommit<T> | { revokedToo: boolean; commit: DeviceCommit<T> },
): Handler {
  const { revokedToo, commit } = typeof meaning === 'function' ? { revokedToo: false, commit: meaning } : meaning;
  return { operation, reach: 'library', ownScope: null, prepare: null, revokedToo, commit };
}

/**
 * Gathers handlers by the name of their operation.
 * @throws {Error} when an operation has two.
 */
export function handlerTable(handlers: readonly Handler[]): ReadonlyMap<string, Handler> {
  const byName = new Map<string, Handler>();
  for (const each of handlers) {
    if (byName.has(each.operation.name)) throw new Error(`${each.operation.name} has two handlers.`);
    byName.set(each.operation.name, each);
  }
  return byName;
}
