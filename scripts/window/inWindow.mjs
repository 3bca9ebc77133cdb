/**
 * Runs a program of the repository that drives the desktop's own window: `node scripts/window/inWindow.mjs <file> <its arguments>`. Its
 * exit code is 1 if the machine lacks a requirement of the window.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';
import { openWindowSession } from './windowSession.mjs';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) throw new Error('No program is named.');
const session = await openWindowSession();
if ('missing' in session) {
  console.error(`${file} cannot run: ${session.missing}.`);
  process.exitCode = 1;
} else {
  const { environment, close } = session;
  const child = spawn(process.execPath, [join(ROOT, file), ...args], { cwd: ROOT, stdio: 'inherit', env: environment });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    close();
    process.exitCode = code ?? 1;
  });
}
