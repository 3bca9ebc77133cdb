/** State of a desktop outside of its rows, stored as facts in its database. */
import type { Rescued, RevokeMode } from '@holdfast/contract';
import type { LocalDb } from '@holdfast/core';

/** The facts of a desktop. */
export interface Facts {
  /** Origin of the server it synchronises with. */
  server: string;
  /** Port it answers on, the same after each start (data decision 27). */
  port: number;
  /** The part of its host name that is unique to it. */
  hostId: string;
  /** The secret by which the server identifies it, encrypted by the host. */
  deviceToken: string;
  /** Place of the key that encrypts it. */
  keyPlace: 'keychain' | 'file';
  /** Windows that are admitted, with the SHA-256 of their secrets. */
  windows: readonly string[];
  /** Mode of the revocation by an administrator; null while the device may be used. */
  revoked: RevokeMode | null;
  /** The epoch of the server whose photos and files were last compared with those of this device. */
  blobsEpoch: string;
  /** Time at which refused changes were last sent again automatically, milliseconds UTC. */
  refusedSentAt: number;
  /** The last report to the server: its time, milliseconds UTC, its number of refused changes, and whether everything was encrypted. */
  reported: { at: number; refused: number; encrypted?: boolean };
  /** Users of this device whose accounts the server reports as disabled, by id. */
  disabledUsers: readonly string[];
  /** Report on the last repair of the database; null once a person has read it. */
  rescue: Rescue | null;
  /** True when the server requires that this device encrypts its data. */
  mustEncrypt: boolean;
  /** True when it synchronises automatically (product decision 32). */
  autosync: boolean;
  /** True when photos and files are synchronised, too (product decision 32). */
  syncImages: boolean;
  /** True when photos and files are transferred automatically over a metered connection. */
  onMetered: boolean;
  /** Ids of the installations whose photos and files are not downloaded to this device. */
  withoutPhotos: readonly string[];
  /** Id of the inspection that was opened last. */
  viewedInspection: string;
  /** Ports that a person chose for an RFID reader, by the key of the plugged-in device. */
  readerPorts: readonly string[];
}

/** Result of a repair: what was rescued from a damaged database. */
export interface Rescue {
  /** Time of the repair, milliseconds UTC. */
  at: number;
  /** Unsent changes with their authors. */
  changes: (Rescued & { userId: string })[];
  /** Number of photos and files on this device. */
  contents: number;
  /** False when parts of the unsent work could not be read completely. */
  complete: boolean;
  /** Folder with the damaged files. */
  folder: string;
}

const PREFIX = 'desktop.';

/** Reads a fact; null when it was never written. */
export async function readFact<K extends keyof Facts>(db: LocalDb, key: K): Promise<Facts[K] | null> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', `${PREFIX}${key}`).executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.value) as Facts[K]);
}

/** Writes a fact, replacing an earlier value. */
export async function writeFact<K extends keyof Facts>(db: LocalDb, key: K, fact: Facts[K]): Promise<void> {
  const value = JSON.stringify(fact);
  await db
    .insertInto('instance')
    .values({ key: `${PREFIX}${key}`, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Reads a fact; when it was never written, creates and writes it. */
export async function factOr<K extends keyof Facts>(db: LocalDb, key: K, make: () => Facts[K]): Promise<Facts[K]> {
  const known = await readFact(db, key);
  if (known !== null) return known;
  const fact = make();
  await writeFact(db, key, fact);
  return fact;
}
