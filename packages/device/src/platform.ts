/** Dependencies of a device on its host beside the database: functions that differ between Node and a browser's worker. */

/** A log of a host. Errors stand under `err`. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The host of a device. */
export interface Platform {
  /**
   * Runs work after a time in milliseconds. A pending timer does not keep the process running.
   * @returns a function that cancels it
   */
  later(ms: number, work: () => void): () => void;
  /** SHA-256 over bytes as they come, in lower-case hexadecimal. */
  sha256(pieces: AsyncIterable<Uint8Array>): Promise<string>;
  /** Compresses a body for `content-encoding: gzip`, quickly rather than well. */
  gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves to true when the connection to the network is metered, as far as the machine knows. */
  isMetered(): Promise<boolean>;
  log: Log;
}
