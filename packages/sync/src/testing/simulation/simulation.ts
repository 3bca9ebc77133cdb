import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Fault } from './faults.ts';
import type { PlayRequest } from './player.ts';
import type { Failure } from './run.ts';

/** The simulation in a separate thread, whose modules may contain a planted fault. One call at a time. */
export interface Simulation {
  /** Plays the story of a seed, all of it or the given steps. @returns null when every promise held */
  play(seed: number, steps?: number[]): Promise<Failure | null>;
  /** Leaves out steps as long as the same promise still breaks. */
  shrink(failure: Failure): Promise<Failure>;
  close(): Promise<void>;
}

/** Starts the simulation. */
export function openSimulation(fault: Fault | null = null): Simulation {
  const worker = new Worker(new URL('./player.ts', import.meta.url), { workerData: fault });
  /** @throws the error that ended the thread */
  async function ask(request: PlayRequest): Promise<Failure | null> {
    worker.postMessage(request, []);
    const [failure] = (await once(worker, 'message')) as [Failure | null];
    return failure;
  }
  return {
    play: (seed, steps) => ask({ seed, steps }),
    shrink: async (failure) => (await ask({ shrink: failure })) ?? failure,
    close: async () => void (await worker.terminate()),
  };
}
