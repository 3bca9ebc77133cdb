/** Photos and files of a server: in its data folder, or in a bucket. */
import { join } from 'node:path';
import type { Blobs } from '@holdfast/core';
import { blobFolder, diskBlobs, objectBlobs, type ObjectBlobs, openBucket } from '@holdfast/host';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { repeat } from './repeat.ts';

/** Intervals in ms between searches for originals that are to be moved between folder and bucket. */
const MOVE_MS = { first: 1_000, next: 60_000 };

/** Opens the contents of a server. @param options `checked`: originals are compared with their hash before they are served */
export function openContents(
  { dataFolder, bucket }: Pick<Config, 'dataFolder' | 'bucket'>,
  options: { checked: boolean },
): { blobs: Blobs; mover: Pick<ObjectBlobs, 'move'> | null } {
  const disk = diskBlobs({ blobs: blobFolder({ dataFolder }), renditions: join(dataFolder, 'renditions') }, options);
  if (bucket === null) return { blobs: disk, mover: null };
  const blobs = objectBlobs(disk, openBucket(bucket), bucket.home);
  return { blobs, mover: blobs };
}

/** Moves originals to the configured place while the server serves them. */
export function startMoving(mover: Pick<ObjectBlobs, 'move'> | null, log: Logger): { stop(): void } {
  if (mover === null) return { stop: () => undefined };
  const ending = new AbortController();
  const move = async (): Promise<void> => {
    try {
      const { moved, failed } = await mover.move(ending.signal);
      if (moved > 0) log.info({ moved }, 'photos and files were moved between folder and bucket');
      if (failed > 0) log.warn({ failed }, 'photos and files could not be moved; they are tried again');
    } catch (error) {
      log.error({ err: error }, 'the bucket could not be read');
    }
  };
  const moving = repeat(move, MOVE_MS.first, MOVE_MS.next);
  return {
    stop() {
      ending.abort();
      moving.stop();
    },
  };
}
