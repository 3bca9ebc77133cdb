/** A real agent for a journey: a process of its own, a fresh data folder, any free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An agent that runs. */
export interface Agent {
  /** The address that opens its window, once; a new one after each start. */
  launchAddress(): string;
  /** Its data folder. */
  folder: string;
  /** What it has said since it was last started. */
  said(): string;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again at the same address, over the same data. */
  restart(): Promise<void>;
  /** Ends it and takes its data away. */
  remove(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../../apps/desktop/src/agent/main.ts');
const START_MS = 60_000;

/** How an agent is started. */
export interface AgentOptions {
  /** Its data folder; a fresh one unless said otherwise. */
  folder?: string;
  /** What is run: the sources unless said otherwise. */
  program?: string;
  /** RFID readers that cannot be found by themselves, as its settings name them. */
  readers?: string;
}

/** Starts the desktop's agent for a server. */
export async function startAgent(
  server: string,
  { folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-agent-')), program = MAIN, readers = '' }: AgentOptions = {},
): Promise<Agent> {
  let running = await launch(program, server, folder, 0, readers);
  const port = Number(new URL(running.address).port);
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const { process: child } = running;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended;
  };
  return {
    launchAddress: () => running.address,
    folder,
    said: () => running.said(),
    kill: () => end('SIGKILL'),
    async restart() {
      running = await launch(program, server, folder, port, readers);
    },
    async remove() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the process and waits until it says which address opens a window. */
function launch(
  program: string,
  server: string,
  folder: string,
  port: number,
  readers: string,
): Promise<{ process: ChildProcess; address: string; said(): string }> {
  const args = [program, '--server', server, '--data', folder, '--port', String(port), '--weather', '0'];
  const child = spawn(process.execPath, [...args, '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOLDFAST_AGENT_READERS: readers },
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (what: string): void => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`The agent ${what}:\n${said}`));
    };
    const limit = setTimeout(() => fail('did not start in time'), START_MS);
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      const address = /(http:\S+#launch=\S+)\n/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve({ process: child, address, said: () => said });
    });
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
    });
    child.once('exit', () => fail('ended'));
  });
}
