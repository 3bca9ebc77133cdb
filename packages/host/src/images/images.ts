/** Decoding photos in processes of their own. */
import type { DecodedImage, Ports } from '@holdfast/core';
import type { PictureTask } from './image.worker.ts';
import { processPool } from '../processes/pool.ts';
import { runTask } from '../processes/runTask.ts';
import { type QueueLimits, fairQueue } from '../fairQueue.ts';

/** Limits of a process that decodes photos: libvips, a bitmap unpacked as a whole and its copies. */
const BOUNDS = { megabytes: 900, heapMegabytes: 256, fileMegabytes: 0, cpuSeconds: 1_800 };
/** Time limit in ms for a photo; only a manipulated one takes longer. */
const LIMIT_MS = 30_000;
/** The queue of photos is unlimited, because the limit of bytes in flight already limits uploads. */
const LIMITS: QueueLimits = { atOnce: 2, total: Infinity, perUser: Infinity };

/**
 * Decodes photos with libvips in separate processes, which are killed when they use too much memory or time.
 * @param atOnce how many are decoded at a time
 */
export function sharpImages(atOnce = LIMITS.atOnce): Ports['images'] {
  const pool = processPool(new URL('./image.worker.ts', import.meta.url), BOUNDS, { idle: atOnce, workMs: 300_000 });
  const queue = fairQueue({ ...LIMITS, atOnce });
  const never = new AbortController().signal;
  const answer = async <Answer>(task: PictureTask, scopeId: string): Promise<Answer | null> => {
    const end = (await queue.take(scopeId, never, scopeId)!.turn)!;
    try {
      return await runTask<Answer | null>(pool, task, LIMIT_MS);
    } catch {
      // A photo that exceeds the limits cannot be used.
      return null;
    } finally {
      end();
    }
  };
  return {
    decode: (bytes, scopeId) => answer<DecodedImage>({ bytes, edited: null }, scopeId),
    draw: (bytes, edit, edge, scopeId) => answer<Uint8Array>({ bytes, edited: { edit, edge } }, scopeId),
  };
}
