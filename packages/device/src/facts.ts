/** State of a desktop beside its rows, each a fact of its database. */
import type { Rescued, RevokeMode } from '@holdfast/contract';
import type { LocalDb } from '@holdfast/core';

/** The facts of a desktop. */
export interface Facts {
  /** Origin of the server it synchronises with. */
  server: string;
  /** Port it answers on, the same after each start (data decision 27). */
  port: number;
  /** Its own part of its host name. */
  hostId: string;
  /** The secret by which the server knows it, encrypted by the host. */
  deviceToken: string;
  /** Place of the key that encrypts it. */
  keyPlace: 'keychain' | 'file';
  /** SHA-256 of the secrets of the windows that are admitted. */
  windows: readonly string[];
  /** Access as revoked by an administrator; null while it may be used. */
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
  /** True when the server requires that this device encrypts what it keeps. */
  mustEncrypt: boolean;
  /** True when it synchronises automatically (product decision 32). */
  autosync: boolean;
  /** True when photos and files are synchronised, too (product decision 32). */
  syncImages: boolean;
  /** True when photos and files travel by themselves over a metered connection. */
  onMetered: boolean;
  /** Installations whose photos and files do not come to this device, by id. */
  withoutPhotos: readonly string[];
  /** The inspection that was looked at last, by id. */
  viewedInspection: string;
  /** Ports on which a person chose to look for an RFID reader, by what is plugged in. */
  readerPorts: readonly string[];
}

/** Result of a repair: what was rescued from a damaged database. */
export interface Rescue {
  /** Time of the repair, milliseconds UTC. */
  at: number;
  /** Unsent changes, each with its author. */
  changes: (Rescued & { userId: string })[];
  /** Photos and files that lie on this device. */
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

/** Writes a fact over the one that was there. */
export async function writeFact<K extends keyof Facts>(db: LocalDb, key: K, fact: Facts[K]): Promise<void> {
  const value = JSON.stringify(fact);
  await db
    .insertInto('instance')
    .values({ key: `${PREFIX}${key}`, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** The fact, made and written when it was never there. */
export async function factOr<K extends keyof Facts>(db: LocalDb, key: K, make: () => Facts[K]): Promise<Facts[K]> {
  const known = await readFact(db, key);
  if (known !== null) return known;
  const fact = make();
  await writeFact(db, key, fact);
  return fact;
}
