/** A real agent for a journey: a process of its own, a fresh data folder, any free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An agent that runs. */
export interface Agent {
  /** The address that opens its window, once. */
  launchAddress: string;
  /** Ends it and takes its data away. */
  remove(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../../apps/desktop/src/agent/main.ts');
const START_MS = 60_000;

/** Starts the desktop's agent for a server. */
export async function startAgent(server: string): Promise<Agent> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-agent-'));
  const args = [MAIN, '--server', server, '--data', folder, '--port', '0', '--weather', '0', '--log', 'error'];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const launchAddress = await new Promise<string>((resolve, reject) => {
    let said = '';
    const fail = (what: string): void => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`The agent ${what}:\n${said}`));
    };
    const limit = setTimeout(() => fail('did not start in time'), START_MS);
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
      const address = /(http:\S+#launch=\S+)\n/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    });
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
    });
    child.once('exit', () => fail('ended'));
  });
  return {
    launchAddress,
    async remove() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
