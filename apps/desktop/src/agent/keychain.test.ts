import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Reads a key in a process of its own, which has no session bus, and outlives the time limit of the answer. */
const READ = `
  import { systemKeychain } from ${JSON.stringify(new URL('keychain.ts', import.meta.url).href)};
  const outcome = await systemKeychain('Holdfast test', 50).read('device').catch((error) => error.name);
  setTimeout(() => console.log(outcome), 500);
`;

describe.runIf(process.platform === 'linux')('a computer without a keychain', () => {
  it('refuses each read, and ends no process afterwards', async () => {
    const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', READ], { env });
    expect(stdout.trim()).toBe('KeyUnavailable');
  });
});
