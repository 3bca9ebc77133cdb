/** Sends requests as fast as they are answered, and starts the measured server processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { tasks } from '../../scripts/tasks.mjs';

/** A server in a process of its own. */
export interface Peer {
  address: string;
  process: ChildProcess;
  /** Milliseconds from spawning to the first answered request. */
  startMs: number;
  stop(): Promise<void>;
}

/**
 * Starts the built server without the demo, with the options of Node and the environment that `npm start` gives it.
 * @param folder its data; made when it is not there
 * @param databaseUrl a PostgreSQL; empty: SQLite in the folder
 */
export async function startBuilt(folder: string, databaseUrl = ''): Promise<Peer> {
  const { file, nodeOptions = [], environment } = tasks['start']!;
  const built = join(import.meta.dirname, '../..', file);
  if (!existsSync(built)) throw new Error('Build the server first: npm run build.');
  return startPeer([...nodeOptions, built], {
    ...environment,
    PORT: '0',
    HOLDFAST_DATA: folder,
    HOLDFAST_DEMO: '0',
    HOLDFAST_LOG: 'error',
    HOLDFAST_REQUESTS_PER_MINUTE: '0',
    HOLDFAST_PRINTS_PER_HOUR: '0',
    DATABASE_URL: databaseUrl,
  });
}

/** Starts a process that prints `ready: ADDRESS`, and waits until it answers. */
export async function startPeer(args: readonly string[], environment: Record<string, string>): Promise<Peer> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready: (\S+)/.exec(said);
      if (found !== null) resolve(found[1]!);
    });
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}.`)));
  });
  await fetch(address).then((answer) => answer.text());
  const startMs = performance.now() - began;
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    address,
    process: child,
    startMs,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** One request of a load. */
export interface Shot {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/**
 * Requests answered per second.
 * @param next the request of a number
 * @throws when an answer is not a success
 */
export async function load(
  peer: Peer,
  token: string,
  next: (n: number) => Shot,
  ms: number,
  connections: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + ms;
  let sent = 0;
  let answered = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      await shoot(agent, peer.address, token, next(sent++));
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return answered / seconds;
}

function shoot(agent: Agent, address: string, token: string, { method, path, body }: Shot): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body !== undefined)
      Object.assign(headers, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) });
    const call = request(`${address}${path}`, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${path} answered ${answer.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Returns the median of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
