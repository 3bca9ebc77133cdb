/** Keychain of the operating system: that of macOS, the Credential Manager of Windows, the Secret Service of Linux. */
import { KeyUnavailable } from '@holdfast/device';
import { AsyncEntry } from '@napi-rs/keyring';

/** Stores keys for the user of this computer. */
export interface Keychain {
  /** Reads the key of an account; null when there is none. @throws {KeyUnavailable} when the keychain cannot be accessed */
  read(account: string): Promise<string | null>;
  /** Stores the key of an account. @throws {KeyUnavailable} when the keychain cannot be accessed */
  write(account: string, key: string): Promise<void>;
}

/** Name under which the keychain shows the keys. */
const SERVICE = 'Holdfast';
/** Time limit in ms for an answer; a locked keychain may prompt its user first. */
const ANSWER_MS = 20_000;

/** The keychain of the operating system. @param service name of the application in it @param answerMs time limit of each answer */
export function systemKeychain(service = SERVICE, answerMs = ANSWER_MS): Keychain {
  // Without a Secret Service the library would use the keyring of the kernel, which is empty after the next start of the computer.
  const entry = (account: string): AsyncEntry =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    read: (account) => answered(answerMs, (signal) => entry(account).getPassword(signal)),
    write: (account, key) => answered(answerMs, (signal) => entry(account).setPassword(key, signal)),
  };
}

async function answered<T>(answerMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(answerMs);
  const late = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error('It does not answer.')), { once: true });
  });
  try {
    // Without a session bus the library throws before it returns a promise; `late` must be handled even so, or its rejection ends the process.
    return await Promise.race([late, (async () => await ask(limit))()]);
  } catch (error) {
    throw new KeyUnavailable(error);
  }
}
