/** The server's process: reads its settings, starts, and stops on request. */
import { keepFilesPrivate, openLog, stopOnRequest } from '@holdfast/host';
import { ConfigError, readConfig } from './config.ts';
import { startServer } from './server.ts';

async function main(): Promise<void> {
  keepFilesPrivate();
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const server = await startServer(config, log, { stress: process.argv.includes('--stress') });
  stopOnRequest(log, () => server.stop());
  announce(server.address, server.setupCode, server.demo?.describe() ?? null);
}

/** Prints the facts that the operator needs after a start, between the lines of the log. */
function announce(
  address: string,
  setupCode: string | null,
  demo: { password: string; signIns: { email: string; role: string }[] } | null,
): void {
  const lines = ['', `Holdfast is ready: ${address}`];
  if (demo !== null) {
    lines.push(
      '',
      'Demo sign-ins:',
      ...demo.signIns.map(({ email, role }) => `  ${email.padEnd(32)} ${role}`),
      `  password: ${demo.password}`,
    );
  }
  if (setupCode !== null)
    lines.push(
      '',
      'There is no account yet. Open the page, choose "Set up the first administrator" and give this',
      `setup code: ${setupCode}`,
    );
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigError ? `${error.message}\n` : `Holdfast could not start: ${explain(error)}\n`,
  );
  process.exit(1);
});

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return 'another program already listens on this address and port. Set PORT to another one.';
  if (error.message.includes('listen')) return `it cannot listen there (${error.message}). Set HOST or PORT to others.`;
  if (code === 'ECONNREFUSED') return 'the database at DATABASE_URL does not answer.';
  if (
    /^(?:E[A-Z]+|SQLITE_(?:CANTOPEN|READONLY|NOTADB|IOERR|FULL).*)$/.test(code) &&
    process.env['DATABASE_URL'] === undefined
  )
    return `its data folder cannot be used (${error.message}). Set HOLDFAST_DATA to another one.`;
  return error.message;
}
