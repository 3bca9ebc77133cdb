/** Server from its sources, restarted on change, and Vite in front of it with hot reload. Ends both when one ends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './bootstrap/run.mjs';

const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
const programs = [
  ['--watch', '--enable-source-maps', join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
  [vite, join(ROOT, 'apps', 'web')],
];

const children = programs.map((args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => endAll(signal));
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 1;
    endAll('SIGTERM');
  });
}

/** @param {NodeJS.Signals} signal */
function endAll(signal) {
  for (const child of children) child.kill(signal);
}
