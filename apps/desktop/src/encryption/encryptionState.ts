/** The file that describes the encryption of a data folder. It holds nothing secret, because it is read before anything can be decrypted. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../agent/config.ts';
import { syncFolder } from '../updates/versions.ts';

/** Name of the file. */
const STATE_FILE = 'encryption-state';

const State = z.strictObject({
  isWanted: z.boolean(),
  /** False while files may not have the requested form. */
  isComplete: z.boolean(),
  /** Name of the key, by which it is recognised. */
  keyName: z.string(),
  place: z.enum(['keychain', 'file']),
  /** Name of the key in the keychain. */
  account: z.string(),
  /** Address of this desktop, for a new database when the current one cannot be read any more: the browser stores data of pages by this address. */
  server: z.string(),
  hostId: z.string(),
  port: z.number(),
  /** The last loss of a key; null: none. */
  lost: z.strictObject({ at: z.number(), folder: z.string() }).nullable(),
});
/** Encryption of a data folder: the requested form, and the place of its key. */
export type EncryptionState = z.infer<typeof State>;

/** @returns null when nothing was ever encrypted. @throws {ConfigError} when the file is invalid */
export function readEncryptionState(dataFolder: string): EncryptionState | null {
  const file = join(dataFolder, STATE_FILE);
  if (!existsSync(file)) return null;
  try {
    return State.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigError([`${file}: is damaged. Without it the encrypted data of this device cannot be read.`]);
  }
}

/** Replaces the file atomically: after a power cut it is the old or the new one. */
export function writeEncryptionState(dataFolder: string, state: EncryptionState): void {
  writeReplacing(join(dataFolder, STATE_FILE), JSON.stringify(state, null, 2));
  syncFolder(dataFolder);
}

/** Replaces a file: writes a temporary file, forces it to disk and renames it. */
export function writeReplacing(file: string, text: string): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text, { mode: 0o600 });
  const descriptor = openSync(fresh, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, file);
}
