import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blobs, contentNames, type Database, recordLostContents } from '@holdfast/core';
import { blobFile } from '@holdfast/host';
import { BackupError } from './backup.ts';
import type { Config } from '../config.ts';
import { openContents } from '../contents.ts';
import { openDatabases } from '../databases.ts';
import { allContents, noteContent } from '../queries.ts';

/**
 * Compares every photo and file with its hash. May run beside the server.
 * @param backup folder of a backup from which damaged and missing ones are restored; null: they are only reported
 * @returns the report, in sentences
 * @throws {BackupError} when the folder contains no backup
 */
export async function scrubAll(config: Config, backup: string | null): Promise<string> {
  const from = backup === null ? null : join(backup, 'blobs');
  if (from !== null && !existsSync(from)) throw new BackupError(`${backup} holds no backup.`);
  const databases = await openDatabases(config);
  const { blobs } = openContents(config, { checked: false });
  try {
    const { read, write } = databases;
    const all = await allContents(read);
    const lost: string[] = [];
    let refetched = 0;
    for (const key of all) {
      const state = await blobs.check(key);
      if (state === 'damaged') await blobs.setAside(key);
      if (state !== 'whole' && from !== null) await restoreFrom(blobs, from, key);
      const isHere = state === 'whole' || (await blobs.check(key)) === 'whole';
      await noteContent(write, key, isHere);
      if (state !== 'whole' && isHere) refetched += 1;
      if (!isHere) lost.push(await contentNames(read, key));
    }
    if (lost.length > 0) await recordLostContents(write, Date.now());
    return report(all.length, refetched, lost);
  } finally {
    await databases.close();
  }
}

type Key = Pick<Database['blob'], 'scopeId' | 'sha256'>;

async function restoreFrom(blobs: Blobs, from: string, key: Key): Promise<void> {
  const file = blobFile(from, key.scopeId, key.sha256);
  if (!existsSync(file)) return;
  const received = await blobs.received(key);
  await blobs.append(key, createReadStream(file, { start: received }), received, (await stat(file)).size);
}

function report(checked: number, refetched: number, lost: readonly string[]): string {
  const lines = [`Photos and files compared with their hashes: ${checked}`];
  if (refetched > 0) lines.push(`Taken from the backup: ${refetched}`);
  if (lost.length > 0) lines.push('Damaged or missing; desktops that hold them send them again:');
  return [...lines, ...lost.map((one) => `  ${one}`)].join('\n');
}
