/** A PostgreSQL of its own for one run of the tests. */
export interface Cluster {
  /** Connection string of its database. */
  url: string;
  /** Version as the binary prints it. */
  version: string;
  /** Shuts the server down as an administrator does (mode "fast") and starts it again on the same port. */
  restart(): Promise<void>;
  /** Ends the server and removes its folder; may be called twice. */
  stop(): void;
}

/** Settings of a server that does not write to the disk before it answers. */
export declare const NOT_DURABLE: readonly string[];

/** Starts a cluster, or returns the reason why there is none. It is durable as in production unless `durable` is false. */
export function startPostgres(options?: { durable?: boolean }): Promise<Cluster | { missing: string }>;
