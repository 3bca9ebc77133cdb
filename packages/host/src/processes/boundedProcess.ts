/** Child processes that process customers' bytes, within limits that the operating system enforces. */
import type { Readable } from 'node:stream';
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { memoryBound, processorMsOf } from './memoryBound.ts';

/** Limits of a process. */
export interface ProcessBounds {
  /** Resident memory in MiB; a process that uses more is killed. */
  megabytes: number;
  /** Heap of JavaScript objects in MiB. */
  heapMegabytes: number;
  /** The largest file it may write, MiB. */
  fileMegabytes: number;
  /** Processor time over its whole life, seconds: ends a process whose parent is gone. */
  cpuSeconds: number;
}

/** Reason why a process ended before it was returned. */
export class ProcessEnded extends Error {
  readonly reason: 'memory' | 'exit';

  constructor(reason: 'memory' | 'exit', detail: string) {
    super(reason === 'memory' ? 'This needs more memory than it may have.' : `The process ended early (${detail}).`);
    this.name = 'ProcessEnded';
    this.reason = reason;
  }
}

/** Events for the user of a process. */
export interface ProcessEvents {
  message(message: unknown): void;
  exit(error: ProcessEnded): void;
}

/** A process that runs a module. */
export interface BoundedProcess {
  readonly pid: number;
  /** Resolves when the message has left this process; never rejects, an end of the process is an event. */
  send(message: unknown): Promise<void>;
  isAlive(): boolean;
  /** Replaces the receiver of events; null while the process is not in use. */
  listen(events: ProcessEvents | null): void;
  /** Returns the current resident memory in bytes; 0 where it cannot be read from outside. */
  residentBytes(): number;
  /** Processor time used so far, ms; null where it cannot be read from outside. */
  processorMs(): number | null;
  kill(): void;
}

/**
 * Nice value of a process: it gets about a third of the processor time of a competing server. With 10, which Node calls below normal, it would get a
 * tenth and take ten seconds to start on a busy machine.
 */
const NICE = 5;
/** Code space that V8 reserves at its start: it counts as writable, though hardly any of it is used. */
const RESERVED_MEGABYTES = 640;
/** Number of characters kept of the standard error of a process. */
const DETAIL_CHARACTERS = 2_000;
/** Environment variables passed to a process. Others may contain passwords of databases and mail servers. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'TZ', 'LANG', 'SystemRoot', 'WINDIR', 'NODE_COMPILE_CACHE'];

/**
 * Starts a process that runs a module and exchanges messages.
 * @param watch how memory is measured; by default from outside on Linux, from a thread inside elsewhere
 */
export function startBounded(
  module: URL,
  bounds: ProcessBounds,
  watch: 'outside' | 'inside' = process.platform === 'linux' ? 'outside' : 'inside',
): BoundedProcess {
  const child = spawnNode(module, bounds, watch);
  lowerPriority(child.pid);
  let events: ProcessEvents | null = null;
  let detail = '';
  let exceeded = false;
  let ended: ProcessEnded | null = null;
  const kill = (): void => void child.kill('SIGKILL');
  const memory =
    watch === 'outside'
      ? memoryBound(child.pid ?? 0, bounds.megabytes, () => {
          exceeded = true;
          kill();
        })
      : null;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    detail = (detail + text).slice(-DETAIL_CHARACTERS);
  });
  child.on('message', (message) => events?.message(message));
  // `close` is emitted after the last message and the last output.
  const end = (): void => {
    if (ended !== null) return;
    memory?.stop();
    const outOfMemory = exceeded || isOutOfMemory(child, detail);
    ended = new ProcessEnded(outOfMemory ? 'memory' : 'exit', child.signalCode ?? `${child.exitCode} ${detail}`.trim());
    events?.exit(ended);
  };
  child.on('close', end);
  child.on('error', end);
  return {
    pid: child.pid ?? 0,
    send: (message) =>
      new Promise((resolve) => {
        if (child.connected) child.send(message as object, () => resolve());
        else resolve();
      }),
    listen(listener) {
      events = listener;
      // An idle process does not keep its parent running.
      if (listener === null) {
        child.unref();
        child.channel?.unref();
        memory?.rest();
      } else {
        child.ref();
        child.channel?.ref();
        memory?.watch();
        const before = ended;
        if (before !== null) queueMicrotask(() => listener.exit(before));
      }
    },
    isAlive: () => ended === null && child.connected,
    residentBytes: () => memory?.residentBytes() ?? 0,
    processorMs: () => processorMsOf(child.pid ?? 0),
    kill,
  };
}

/** Lowers the priority of a process below that of the server. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // Fails when the process could not be started.
  }
}

function spawnNode(module: URL, bounds: ProcessBounds, watch: 'outside' | 'inside'): ChildProcess {
  const flags = [
    `--max-old-space-size=${bounds.heapMegabytes}`,
    // Objects of a page are short-lived: a small young generation, and a collection of the old one before it has doubled.
    '--max-semi-space-size=8',
    '--heap-growing-percent=60',
  ];
  if (watch === 'inside') flags.push('--import', new URL('./watchdog.worker.ts', import.meta.url).href);
  const env: Record<string, string> = { HOLDFAST_MEMORY_MB: String(bounds.megabytes) };
  for (const name of ENVIRONMENT) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const options = {
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  } as const;
  const child =
    process.platform === 'win32'
      ? fork(module, { ...options, stdio: [...options.stdio], execArgv: flags })
      : fork(module, {
          ...options,
          stdio: [...options.stdio],
          execPath: '/bin/sh',
          execArgv: ['-c', limitsScript(bounds), process.execPath, ...flags],
        });
  const stderr: (Readable & { unref?(): void }) | null = child.stderr;
  stderr?.unref?.();
  return child;
}

/** A shell script that lowers the limits of its own process and becomes Node. A limit that the system does not support is skipped. */
function limitsScript({ megabytes, fileMegabytes, cpuSeconds }: ProcessBounds): string {
  const limits = [
    'ulimit -c 0',
    // Kilobytes of writable memory. Address space is not limited, because V8 and WebAssembly reserve many times what they use.
    `ulimit -d ${(megabytes + RESERVED_MEGABYTES) * 1024}`,
    // Blocks of 512 bytes.
    `ulimit -f ${fileMegabytes * 2048}`,
    `ulimit -t ${cpuSeconds}`,
  ];
  return `${limits.map((limit) => `${limit} 2>/dev/null`).join('; ')}; exec "$0" "$@"`;
}

/** V8, the C++ library and native code each end a process in a different way when memory is exhausted. */
function isOutOfMemory({ signalCode }: ChildProcess, detail: string): boolean {
  return (
    ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'].includes(signalCode ?? '') ||
    /out of memory|bad_alloc|Cannot allocate memory|buffer allocation failed/i.test(detail)
  );
}
