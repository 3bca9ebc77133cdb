import { NetException } from '../../../expression/errors.ts';

/**
 * The try statement that catches an exception is chosen before any finally block runs (C# specification, Exception handling): filters of outer
 * statements see what inner finally blocks have not changed yet.
 */

/** A try statement that runs. */
export interface Handler {
  /** Place of the clause that catches the exception; undefined when none does. */
  choose(error: NetException): number | undefined;
}

/** Try statements that run, the innermost last. */
let active: Handler[] = [];

const decisions = new WeakMap<NetException, { readonly handler: Handler; readonly clause: number }>();

/** Notes that a try statement begins; gives what `leave` takes. */
export function enter(handler: Handler): number {
  return active.push(handler) - 1;
}

/** Notes that the try statement has ended, and all that began inside of it. */
export function leave(depth: number): void {
  active.length = depth;
}

/** Finds who catches an exception, before a finally block runs on its way there. */
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

/** The clause of a try statement that catches an exception which has come to it. */
export function clauseFor(handler: Handler, error: NetException): number | undefined {
  const made = decisions.get(error);
  if (!made) return handler.choose(error);
  if (made.handler !== handler) return undefined;
  decisions.delete(error);
  return made.clause;
}

/** Runs code out of reach of the try statements around it: what a filter throws ends in the filter. */
export function apart<T>(run: () => T): T {
  const outer = active;
  active = [];
  try {
    return run();
  } finally {
    active = outer;
  }
}
