/** The agent's process: reads its settings, starts, and stops on request. */
import { basename, dirname } from 'node:path';
import { FolderInUse, keepFilesPrivate, openLog, stopOnRequest, VERSION } from '@holdfast/host';
import { type AgentMessage, MISTAKE_CODE, RESTART_CODE, SERVER_NEEDED_CODE } from '../updates/supervisor.ts';
import { type Supervision, startAgent } from './agent.ts';
import { repairCommand } from './repair/command.ts';
import { ConfigError, readConfig, ServerNeeded } from './config.ts';
import { logFolder, openLogFile } from '../support/logFile.ts';

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
  const agent = await startAgent(config, log, undefined, supervision);
  stopOnRequest(log, () => agent.stop());
  if (supervision === null) {
    process.stdout.write(`\nHoldfast is ready on this device, for ${agent.server}\n${agent.launchAddress()}\n\n`);
    return;
  }
  const ready: AgentMessage = { type: 'ready', address: agent.launchAddress(), port: agent.port };
  process.send?.(ready);
  // Without its supervisor nothing would ever end this process.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

  function restart(): void {
    void agent.stop().then(
      () => process.exit(RESTART_CODE),
      () => process.exit(1),
    );
  }
}

/** The version in whose folder this program lies; that of the build where it was installed with the desktop. */
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
