import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ContentFault } from './faults.ts';
import type { Failure } from './story.ts';

/** Stories in a separate thread, whose modules may contain a planted fault. One call at a time. */
export interface Stories {
  /** Plays the story of a seed. @returns null when every promise held */
  play(seed: number): Promise<Failure | null>;
  close(): Promise<void>;
}

/** Opens the stories. */
export function openStories(fault: ContentFault | null = null): Stories {
  const worker = new Worker(new URL('./player.ts', import.meta.url), { workerData: fault });
  return {
    async play(seed) {
      worker.postMessage(seed, []);
      const [failure] = (await once(worker, 'message')) as [Failure | null];
      return failure;
    },
    close: async () => void (await worker.terminate()),
  };
}
