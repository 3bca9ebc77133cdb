/** The agent's process: reads its settings, starts, and stops on request. */
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderInUse, keepFilesPrivate, openLog, stopOnRequest, VERSION } from '@holdfast/host';
import { type AgentMessage, MISTAKE_CODE, RESTART_CODE, SERVER_NEEDED_CODE } from '../updates/supervisor.ts';
import { type Supervision, startAgent } from './agent.ts';
import { repairCommand } from './repair/command.ts';
import { ConfigError, readConfig, ServerNeeded } from './config.ts';
import { logFolder, openLogFile } from '../support/logFile.ts';

/** Time in ms to wait for another agent to release the data folder. */
const FOLDER_WAIT_MS = 15_000;
const FOLDER_POLL_MS = 200;

async function main(): Promise<void> {
  keepFilesPrivate();
  const args = process.argv.slice(2);
  if (args[0] === 'repair') {
    process.stdout.write(`${await repairCommand(args.slice(1), process.env)}\n`);
    return;
  }
  const config = readConfig(args, process.env);
  const log = openLog(config.logLevel, openLogFile(logFolder(config.dataFolder), 'agent'));
  const shell = process.send === undefined ? undefined : process.env['HOLDFAST_SUPERVISED'];
  const supervision: Supervision | null = shell === undefined ? null : { shell, running: ownVersion(), restart };
  // Without its supervisor nothing would end this process. The supervisor may end while this process still starts.
  if (supervision !== null) {
    if (!process.connected) process.exit(1);
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  }
  const agent = await inFreeFolder(supervision !== null, () => startAgent(config, log, undefined, supervision));
  stopOnRequest(log, () => agent.stop());
  if (supervision === null) {
    process.stdout.write(`\nHoldfast is ready on this device, for ${agent.server}\n${agent.launchAddress()}\n\n`);
    return;
  }
  const ready: AgentMessage = { type: 'ready', address: agent.launchAddress(), port: agent.port };
  process.send?.(ready);

  function restart(): void {
    void agent.stop().then(
      () => process.exit(RESTART_CODE),
      () => process.exit(1),
    );
  }
}

/**
 * Starts in a data folder that another agent may still use: that of a supervisor which was killed ends by itself, after the calls under way.
 * @throws {FolderInUse} when the folder is not free in time
 */
async function inFreeFolder<T>(waits: boolean, start: () => Promise<T>): Promise<T> {
  const until = performance.now() + FOLDER_WAIT_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!waits || !(error instanceof FolderInUse) || performance.now() > until) throw error;
      await sleep(FOLDER_POLL_MS);
    }
  }
}

/** Returns the version in whose folder this program is; the version of the build when it was installed with the desktop. */
function ownVersion(): string {
  const folder = basename(dirname(import.meta.dirname));
  return /^\d+\.\d+\.\d+$/.test(folder) ? folder : VERSION;
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof FolderInUse;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(known ? `${message}\n` : `Holdfast could not start: ${message}\n`);
  process.exit(error instanceof ServerNeeded ? SERVER_NEEDED_CODE : known ? MISTAKE_CODE : 1);
});
