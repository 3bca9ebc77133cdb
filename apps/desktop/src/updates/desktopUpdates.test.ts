import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OfferedRelease } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DesktopUpdates, openDesktopUpdates } from './desktopUpdates.ts';
import { testKey, testRelease } from './testing/release.ts';
import { refuseVersion } from './versions.ts';

const key = testKey();

let folder: string;
let server: Server;
let offer: OfferedRelease | null;
let updates: DesktopUpdates | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-updates-'));
  offer = null;
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(offer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  updates?.stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the updates of a desktop that runs version 0.2.0. Returns the version they make available. */
async function availableTo(keys: readonly string[] = [key.publicKey]): Promise<string> {
  updates?.stop();
  updates = openDesktopUpdates({
    folder,
    running: '0.2.0',
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    shell: '0.1.0',
    node: '24.0.0',
    token: () => Promise.resolve('x'.repeat(43)),
    notify: () => undefined,
    restart: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
  await updates.check();
  return updates.state().availableVersion;
}

describe('a release of the server', () => {
  it('is available when it is newer, or older and meant to replace this version', async () => {
    ({ offer } = testRelease(key, '0.3.0'));
    expect(await availableTo()).toBe('0.3.0');
    for (const version of ['0.2.0', '0.1.0']) {
      ({ offer } = testRelease(key, version));
      expect(await availableTo(), version).toBe('');
    }
    offer = { ...testRelease(key, '0.1.0').offer, rollback: true };
    expect(await availableTo()).toBe('0.1.0');
  });

  it('is not available to a desktop that trusts no key, or on which the version did not run', async () => {
    ({ offer } = testRelease(key, '0.3.0'));
    expect(await availableTo([])).toBe('');
    refuseVersion(folder, '0.3.0');
    expect(await availableTo()).toBe('');
    expect(() => updates!.begin()).toThrow(expect.objectContaining({ code: 'noUpdate' }));
  });
});
