/** The process that the desktop's window starts: it keeps the right version of the agent running until it receives a signal to end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepFilesPrivate, VERSION } from '@holdfast/host';
import { ConfigError, readConfig } from '../agent/config.ts';
import { logFolder, openLogFile } from '../support/logFile.ts';
import { MISTAKE_CODE, supervise } from './supervisor.ts';

/** Time in ms within which a version must be ready; it includes the migration of a large database. */
const START_MS = 5 * 60_000;

async function main(): Promise<number> {
  keepFilesPrivate();
  const args = process.argv.slice(2);
  const config = readConfig(args, process.env);
  const file = openLogFile(logFolder(config.dataFolder), 'launcher');
  const supervisor = supervise({
    dataFolder: config.dataFolder,
    packaged: { main: join(import.meta.dirname, 'main.js'), version: VERSION },
    packages: packagesBeside(import.meta.dirname),
    args,
    keys: config.keys ?? [],
    shell: process.env['HOLDFAST_SHELL'] ?? VERSION,
    node: process.versions.node,
    startMs: START_MS,
    log(line) {
      process.stderr.write(`${line}\n`);
      file.write(`${new Date().toISOString()} ${line}`);
    },
    send(message) {
      if (process.env['HOLDFAST_SHELL'] !== undefined) process.stdout.write(`${JSON.stringify(message)}\n`);
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => supervisor.stop());
  // Standard input ends with the window, and without a window the agent has no user.
  if (process.env['HOLDFAST_SHELL'] !== undefined) process.stdin.on('end', () => supervisor.stop()).resume();
  return supervisor.ended;
}

/** Returns the nearest folder of packages above the program. */
function packagesBeside(folder: string): string {
  const candidates = [
    join(folder, 'node_modules'),
    join(folder, '../node_modules'),
    join(folder, '../../node_modules'),
  ];
  return candidates.find((each) => existsSync(each)) ?? candidates[0]!;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ConfigError ? MISTAKE_CODE : 1);
  },
);
