import { join } from 'node:path';

/** Returns the folder of photos and files on disk. */
export function blobFolder({ dataFolder }: { dataFolder: string }): string {
  return join(dataFolder, 'blobs');
}

/** Returns the path of a blob: by scope, then by the first two digits of its hash, so that no folder holds too many files. */
export function blobFile(folder: string, scopeId: string, sha256: string): string {
  return join(folder, scopeId, sha256.slice(0, 2), sha256);
}
