import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '@holdfast/core';
import { makeFolder } from './folder.ts';

type Vault = Ports['vault'];

/** Bytes of a key of AES-256, of its nonce and of its tag. */
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Name of the file that holds the keys of a data folder. */
const KEY_FILE = 'secret-keys';
/** A sealed text: version, name of the key, nonce, tag and ciphertext in base64url. */
const SEALED = /^sealed1\.([\w-]{8})\.([\w-]+)$/;

/** Keys that cannot be used; the message is for the operator. */
export class VaultKeysError extends Error {
  override name = 'VaultKeysError';
}

/**
 * Encrypts stored secrets with AES-256-GCM, bound to the record they belong to.
 * @param keys the first encrypts, all decrypt
 */
export function openVault(keys: readonly Buffer[]): Vault {
  const [current] = keys;
  if (current === undefined) throw new VaultKeysError('There is no key.');
  const named = new Map(keys.map((key) => [nameOf(key), key]));
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(about));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `sealed1.${nameOf(current)}.${Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url')}`;
    },
    open(stored, about) {
      const [, name, text] = SEALED.exec(stored) ?? [];
      if (name === undefined || text === undefined) return stored;
      const key = named.get(name);
      const bytes = Buffer.from(text, 'base64url');
      if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(about))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
    isCurrent: (stored) => SEALED.exec(stored)?.[1] === nameOf(current),
  };
}

/**
 * Returns the keys of a data folder: the given ones, or one for each line of a file in the folder. The file is created with a new key if it is missing.
 * @param given keys in base64, separated by commas; null: none are given
 * @throws {VaultKeysError}
 */
export function vaultKeys(folder: string, given: string | null): Buffer[] {
  const known = knownKeys(folder, given);
  if (known !== null) return known;
  makeFolder(folder);
  try {
    writeFileSync(keyFile(folder), `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another server of the same folder created the file first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return knownKeys(folder, null)!;
}

/**
 * Returns the keys of a data folder without creating any. @param given as for `vaultKeys`
 * @returns null when there are none
 * @throws {VaultKeysError}
 */
export function knownKeys(folder: string, given: string | null): Buffer[] | null {
  if (given !== null) return keysIn(given.split(','), 'HOLDFAST_SECRET_KEYS');
  const file = keyFile(folder);
  return existsSync(file) ? keysIn(readFileSync(file, 'utf8').split('\n'), file) : null;
}

/** Path of the file that holds the keys of a data folder. */
export function keyFile(folder: string): string {
  return join(folder, KEY_FILE);
}

function keysIn(lines: readonly string[], source: string): Buffer[] {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  const keys = texts.map((text) => Buffer.from(text, 'base64'));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES))
    throw new VaultKeysError(`${source} must hold keys of ${KEY_BYTES} bytes in base64.`);
  return keys;
}

/** Returns the name of a key: the beginning of its hash, which does not reveal the key. */
function nameOf(key: Buffer): string {
  return createHash('sha256').update('holdfast key ').update(key).digest('base64url').slice(0, 8);
}
