/** Encryption of the secrets that a desktop stores, by a key outside of its database (docs/security.md, "The secret of a desktop"). */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalDb, Ports } from '@holdfast/core';
import { type Facts, KeyUnavailable, readFact, type Secrets, writeFact } from '@holdfast/device';
import { openVault, vaultKeys } from '@holdfast/host';
import type { Keychain } from './keychain.ts';

type Vault = Ports['vault'];

/** Record that the encryption is bound to. */
const ABOUT = 'device token';
/** Bytes of the key, which is stored in base64. */
const KEY_BYTES = 32;

/** Dependencies of the encryption. */
export interface DeviceSecretsSetting {
  dataFolder: string;
  /** null: the key is in a file of the data folder. */
  keychain: Keychain | null;
  /** Name of this desktop in the keychain. */
  account: string;
  db: LocalDb;
}

/** Time in ms that a start waits for the key to move into the keychain. */
const MOVE_MS = 2_000;

/**
 * Opens the encryption. The key is in the keychain if there is one, and in a file of the data folder otherwise; once in the keychain, it stays there.
 * A secret that was stored unencrypted is encrypted, and it is encrypted again when the key moves.
 */
export async function openDeviceSecrets(setting: DeviceSecretsSetting): Promise<Secrets> {
  const { dataFolder, keychain, account, db } = setting;
  const inFile = openVault(vaultKeys(dataFolder, null));
  let inKeychain: Vault | null = null;
  let place: Facts['keyPlace'] = (await readFact(db, 'keyPlace')) ?? 'file';

  /** Moves the key into the keychain. */
  async function move(): Promise<void> {
    const vault = await vaultInKeychain();
    await db.transaction().execute(async (trx) => {
      const token = await readFact(trx, 'deviceToken');
      const text = token === null ? null : inFile.open(token, ABOUT);
      if (text !== null) await writeFact(trx, 'deviceToken', vault.seal(text, ABOUT));
      await writeFact(trx, 'keyPlace', 'keychain');
    });
    place = 'keychain';
  }

  /** Reads the key from the keychain, or creates it. @throws {KeyUnavailable} */
  async function vaultInKeychain(): Promise<Vault> {
    if (inKeychain !== null) return inKeychain;
    if (keychain === null) throw new KeyUnavailable('It is switched off by a setting.');
    const known = await keychain.read(account);
    const key = known ?? randomBytes(KEY_BYTES).toString('base64');
    if (known === null) await keychain.write(account, key);
    inKeychain = openVault([Buffer.from(key, 'base64')]);
    return inKeychain;
  }

  if (keychain !== null && place === 'file')
    await Promise.race([move().catch(() => undefined), sleep(MOVE_MS, undefined, { ref: false })]);
  const stored = await readFact(db, 'deviceToken');
  // The stored token is not encrypted.
  if (stored !== null && place === 'file' && !inFile.isCurrent(stored) && inFile.open(stored, ABOUT) === stored)
    await writeFact(db, 'deviceToken', inFile.seal(stored, ABOUT));

  return {
    place: () => place,
    seal: async (text) => (place === 'file' ? inFile : await vaultInKeychain()).seal(text, ABOUT),
    // The key may move while a secret is read.
    open: async (sealed) =>
      inFile.open(sealed, ABOUT) ??
      (keychain === null && place === 'file' ? null : (await vaultInKeychain()).open(sealed, ABOUT)),
  };
}
