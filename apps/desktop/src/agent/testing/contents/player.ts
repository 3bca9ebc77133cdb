/** Entry of a thread that plays stories: plants the fault it was given, then loads the stories and answers `stories.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { patchSources } from '@holdfast/sync/testing';
import type { ContentFault } from './faults.ts';

const ROOT = new URL('../../../../../../', import.meta.url);

const fault = workerData as ContentFault | null;
const checkPlanted = patchSources(fault === null ? [] : [{ ...fault, url: new URL(fault.file, ROOT).href }]);
const { play } = await import('./story.ts');
checkPlanted();

parentPort!.on('message', (seed: number) => {
  void play(seed).then((failure) => parentPort!.postMessage(failure, []));
});
