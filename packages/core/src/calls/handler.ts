import { inputMessage, type Operation, type OutputOf, type ParsedInputOf, Problem } from '@holdfast/contract';
import type { Actor, DeviceCtx, ReadCtx, WriteCtx } from './ctx.ts';

/**
 * Data that a call touches. `company`: that of the caller, or for staff that of the first id it names · `library`: configuration ·
 * `everywhere`: every company the caller sees and the library, for administration alone; what it writes lies in the library or is not synced ·
 * `either`: for administration alone, the company whose row it names, or the library when it names none.
 */
type Reach = 'company' | 'library' | 'everywhere' | 'either';

type ActorOf<T extends Operation> = T['right'] extends 'public' ? Actor | null : Actor;
type CtxOf<T extends Operation> = T['effect'] extends 'write' ? WriteCtx<ActorOf<T>> : ReadCtx<ActorOf<T>>;

/** Context of the first phase of a write: no transaction, no rows. */
export type PrepareCtx = Pick<
  WriteCtx<Actor | null>,
  'actor' | 'caller' | 'now' | 'ports' | 'local' | 'db' | 'scopeId'
>;

/** A call with parsed input: what its operation does. */
export interface Bound {
  readonly input: Record<string, unknown>;
  /** For a write that makes its own scope (a new company): which; null: the scope is found by the ids of the input. */
  ownScope(newId: () => string): string | null;
  /** Slow work before the transaction: decoding, hashing, storing bytes. Its result is kept for `commit`. */
  prepare(ctx: PrepareCtx): Promise<void>;
  commit(ctx: AnyCtx): Promise<unknown>;
}

/** Context of an operation: a read, a write, or a call of a device. */
type AnyCtx = ReadCtx<Actor | null> | WriteCtx<Actor | null> | DeviceCtx;

/** One operation with its implementation. */
export interface Handler {
  operation: Operation;
  reach: Reach;
  /** True when it has slow work to do before its transaction. */
  prepares: boolean;
  /** For a call of a device: whether it is answered although an administrator revoked the device. */
  revokedToo: boolean;
  /** Reads the input of a call. @throws {Problem} `badInput` with what is wrong where */
  bind(input: unknown): Bound;
}

type Commit<T extends Operation, P> = (ctx: CtxOf<T>, input: ParsedInputOf<T>, prepared: P) => Promise<OutputOf<T>>;

/** A handler with options. `prepare` runs before `commit`, whose third argument is its result. */
export interface HandlerParts<T extends Operation, P> {
  reach?: Reach;
  ownScope?: (input: ParsedInputOf<T>, newId: () => string) => string;
  prepare?: (ctx: PrepareCtx, input: ParsedInputOf<T>) => Promise<P>;
  commit: Commit<T, P>;
}

/** Rights of the administration; a caller of a company sees the data of that company alone. */
const ADMINISTRATION: ReadonlySet<Operation['right']> = new Set(['consult', 'author', 'manage', 'administer']);

/**
 * Implements an operation. A read gets a scoped, read-only handle; a write runs in one short transaction under the locks of its scopes,
 * after its `prepare` (data decision 4).
 * @throws {Error} when an operation that is not administration would see every company, or shape the library
 */
export function handler<T extends Operation, P = undefined>(
  operation: T,
  meaning: Commit<T, undefined> | HandlerParts<T, P>,
): Handler {
  const parts: HandlerParts<T, P> = typeof meaning === 'function' ? { commit: meaning as Commit<T, P> } : meaning;
  if ((parts.reach === 'everywhere' || parts.reach === 'either') && !ADMINISTRATION.has(operation.right))
    throw new Error(`${operation.name} sees every company without being administration.`);
  return {
    operation,
    reach: parts.reach ?? 'company',
    prepares: parts.prepare !== undefined,
    revokedToo: false,
    bind(given) {
      const input = readInput(operation, given);
      let prepared: P | undefined;
      return {
        input,
        ownScope: (newId) => parts.ownScope?.(input, newId) ?? null,
        async prepare(ctx) {
          prepared = await parts.prepare?.(ctx, input);
        },
        // Sound because `dispatch` makes the context that the operation's effect and right require, and without `prepare` P is undefined.
        commit: (ctx) => parts.commit(ctx as CtxOf<T>, input, prepared as P),
      };
    },
  };
}

/** Reads the input of a call by the schema of its operation. @throws {Problem} `badInput` with what is wrong where */
export function readInput<T extends Operation>(
  operation: T,
  input: unknown,
): ParsedInputOf<T> & Record<string, unknown> {
  const parsed = operation.input.safeParse(input ?? {}, { error: inputMessage });
  // Sound because the schema that read it is the operation's own.
  if (parsed.success) return parsed.data as ParsedInputOf<T> & Record<string, unknown>;
  const issues = parsed.error.issues.slice(0, 50).map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new Problem('badInput', { issues });
}

type DeviceCommit<T extends Operation> = (ctx: DeviceCtx, input: ParsedInputOf<T>) => Promise<OutputOf<T>>;

/** Implements an operation that a device calls with its own token. The handler opens the transactions it needs. */
export function deviceHandler<T extends Operation & { right: 'device' }>(
  operation: T,
  meaning: DeviceCommit<T> | { revokedToo: boolean; commit: DeviceCommit<T> },
): Handler {
  const { revokedToo, commit } = typeof meaning === 'function' ? { revokedToo: false, commit: meaning } : meaning;
  return {
    operation,
    reach: 'library',
    prepares: false,
    revokedToo,
    bind(given) {
      const input = readInput(operation, given);
      return {
        input,
        ownScope: () => null,
        prepare: () => Promise.resolve(),
        // Sound because `dispatch` makes the context of a device for every operation of this right.
        commit: (ctx) => commit(ctx as DeviceCtx, input),
      };
    },
  };
}

/**
 * Collects handlers by the name of their operation.
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
