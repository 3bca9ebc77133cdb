/** Dependencies of a device on its host beside the database: functions that differ between Node and a browser's worker. */

/** A log of a host. Errors stand under `err`. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The key of the stored secrets cannot be read for now. The message is for the user. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
  constructor(cause: unknown) {
    super('The keychain of this computer is locked or does not answer. Unlock it, then synchronise again.', { cause });
  }
}

/** Encryption of what a device stores and must not give away. */
export interface Secrets {
  /** Returns the place of the key. */
  place(): 'keychain' | 'file';
  /** Encrypts a secret. @throws {KeyUnavailable} */
  seal(text: string): Promise<string>;
  /** Decrypts a secret; null when it was encrypted by a key that is lost. @throws {KeyUnavailable} */
  open(sealed: string): Promise<string | null>;
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
  secrets: Secrets;
  /** Encryption of everything that the device keeps. */
  encryption: {
    /** Returns true when all of it is encrypted. */
    isComplete(): boolean;
    /** Switches it on, for the next start at the latest; nothing happens when it is on. */
    switchOn(): Promise<void>;
  };
  log: Log;
}
