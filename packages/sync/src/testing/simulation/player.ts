/** Entry of a thread that plays seeds: plants the fault it was given, then loads the simulation and answers `simulation.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Fault } from './faults.ts';
import { plant } from './planting.ts';
import type { Failure } from './run.ts';

/** A request to the thread. */
export type PlayRequest = { seed: number; steps: number[] | undefined } | { shrink: Failure };

const checkPlanted = plant(workerData as Fault | null);
const { play, shrink } = await import('./run.ts');
checkPlanted();

parentPort!.on('message', (request: PlayRequest) => {
  const answer = 'shrink' in request ? shrink(request.shrink) : play(request.seed, request.steps);
  void answer.then((failure) => parentPort!.postMessage(failure, []));
});
