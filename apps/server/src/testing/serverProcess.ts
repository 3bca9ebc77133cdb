/** A server in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { serverProgram } from './programs.ts';

/** A server process that answers. */
export interface Started {
  address: string;
  setupCode: string;
  process: ChildProcess;
}

/** Starts a server. @param settings its environment: at least its folder and its database */
export async function startProcess(settings: Record<string, string>): Promise<Started> {
  const env = {
    ...process.env,
    PORT: '0',
    HOLDFAST_DEMO: '0',
    HOLDFAST_LOG: 'silent',
    HOLDFAST_WEATHER_URL: '0',
    ...settings,
  };
  const child = spawn(process.execPath, [serverProgram('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (/ready: http:\S+[\s\S]*\n\n/.test(text)) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    address: /ready: (http:\S+)/.exec(said)![1]!,
    setupCode: /setup code: (\S+)/.exec(said)?.[1] ?? '',
    process: child,
  };
}

/** Ends a server as an operator does. */
export async function stopProcess({ process: server }: Started): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}
