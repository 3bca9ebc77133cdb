/**
 * Kills its own process when that has more memory than it may: for systems where neither a limit of the system nor /proc does it. Loaded before a
 * process's module; it measures in a thread, which native code on the main thread does not hold up.
 */
import { isMainThread, Worker } from 'node:worker_threads';

/** Interval in ms between measurements of memory. */
const LOOK_MS = 50;

if (isMainThread) new Worker(new URL('./watchdog.worker.ts', import.meta.url)).unref();
else {
  const limitBytes = Number(process.env['HOLDFAST_MEMORY_MB']) * 1024 * 1024;
  setInterval(() => {
    if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
}
