import { Problem } from '@holdfast/contract';

/** Begins and ends the transactions of one SQLite connection. A turn is the current holder of the connection. */
export interface CommitGroup {
  /** Opens a transaction, or a savepoint in the one that waits for its commit. @throws the error of SQLite when it cannot */
  begin(turn: object): void;
  /**
   * Ends the open transaction. Fulfilled once it is on disk; rejected when it could not be committed, and nothing of it is kept.
   * @throws {Problem} `unavailable` when one of several violated a constraint checked at the commit: a retry runs alone
   */
  commit(): Promise<void>;
  /** Rolls the transaction of a turn back if it is still open, and no other. */
  rollback(turn: object): void;
  /** Commits the waiting transactions, or, while a transaction is open, as soon as it ends. */
  flush(): void;
  /** Called before a query: outside of a transaction it must not see uncommitted changes. */
  beforeQuery(): void;
  /** Called when a statement failed: a full disk ends the whole transaction, and every turn that waits for its commit must fail. */
  afterFailure(error: unknown): void;
}

/** Savepoint of the open transaction among those that share a commit. */
const STEP = 'member';

/**
 * Lets the transactions that end within one turn of the event loop share one commit, which is most of what a small save costs: a commit waits
 * for the disk. Each transaction is a savepoint of the one in SQLite and can be rolled back alone; none is reported as done before the commit.
 * @param later runs a function at the end of the present turn of the event loop; absent: every transaction is committed by itself
 */
export function commitGroup(
  sqlite: { readonly inTransaction: boolean },
  run: (sql: string) => void,
  later: ((work: () => void) => void) | undefined,
): CommitGroup {
  let waiting: PromiseWithResolvers<void>[] = [];
  let open: object | null = null;
  let due = false;

  /** Empties the group, so that the next transaction is a new one in SQLite. */
  const disband = (settle: (each: PromiseWithResolvers<void>) => void): void => {
    const members = waiting;
    waiting = [];
    due = false;
    for (const member of members) settle(member);
  };

  const flush = (): void => {
    if (waiting.length === 0) return;
    if (open !== null) {
      due = true;
      return;
    }
    try {
      run('commit');
    } catch (error) {
      if (sqlite.inTransaction) run('rollback');
      const reason = waiting.length > 1 ? ofSeveral(error) : error;
      disband((member) => member.reject(reason));
      return;
    }
    disband((member) => member.resolve());
  };

  const rollback = (turn: object): void => {
    // A failed commit has rolled it back already, and the transaction of another turn may be open by now.
    if (open !== turn) return;
    open = null;
    if (waiting.length === 0) {
      // A full disk and other I/O errors end a transaction in SQLite by themselves.
      if (sqlite.inTransaction) run('rollback');
      return;
    }
    run(`rollback to savepoint ${STEP}`);
    run(`release savepoint ${STEP}`);
    if (due) flush();
  };

  return {
    begin(turn) {
      run(waiting.length === 0 ? 'begin immediate' : `savepoint ${STEP}`);
      open = turn;
    },
    async commit() {
      try {
        if (later === undefined) run('commit');
        else if (waiting.length > 0) run(`release savepoint ${STEP}`);
      } catch (error) {
        // The connection belongs to the next holder as soon as this returns.
        rollback(open!);
        throw error;
      }
      open = null;
      if (later === undefined) return;
      const member = Promise.withResolvers<void>();
      waiting.push(member);
      if (due) flush();
      else if (waiting.length === 1) later(flush);
      await member.promise;
    },
    rollback,
    flush,
    beforeQuery() {
      if (open === null) flush();
    },
    afterFailure(error) {
      if (!sqlite.inTransaction) disband((member) => member.reject(error));
    },
  };
}

/** Returns the error for each member of a group whose commit failed: `unavailable` for a violated constraint, since it is unknown whose it was. */
function ofSeveral(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_CONSTRAINT')
    ? new Problem('unavailable', { retryAfterSeconds: 1 })
    : error;
}
