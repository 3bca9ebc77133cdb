/** Settings of a PostgreSQL pool under which both engines give the same answers (data decision 13). */

const INT8 = 20;

/** Type parsers for `pg`: 64-bit integers as numbers. All counted values are far below 2^53. */
export const postgresTypes = {
  /** The parser of one type, or that of the library. */
  parser(oid: number, fallback: (oid: number) => unknown): unknown {
    return oid === INT8 ? Number : fallback(oid);
  },
};

/** Session settings: a transaction that waits longer than this for a lock gives up, and one left open is ended (docs/data-model.md, "Order of numbers"). */
export const POSTGRES_SETTINGS = {
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  default_transaction_isolation: 'read committed',
} as const;
