/** The agent's process: reads its settings, starts, and stops on request. */
import { FolderInUse, openLog, stopOnRequest } from '@holdfast/host';
import { startAgent } from './agent.ts';
import { ConfigError, readConfig } from './config.ts';

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  const log = openLog(config.logLevel);
  const agent = await startAgent(config, log);
  stopOnRequest(log, () => agent.stop());
  process.stdout.write(`\nHoldfast is ready on this device, for ${agent.server}\n${agent.launchAddress()}\n\n`);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof FolderInUse;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(known ? `${message}\n` : `Holdfast could not start: ${message}\n`);
  process.exit(1);
});
