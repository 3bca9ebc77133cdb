import { NetException } from '../../../expression/errors.ts';

/**
 * Selection of catch clauses. The try statement that catches an exception is chosen before any finally block runs (C# specification,
 * Exception handling), so that filters of outer statements run before inner finally blocks.
 */

/** A running try statement. */
export interface Handler {
  /** Returns the index of the clause that catches the exception; undefined if none does. */
  choose(error: NetException): number | undefined;
}

/** Running try statements, the innermost last. */
let active: Handler[] = [];

const decisions = new WeakMap<NetException, { readonly handler: Handler; readonly clause: number }>();

/** Registers a running try statement; returns the value for `leave`. */
export function enter(handler: Handler): number {
  return active.push(handler) - 1;
}

/** Removes the try statement and all that started inside it. */
export function leave(depth: number): void {
  active.length = depth;
}

/** Chooses the clause that catches an exception, before a finally block runs. */
export function decide(error: unknown): void {
  if (!(error instanceof NetException) || decisions.has(error)) return;
  for (let at = active.length - 1; at >= 0; at--) {
    const handler = active[at];
    const clause = handler?.choose(error);
    if (handler && clause !== undefined) {
      decisions.set(error, { handler, clause });
      return;
    }
  }
}

/** Returns the clause of a try statement that catches an exception thrown inside it. */
export function clauseFor(handler: Handler, error: NetException): number | undefined {
  const made = decisions.get(error);
  if (!made) return handler.choose(error);
  if (made.handler !== handler) return undefined;
  decisions.delete(error);
  return made.clause;
}

/** Runs code outside the surrounding try statements, so that an exception thrown by a filter does not leave the filter. */
export function apart<T>(run: () => T): T {
  const outer = active;
  active = [];
  try {
    return run();
  } finally {
    active = outer;
  }
}
