/** Encryption of what a desktop keeps (docs/security.md, "Encryption of a desktop"). */
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
  /** null: keys lie in a file of the data folder. */
  keychain: Keychain | null;
  now(): number;
}

/** The address of this desktop, which outlives its database. */
type Address = Pick<EncryptionState, 'server' | 'hostId' | 'port'>;

/** Encryption of a data folder that is in use. */
export interface Encryption {
  /** The key, when something is or may be encrypted. */
  readonly key: Buffer | null;
  /** True when its key was found to be lost. */
  readonly isLost: boolean;
  /** The key for a database: null where it is not encrypted, or shall not be when it is made. */
  keyFor(file: string): Buffer | null;
  /** Form of photos and files. */
  readonly files: ContentFiles;
  /** Brings the database and its copies to what is wanted, while none is open. Does not throw: one that fails stays as it is. */
  convertDatabases(): void;
  /** Writes what a new database lacks of the address of this desktop. */
  restoreAddress(db: LocalDb): Promise<void>;
  /** Notes the address of this desktop, and brings photos and files to what is wanted, in the background. */
  begin(address: Address): void;
  /** Switches it on or off. Files change from the next start on. */
  choose(isWanted: boolean): Promise<void>;
  switchOn(): Promise<void>;
  /** Returns true when everything is encrypted. */
  isComplete(): boolean;
  status(): Omit<EncryptionStatus, 'canRestart' | 'required'>;
  /** Ends the notice about a lost key. */
  dismissLost(): void;
  /** Files were put into the data folder that nothing has looked at. */
  lookAgain(): void;
  stop(): Promise<void>;
}

/**
 * Opens the encryption of a data folder, before anything else of it is read. When its key is lost, everything that it encrypted is moved into a folder beside,
 * and the desktop starts over.
 * @throws {ConfigError} when the key cannot be asked for now
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
  // A file that is in transfer has the form of the time when it began.
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

  /** Brings photos and files to what was wanted at the start, in the background. */
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

/** The copies of the database that were made before updates. */
function copiesBeforeUpdates(dataFolder: string): string[] {
  const folder = join(dataFolder, 'backups');
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'device.db')) : [];
}

/** Files and folders with records, photos and files, by the beginning of their names. The database goes last. */
const DATA = ['blobs', 'renditions', 'backups', 'damaged-', 'repair', KEY_FILE, 'device.db-', 'device.db'];

/**
 * Moves everything that a lost key encrypted into a folder, which has all it needs should the key come back, and makes a new key. A process that ends in between
 * is continued by the next start.
 */
async function startOver(
  { dataFolder, keychain, now }: EncryptionSetting,
  state: EncryptionState,
): Promise<EncryptionState> {
  const database = join(dataFolder, 'device.db');
  const folder = join(dataFolder, `locked-${state.keyName}`);
  // One that is not encrypted can be used further: only photos and files cannot be read then. A full sync replaces those that the server has.
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

/** A path that nothing has. */
function free(path: string): string {
  return existsSync(path) ? free(`${path}+`) : path;
}
