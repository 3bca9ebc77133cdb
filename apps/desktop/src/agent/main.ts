/** The agent's process: reads its settings, starts, and stops on request. */
import { FolderInUse, openLog } from '@holdfast/host';
import { startAgent } from './agent.ts';
import { ConfigError, readConfig } from './config.ts';

/** How long calls under way may take to finish before the process ends all the same. */
const GRACE_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  const log = openLog(config.logLevel);
  const agent = await startAgent(config, log);
  process.stdout.write(`\nHoldfast is ready on this device, for ${agent.server}\n${agent.launchAddress()}\n\n`);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    agent.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof FolderInUse;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(known ? `${message}\n` : `Holdfast could not start: ${message}\n`);
  process.exit(1);
});
