import { readFileSync } from 'node:fs';

/** Interval in ms between measurements of memory while a process works. */
const MEASURE_MS = 25;

/** Watches the resident memory of a process. */
export interface MemoryBound {
  watch(): void;
  /** Stops measuring until the process works again. */
  rest(): void;
  residentBytes(): number;
  stop(): void;
}

/**
 * Measures the resident memory of a process from /proc while it works.
 * @param exceeded called when it has more than so many MiB
 */
export function memoryBound(pid: number, megabytes: number, exceeded: () => void): MemoryBound {
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    watch() {
      timer ??= setInterval(() => {
        if (residentBytesOf(pid) > megabytes * 1024 * 1024) exceeded();
      }, MEASURE_MS).unref();
    },
    rest,
    residentBytes: () => residentBytesOf(pid),
    stop: rest,
  };
}

/** Returns the resident memory of a process in bytes (proc(5), status); 0 when it has ended. */
export function residentBytesOf(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Clock ticks per second in /proc (proc(5), stat); Linux has reported 100 on every architecture Node runs on. */
const TICKS_PER_SECOND = 100;

/** Processor time a process has used so far, ms (proc(5), stat: utime and stime); null when it has ended or the system gives no figure. */
export function processorMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The fields before include the name of the program in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
