/** Encryption of the data of a desktop (docs/security.md, "Encryption of a desktop"). */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EncryptionStatus } from '@holdfast/contract';
import type { LocalDb } from '@holdfast/core';
import { readFact, writeFact } from '@holdfast/device';
import { type ContentFiles, convertDatabase, isPlainDatabase, plainFiles, sealedFiles } from '@holdfast/host';
import type { Keychain } from '../agent/keychain.ts';
import { type Conversion, convertContents } from './contents.ts';
import { KEY_FILE, makeKey, moveKey, readKey } from './dataKey.ts';
import { type EncryptionState, readEncryptionState, writeEncryptionState } from './encryptionState.ts';

/** Dependencies of the encryption. */
export interface EncryptionSetting {
  dataFolder: string;
  /** null: keys are in a file of the data folder. */
  keychain: Keychain | null;
  now(): number;
}

/** The address of this desktop, which is kept when its database is replaced. */
type Address = Pick<EncryptionState, 'server' | 'hostId' | 'port'>;

/** Encryption of a data folder that is in use. */
export interface Encryption {
  /** The key; null when nothing is or may be encrypted. */
  readonly key: Buffer | null;
  /** True when its key was found to be lost. */
  readonly isLost: boolean;
  /** Returns the key for a database; null when it is not encrypted, or is to be created without encryption. */
  keyFor(file: string): Buffer | null;
  /** Form of photos and files. */
  readonly files: ContentFiles;
  /** Converts the database and its copies to the requested form, while none is open. Does not throw: a database that fails stays unchanged. */
  convertDatabases(): void;
  /** Writes the missing parts of this desktop's address to a new database. */
  restoreAddress(db: LocalDb): Promise<void>;
  /** Stores the address of this desktop, and converts photos and files to the requested form in the background. */
  begin(address: Address): void;
  /** Switches it on or off. Files are converted from the next start on. */
  choose(isWanted: boolean): Promise<void>;
  switchOn(): Promise<void>;
  /** Returns true when everything is encrypted. */
  isComplete(): boolean;
  status(): Omit<EncryptionStatus, 'canRestart' | 'required'>;
  /** Ends the notice about a lost key. */
  dismissLost(): void;
  /** Called after files were added to the data folder that have to be checked. */
  lookAgain(): void;
  stop(): Promise<void>;
}

/**
 * Opens the encryption of a data folder, before anything else of it is read. When its key is lost, everything encrypted with it is moved to a
 * separate folder, and the desktop starts with an empty database.
 * @throws {ConfigError} when the key cannot be read at the moment
 */
export async function openEncryption(setting: EncryptionSetting): Promise<Encryption> {
  const { dataFolder, keychain } = setting;
  const database = join(dataFolder, 'device.db');
  let state = readEncryptionState(dataFolder);
  let key: Buffer | null = state === null ? null : await readKey(dataFolder, keychain, state);
  const isLost = state !== null && key === null;
  if (state !== null && isLost) {
    state = await startOver(setting, state);
    key = await readKey(dataFolder, keychain, state);
  }
  const write = (changed: Partial<EncryptionState>): void => {
    if (state === null) return;
    state = { ...state, ...changed };
    writeEncryptionState(dataFolder, state);
  };
  if (state !== null && key !== null)
    await moveKey(dataFolder, keychain, state, key, () => write({ place: 'keychain' }));
  const problems = new Set<string>();
  let isLooking = state !== null && !state.isComplete;
  let conversion: Conversion | null = null;
  let address: Address | null = null;
  let choosing: Promise<void> = Promise.resolve();
  // A partly transferred file has the form that was requested when the transfer began.
  if (isLooking) rmSync(join(dataFolder, 'blobs', '.incoming'), { recursive: true, force: true });
  const wantedAtStart = state?.isWanted ?? false;

  async function choose(isWanted: boolean): Promise<void> {
    if ((state?.isWanted ?? false) === isWanted) return;
    await conversion?.stop();
    conversion = null;
    if (state === null) {
      const made = await makeKey(dataFolder, keychain, address!.hostId);
      const { keyName, place, account } = made;
      state = { ...address!, keyName, place, account, isWanted, isComplete: false, lost: null };
      writeEncryptionState(dataFolder, state);
    } else write({ isWanted, isComplete: false });
    if (isWanted === wantedAtStart) convert();
  }

  /** Converts photos and files to the form requested at the start, in the background. */
  function convert(): void {
    if (key === null) return;
    conversion = convertContents({ dataFolder, key, isWanted: wantedAtStart }, (failed) => {
      for (const problem of failed) problems.add(problem);
      if (problems.size === 0 && state!.isWanted === wantedAtStart) write({ isComplete: true });
    });
  }

  const chooseInTurn = (isWanted: boolean): Promise<void> => {
    choosing = choosing.catch(() => undefined).then(() => choose(isWanted));
    return choosing;
  };

  return {
    key,
    isLost,
    keyFor: (file) => (key !== null && (existsSync(file) || wantedAtStart) ? key : null),
    files: key === null || (!wantedAtStart && !isLooking) ? plainFiles : sealedFiles(key, wantedAtStart),
    convertDatabases() {
      if (key === null || !isLooking) return;
      for (const file of [database, ...copiesBeforeUpdates(dataFolder)]) {
        try {
          convertDatabase(file, key, wantedAtStart);
        } catch (error) {
          problems.add(`${file}: ${(error as Error).message}`);
        }
      }
    },
    async restoreAddress(db) {
      if (state === null) return;
      for (const fact of ['server', 'hostId', 'port'] as const)
        if ((await readFact(db, fact)) === null) await writeFact(db, fact, state[fact]);
    },
    begin(current) {
      address = current;
      if (state === null || key === null) return;
      if (state.server !== current.server || state.hostId !== current.hostId || state.port !== current.port)
        write(current);
      if (isLooking) convert();
    },
    choose: chooseInTurn,
    switchOn: () => chooseInTurn(true),
    isComplete: () => state !== null && state.isWanted && state.isComplete && !isPlainDatabase(database),
    status() {
      const isEncrypted = !isPlainDatabase(database);
      return {
        wanted: state?.isWanted ?? false,
        key: state?.place ?? null,
        database: isEncrypted,
        contents: conversion?.progress() ?? null,
        atNextStart: state !== null && state.isWanted !== wantedAtStart,
        complete: state?.isComplete ?? true,
        problems: [...problems],
        lost:
          state === null || state.lost === null
            ? null
            : { at: new Date(state.lost.at).toISOString(), folder: state.lost.folder },
      };
    },
    dismissLost: () => write({ lost: null }),
    lookAgain() {
      isLooking = state !== null;
      write({ isComplete: false });
    },
    async stop() {
      await choosing.catch(() => undefined);
      await conversion?.stop();
    },
  };
}

/** Returns the copies of the database that were made before updates. */
function copiesBeforeUpdates(dataFolder: string): string[] {
  const folder = join(dataFolder, 'backups');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'device.db')) : [];
}

/** Files and folders with records, photos and files, by the beginning of their names. The database is last. */
const DATA = ['blobs', 'renditions', 'backups', 'damaged-', 'repair', KEY_FILE, 'device.db-', 'device.db'];

/**
 * Moves everything encrypted with a lost key to a folder, which is complete in case the key is found, and creates a new key. If the process ends in
 * between, the next start continues.
 */
async function startOver(
  { dataFolder, keychain, now }: EncryptionSetting,
  state: EncryptionState,
): Promise<EncryptionState> {
  const database = join(dataFolder, 'device.db');
  const folder = join(dataFolder, `locked-${state.keyName}`);
  // An unencrypted database can still be used: only photos and files cannot be read then. A full sync replaces those that the server has.
  const isMoved = !isPlainDatabase(database);
  if (isMoved) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const begin of DATA)
      for (const name of readdirSync(dataFolder).filter((each) => each.startsWith(begin)))
        renameSync(join(dataFolder, name), free(join(folder, name)));
    writeEncryptionState(folder, state);
  }
  const { keyName, place, account } = await makeKey(dataFolder, keychain, state.hostId);
  const fresh = {
    ...state,
    keyName,
    place,
    account,
    isComplete: false,
    lost: { at: now(), folder: isMoved ? folder : '' },
  };
  writeEncryptionState(dataFolder, fresh);
  return fresh;
}

/** Returns an unused path. */
function free(path: string): string {
  return existsSync(path) ? free(`${path}+`) : path;
}
