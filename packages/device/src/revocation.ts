/** Applies the revocation of this device by an administrator (docs/sync.md, "What is promised"). */
import type { RevokeMode } from '@holdfast/contract';
import { endSessions, type Application } from '@holdfast/core';
import { type DeviceSetting, dropEverything } from '@holdfast/sync';
import { wasOnServer } from './contents/blobQueue.ts';
import { writeFact } from './facts.ts';
import { removeAccounts, removeBlob, rewriteFile, storedBlobs, users } from './queries.ts';

/**
 * Signs all users out, and with `wipe` deletes the data of the device. Unsent changes are never discarded: they are set aside, where their author can
 * export them. Photos and files that were not sent are kept.
 */
export async function applyRevocation(
  { read, write, ports }: Application,
  setting: DeviceSetting,
  mode: RevokeMode,
): Promise<void> {
  await writeFact(write, 'revoked', mode);
  const now = ports.clock.now();
  for (const { id } of await users(read)) await endSessions(write, id, now);
  if (mode !== 'wipe') return;
  for (const { scopeId, sha256 } of await storedBlobs(read)) {
    if (!(await wasOnServer(read, { scopeId, sha256 }))) continue;
    await ports.blobs.delete({ scopeId, sha256 });
    await removeBlob(write, { scopeId, sha256 });
  }
  await dropEverything(setting);
  await removeAccounts(write);
  await rewriteFile(write);
}
