/** Keychain of the operating system: that of macOS, the Credential Manager of Windows, the Secret Service of Linux. */
import { KeyUnavailable } from '@holdfast/device';
import { AsyncEntry } from '@napi-rs/keyring';

/** Stores keys for the user of this computer. */
export interface Keychain {
  /** The key of an account; null when it holds none. @throws {KeyUnavailable} when it cannot be asked */
  read(account: string): Promise<string | null>;
  /** Stores the key of an account. @throws {KeyUnavailable} when it cannot be asked */
  write(account: string, key: string): Promise<void>;
}

/** Name under which the keychain shows the keys. */
const SERVICE = 'Holdfast';
/** Time in ms for an answer; a locked keychain may ask its user first. */
const ANSWER_MS = 20_000;

/** The keychain of the operating system. @param service name of the application in it */
export function systemKeychain(service = SERVICE): Keychain {
  // Without a Secret Service the library would use the keyring of the kernel, which is empty after the next start of the computer.
  const entry = (account: string): AsyncEntry =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    read: (account) => answered((signal) => entry(account).getPassword(signal)),
    write: (account, key) => answered((signal) => entry(account).setPassword(key, signal)),
  };
}

async function answered<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(ANSWER_MS);
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('It does not answer.')), { once: true });
  });
  try {
    return await Promise.race([ask(limit), late]);
  } catch (error) {
    throw new KeyUnavailable(error);
  }
}
