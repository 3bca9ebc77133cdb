/** Dependencies of a device on its host beside the database: functions that differ between Node and a browser's worker. */

/** A log of a host. Errors are passed as `err`. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Error: the key of the stored secrets cannot be read at the moment. The message is for the user. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
  constructor(cause: unknown) {
    super('The keychain of this computer is locked or does not answer. Unlock it, then synchronise again.', { cause });
  }
}

/** Encryption of the secrets that a device stores. */
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
  /** SHA-256 of a stream of bytes, in lower-case hexadecimal. */
  sha256(pieces: AsyncIterable<Uint8Array>): Promise<string>;
  /** Compresses a body for `content-encoding: gzip` with a fast level. */
  gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves to true when the operating system reports a metered network connection. */
  isMetered(): Promise<boolean>;
  secrets: Secrets;
  /** Encryption of all data of the device. */
  encryption: {
    /** Returns true when all data are encrypted. */
    isComplete(): boolean;
    /** Switches it on, effective at the next start at the latest; does nothing when it is on. */
    switchOn(): Promise<void>;
  };
  log: Log;
}
