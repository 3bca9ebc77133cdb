/** A thread that asks `/healthz` again and again, so that what the test itself does is not measured; each wait goes to the test. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

for (;;) {
  const began = performance.now();
  await (await fetch(`${workerData as string}/healthz`)).arrayBuffer();
  parentPort!.postMessage(performance.now() - began, []);
  await sleep(20);
}
