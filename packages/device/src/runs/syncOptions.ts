/** Choices of the user about synchronisation, kept as facts of the device. */
import type { SyncOptions } from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import type { Kysely } from 'kysely';
import { applyChoice } from '../contents/blobQueue.ts';
import { readFact, writeFact } from '../facts.ts';

/** Reads the options, with defaults for those that were never chosen. */
export async function readOptions(read: Kysely<Database>): Promise<SyncOptions> {
  return {
    autosync: (await readFact(read, 'autosync')) ?? true,
    syncImages: (await readFact(read, 'syncImages')) ?? true,
    onMetered: (await readFact(read, 'onMetered')) ?? false,
  };
}

/** Stores the options. */
export async function writeOptions(write: Kysely<Database>, chosen: SyncOptions): Promise<void> {
  await writeFact(write, 'autosync', chosen.autosync);
  await writeFact(write, 'syncImages', chosen.syncImages);
  await writeFact(write, 'onMetered', chosen.onMetered);
}

/** Returns the ids of the installations whose photos and files stay on the server. */
export async function withoutPhotos(read: Kysely<Database>): Promise<Set<string>> {
  return new Set(await readFact(read, 'withoutPhotos'));
}

/** Chooses whether photos and files of an installation are downloaded to this device. */
export async function choosePhotos(
  read: Kysely<Database>,
  write: Kysely<Database>,
  installationId: string,
  chosen: boolean,
): Promise<void> {
  const without = await withoutPhotos(read);
  if (chosen) without.delete(installationId);
  else without.add(installationId);
  await writeFact(write, 'withoutPhotos', [...without]);
  await applyChoice(write, without);
}
