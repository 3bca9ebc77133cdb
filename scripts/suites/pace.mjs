/** Measures the current speed of this machine, so that a slow one is not mistaken for a suite that hangs. */
import { Worker } from 'node:worker_threads';
import { cpus } from 'node:os';

/** Duration in ms of the measured work on a quiet machine of two cores, to which the minutes of the suites refer. */
const USUAL_MS = 650;

/** Greatest factor by which time limits are extended on a slow machine. */
const SLOWEST = 2.5;

/** Work similar to that of tests: strings, maps, JSON and sorting; always the same. */
const WORK = `
  const { workerData, parentPort } = require('node:worker_threads');
  let sum = 0;
  for (let round = 0; round < workerData; round++) {
    const rows = Array.from({ length: 20000 }, (_, i) => ({ id: 'row ' + ((i * 7919) % 20011), n: i }));
    const byId = new Map(JSON.parse(JSON.stringify(rows)).map((row) => [row.id, row]));
    sum += [...byId.keys()].sort().filter((id) => byId.get(id).n % 3 === 0).length;
  }
  parentPort.postMessage(sum);
`;
const ROUNDS = 20;

/**
 * Does a fixed piece of work on two cores at once.
 *
 * @returns {Promise<number>} its duration relative to the usual one: from 1, for a usual or faster machine, to 2.5.
 */
export async function slowness() {
  const began = performance.now();
  await Promise.all(Array.from({ length: Math.min(2, cpus().length) }, () => work()));
  return within((performance.now() - began) / USUAL_MS);
}

/**
 * @param {number} times duration relative to the usual one.
 * @returns {number} the same, rounded to tenths and limited to 1 to 2.5.
 */
export function within(times) {
  return Math.min(SLOWEST, Math.max(1, Math.round(times * 10) / 10));
}

/** @returns {Promise<unknown>} */
function work() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORK, { eval: true, workerData: ROUNDS });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
