import { KeyUnavailable } from '@holdfast/device';
import type { Keychain } from '../keychain.ts';

/** A keychain in memory, which can be locked. */
export function memoryKeychain(): Keychain & { keys: Map<string, string>; isLocked: boolean } {
  const answered = <T>(answer: () => T): Promise<T> =>
    keychain.isLocked ? Promise.reject(new KeyUnavailable('locked')) : Promise.resolve(answer());
  const keychain = {
    keys: new Map<string, string>(),
    isLocked: false,
    read: (account: string) => answered(() => keychain.keys.get(account) ?? null),
    write: (account: string, key: string) => answered(() => void keychain.keys.set(account, key)),
  };
  return keychain;
}
