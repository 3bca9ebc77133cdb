/**
 * Kills its own process when it uses too much memory, on systems that offer neither a limit nor /proc. Loaded before the module of the process. It
 * measures in a thread, which native code on the main thread does not block.
 */
import { isMainThread, Worker } from 'node:worker_threads';

/** Interval in ms between measurements of memory. */
const MEASURE_MS = 50;

if (isMainThread) new Worker(new URL('./watchdog.worker.ts', import.meta.url)).unref();
else {
  const limitBytes = Number(process.env['HOLDFAST_MEMORY_MB']) * 1024 * 1024;
  setInterval(() => {
    if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
  }, MEASURE_MS);
}
