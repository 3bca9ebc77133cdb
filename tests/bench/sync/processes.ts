/** Processes of a benchmark, which answer each line with a line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { tasks } from '../../../scripts/tasks.mjs';

/** Result of one run. */
export interface Go {
  ms: number;
  rows: number;
  peakMb: number;
  /** The longest wait of another task in the device's process. */
  waitMs?: number;
  requests: number;
  bytesIn: number;
  bytesOut: number;
  status?: string;
  recordsIn?: number;
  recordsOut?: number;
  /** Processor time of both sides, milliseconds. */
  cpuMs?: number;
}

/** A process that answers a line with a line. */
export interface Worker {
  ask(line: string): Promise<Go>;
  /** Processor time it has used so far, all its threads, milliseconds. */
  cpuMs(): number;
  /** First line it prints when it is ready. */
  first: Promise<string>;
  stop(): Promise<void>;
}

/** Unit of Linux's processor times. */
const TICK_MS = 10;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const programs = here('../../../.cache/bench-sync');

/** Bundles the programs like the shipped desktop, because compiling TypeScript takes additional memory. */
export async function bundle(): Promise<void> {
  await build({
    entryPoints: [here('device.ts'), here('limit.ts'), here('pouch.ts')],
    outdir: programs,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: ['better-sqlite3'],
    logLevel: 'error',
  });
}

/** Starts a bundled program, or the server from its source, with the options of Node and the environment it is shipped with. */
export function start(name: 'server' | 'device' | 'limit' | 'pouch', args: readonly string[]): Worker {
  const file = name === 'server' ? here('server.ts') : `${programs}/${name}.js`;
  const { nodeOptions = [], environment } = tasks[name === 'server' ? 'start' : 'agent']!;
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, file, ...args], {
    env: { ...environment, ...process.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error(`${name} ended.`);
    return line.value;
  };
  return {
    get first() {
      return next();
    },
    async ask(line) {
      child.stdin!.write(`${line}\n`);
      return JSON.parse(await next()) as Go;
    },
    cpuMs() {
      const [user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13);
      return (Number(user) + Number(system)) * TICK_MS;
    },
    async stop() {
      const gone = new Promise((resolve) => void child.once('exit', resolve));
      child.kill();
      await gone;
    },
  };
}
