import { type BoundedProcess, type ProcessBounds, type ProcessEvents, startBounded } from './boundedProcess.ts';

/** A process that was taken from a pool. */
export interface PooledProcess {
  /** Processor time used since it was taken, ms; null where it cannot be read from outside. */
  processorMs(): number | null;
  send(message: unknown): Promise<void>;
  /** Called once, before anything is sent. */
  listen(events: ProcessEvents): void;
  /** Returns the process to the pool for reuse if its work finished; otherwise the process is killed. */
  release(finished: boolean): void;
}

/** Processes that run the same module, kept for a while after their work. */
export interface ProcessPool {
  take(): PooledProcess;
  /** Kills all processes, including busy ones. */
  stop(): void;
}

/** Rules of a pool of processes. */
export interface PoolRules {
  /** Time in ms for which an idle process is kept. */
  idleMs: number;
  /** Number of idle processes kept. */
  idle: number;
  /** A process that uses more memory than this after its work, in MiB, is not reused. */
  reusableMegabytes: number;
  /** Total working time in ms after which a process is replaced. */
  workMs: number;
}

const RULES: PoolRules = { idleMs: 60_000, idle: 2, reusableMegabytes: 400, workMs: 5 * 60_000 };

/** A pool of processes, which are started when they are needed. */
export function processPool(module: URL, bounds: ProcessBounds, rules: Partial<PoolRules> = {}): ProcessPool {
  const { idleMs, idle, reusableMegabytes, workMs } = { ...RULES, ...rules };
  const resting: { process: BoundedProcess; workedMs: number; timer: NodeJS.Timeout }[] = [];
  const working = new Set<BoundedProcess>();

  function lastAlive(): (typeof resting)[number] | undefined {
    for (let rested = resting.pop(); rested !== undefined; rested = resting.pop()) {
      clearTimeout(rested.timer);
      if (rested.process.isAlive()) return rested;
    }
    return undefined;
  }

  function rest(process: BoundedProcess, workedMs: number): void {
    process.listen(null);
    if (resting.length >= idle || workedMs > workMs || process.residentBytes() > reusableMegabytes * 1024 * 1024) {
      process.kill();
      return;
    }
    const timer = setTimeout(() => {
      resting.splice(resting.indexOf(rested), 1);
      process.kill();
    }, idleMs).unref();
    const rested = { process, workedMs, timer };
    resting.push(rested);
  }

  return {
    take() {
      const rested = lastAlive();
      const process = rested?.process ?? startBounded(module, bounds);
      const since = Date.now();
      const before = process.processorMs() ?? 0;
      let isHeld = true;
      working.add(process);
      return {
        processorMs() {
          const used = process.processorMs();
          return used === null ? null : used - before;
        },
        send: (message) => process.send(message),
        listen: (events) => process.listen(events),
        release(finished) {
          if (!isHeld) return;
          isHeld = false;
          working.delete(process);
          if (finished) rest(process, (rested?.workedMs ?? 0) + Date.now() - since);
          else {
            process.listen(null);
            process.kill();
          }
        },
      };
    },
    stop() {
      for (const { process, timer } of resting.splice(0)) {
        clearTimeout(timer);
        process.kill();
      }
      for (const process of working) process.kill();
    },
  };
}
