import { Problem } from '@holdfast/contract';

interface DatabaseError {
  code?: string;
}

/** Codes of both engines for: another writer holds the lock, try again. PostgreSQL's SQLSTATE and SQLite's result names. */
const BUSY = new Set([
  '55P03',
  '40P01',
  '40001',
  '53300',
  '25P03',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_BUSY_SNAPSHOT',
]);
/** SQLSTATEs for: the connection ended before COMMIT was sent, or the database is shutting down or starting. Nothing was kept. */
const UNCOMMITTED = new Set(['08000', '08001', '08003', '08004', '08006', '57P01', '57P02', '57P03', '57P05']);
/** SQLSTATE `transaction_resolution_unknown`: the connection ended after COMMIT had been sent. */
const UNKNOWN_OUTCOME = '08007';
/** Codes for: no space left, in a database or for bytes on disk. */
const FULL = new Set(['53100', '53200', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'ENOSPC', 'EDQUOT']);
/** SQLSTATEs for: a text contains a character that PostgreSQL does not store (NUL). */
const UNSTORABLE = new Set(['22021', '22P05']);
/** Codes for: a row refers to one that does not exist. */
const DANGLING = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);
/** Codes for: the row exists already. */
const TAKEN = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Outcome of a transaction whose connection was lost; null: the error is of another kind. */
export function outcomeOfLostConnection(error: unknown): 'uncommitted' | 'unknown' | null {
  const code = (error as DatabaseError | null)?.code;
  if (code === UNKNOWN_OUTCOME) return 'unknown';
  return typeof code === 'string' && UNCOMMITTED.has(code) ? 'uncommitted' : null;
}

/** Returns true when an error of a database, or of the disk, means that no space is left. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as DatabaseError | null)?.code;
  return typeof code === 'string' && FULL.has(code);
}

/** Returns true when an error of SQLite means that its file is damaged. */
export function isDamaged(error: unknown): boolean {
  const code = (error as DatabaseError | null)?.code;
  return typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

/** Converts an error of a database, or of the disk, into a refusal; returns any other error unchanged. */
export function databaseProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = (error as DatabaseError | null)?.code;
  if (typeof code !== 'string') return error;
  if (outcomeOfLostConnection(error) !== null) return new Problem('unavailable', { retryAfterSeconds: 2 });
  if (BUSY.has(code)) return new Problem('unavailable', { retryAfterSeconds: 1 });
  if (isDiskFull(error)) return new Problem('unavailable', { retryAfterSeconds: 60 });
  if (UNSTORABLE.has(code))
    return new Problem('badInput', { issues: [{ path: '', message: 'must not contain control characters' }] });
  if (DANGLING.has(code)) return new Problem('notFound');
  if (TAKEN.has(code)) return new Problem('alreadyExists', { name: '' });
  return error;
}
