/** The key that encrypts the data of a desktop: 256 random bits, in the keychain of the computer if there is one, otherwise in a file beside the data. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES, keyNameOf } from '@holdfast/host';
import { ConfigError } from '../agent/config.ts';
import type { Keychain } from '../agent/keychain.ts';
import { type EncryptionState, writeReplacing } from './encryptionState.ts';

/** File of the key where there is no keychain. */
export const KEY_FILE = 'data-key';

/** Place of a key. */
type KeyPlace = Pick<EncryptionState, 'keyName' | 'place' | 'account'>;

/** Makes a key and stores it. @param hostId name of this desktop */
export async function makeKey(
  dataFolder: string,
  keychain: Keychain | null,
  hostId: string,
): Promise<KeyPlace & { key: Buffer }> {
  const key = randomBytes(KEY_BYTES);
  const keyName = nameOf(key);
  // Each key has a separate entry, so that restoring an old keychain does not replace a newer key.
  const account = `${hostId} data ${keyName}`;
  const isInKeychain = await storeInKeychain(keychain, account, key);
  if (!isInKeychain) writeReplacing(join(dataFolder, KEY_FILE), key.toString('base64'));
  return { key, keyName, account, place: isInKeychain ? 'keychain' : 'file' };
}

/**
 * Reads the key of a data folder.
 * @returns null when it is lost: its place can be accessed and does not contain it
 * @throws {ConfigError} when the keychain cannot be accessed at the moment
 */
export async function readKey(
  dataFolder: string,
  keychain: Keychain | null,
  { keyName, place, account }: KeyPlace,
): Promise<Buffer | null> {
  const text = place === 'file' ? keyInFile(dataFolder) : await keyInKeychain(keychain, account);
  const key = Buffer.from(text ?? '', 'base64');
  return key.length === KEY_BYTES && nameOf(key) === keyName ? key : null;
}

/** Moves a key from its file into the keychain. @param moved called when it is there, before the file is removed */
export async function moveKey(
  dataFolder: string,
  keychain: Keychain | null,
  { place, account }: KeyPlace,
  key: Buffer,
  moved: () => void,
): Promise<void> {
  if (place === 'file' && (await storeInKeychain(keychain, account, key))) moved();
  else if (place === 'file') return;
  rmSync(join(dataFolder, KEY_FILE), { force: true });
}

/** Stores a key and reads it back. @returns true when the keychain has it */
async function storeInKeychain(keychain: Keychain | null, account: string, key: Buffer): Promise<boolean> {
  if (keychain === null) return false;
  const text = key.toString('base64');
  try {
    await keychain.write(account, text);
    return (await keychain.read(account)) === text;
  } catch {
    return false;
  }
}

function keyInFile(dataFolder: string): string | null {
  const file = join(dataFolder, KEY_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

async function keyInKeychain(keychain: Keychain | null, account: string): Promise<string | null> {
  if (keychain === null)
    throw new ConfigError([
      '--keychain 0: the data of this device are encrypted with a key in the keychain. Start without this setting.',
    ]);
  try {
    return await keychain.read(account);
  } catch {
    throw new ConfigError([
      'The data of this device are encrypted, and the keychain of this computer, which has the key, is locked or does not answer. Unlock it, then start Holdfast again.',
    ]);
  }
}

function nameOf(key: Buffer): string {
  return keyNameOf(key).toString('hex');
}
