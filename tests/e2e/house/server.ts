/** A real server for a journey: a process of its own, a fresh data folder, any free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteFile } from '@holdfast/server';

/** A server that runs. */
export interface Server {
  /** Where it answers, as `http://127.0.0.1:40123`. */
  address: string;
  /** What makes the first account; empty on a demo server. */
  setupCode: string;
  /** Its data folder. */
  folder: string;
  /** Where its database lies. */
  databaseFile: string;
  /** What it has said since it was last started. */
  said(): string;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again at the same address, over the same data. */
  restart(): Promise<void>;
  /** Ends it and takes its data away. */
  remove(): Promise<void>;
}

/** How a server is started. */
interface Launch {
  demo: boolean;
  /** Where the weather comes from; none unless said otherwise. */
  weatherUrl?: string;
  /** More of its environment, as the README names it. */
  settings?: Record<string, string>;
  /** What is run: the sources unless said otherwise. */
  program?: string;
}

const MAIN = join(import.meta.dirname, '../../../apps/server/src/main.ts');
const START_MS = 60_000;

/** Starts a server. `demo`: with the demo fleet, which is made behind its first answers. */
export async function startServer(options: Launch): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-'));
  let child = await launch(folder, options, 0);
  const port = Number(new URL(child.address).port);
  const end = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.process.once('exit', resolve));
    if (child.process.exitCode !== null || !child.process.kill('SIGKILL')) return;
    await ended;
  };
  return {
    address: child.address,
    setupCode: child.setupCode,
    folder,
    databaseFile: sqliteFile(folder),
    said: () => child.said(),
    kill: end,
    async restart() {
      child = await launch(folder, options, port);
    },
    async remove() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Launched {
  process: ChildProcess;
  address: string;
  setupCode: string;
  said(): string;
}

/** Starts the process and waits until it says where it answers. */
function launch(
  folder: string,
  { demo, weatherUrl = '0', settings = {}, program = MAIN }: Launch,
  port: number,
): Promise<Launched> {
  const server = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      HOLDFAST_DATA: folder,
      HOLDFAST_DEMO: demo ? '1' : '0',
      HOLDFAST_LOG: 'error',
      HOLDFAST_WEATHER_URL: weatherUrl,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => fail('did not start in time'), START_MS);
    const fail = (what: string): void => {
      clearTimeout(limit);
      server.kill('SIGKILL');
      reject(new Error(`The server ${what}:\n${said}`));
    };
    const listen = (text: Buffer): void => {
      said += text.toString();
      const address = /ready: (http:\S+)/.exec(said)?.[1];
      const setupCode = /setup code: (\S+)/.exec(said)?.[1];
      // The announcement ends with an empty line, behind which the log may go on; the code stands in it only while nobody has an account.
      if (address === undefined || !/ready: [\s\S]*\n\n/.test(said)) return;
      clearTimeout(limit);
      resolve({ process: server, address, setupCode: setupCode ?? '', said: () => said });
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    server.once('exit', () => fail('ended'));
  });
}
