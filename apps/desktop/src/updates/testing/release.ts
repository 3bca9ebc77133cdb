/** Releases for tests: signed with a key of the test, with an agent of a few lines inside. */
import { generateKeyPairSync } from 'node:crypto';
import type { OfferedRelease, ReleaseManifest } from '@holdfast/contract';
import { packRelease, publicKeyOf, sha256Of } from '@holdfast/host';

/** A pair of keys. */
export interface TestKey {
  /** PEM. */
  privateKey: string;
  /** Raw, base64. */
  publicKey: string;
}

/** Makes a pair of keys. */
export function testKey(): TestKey {
  const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** Source of an agent that reports that it is ready, writes its name into the data folder, and ends on request. */
export const GOOD_AGENT = `
import { appendFileSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
const data = process.argv[2];
const version = basename(dirname(import.meta.dirname));
appendFileSync(join(data, 'started'), version + '\\n');
process.send({ type: 'ready' });
process.on('SIGTERM', () => process.exit(0));
setInterval(() => {
  if (existsSync(join(data, 'restart-' + version))) process.exit(75);
  if (existsSync(join(data, 'end'))) process.exit(0);
}, 20);
`;

/** An agent that changes the database and ends without having been ready. */
export const BROKEN_AGENT = `
import { appendFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
appendFileSync(join(process.argv[2], 'started'), basename(dirname(import.meta.dirname)) + '\\n');
writeFileSync(join(process.argv[2], 'device.db'), 'a newer shape');
process.exit(1);
`;

/** A release, and its description as the server sends it. */
export function testRelease(
  { privateKey }: TestKey,
  version: string,
  agent = GOOD_AGENT,
  about: Partial<ReleaseManifest> = {},
): { pack: Buffer; offer: OfferedRelease } {
  const pack = packRelease(
    {
      version,
      rollback: false,
      minimumShell: '0.1.0',
      minimumNode: '20.0.0',
      createdAt: '2026-11-23T00:00:00.000Z',
      ...about,
    },
    [
      { path: 'agent/main.js', content: Buffer.from(agent) },
      { path: 'agent/package.json', content: Buffer.from('{"type":"module"}') },
      { path: 'web/index.html', content: Buffer.from(`<!doctype html><title>${version}</title>`.repeat(2_000)) },
    ],
    privateKey,
  );
  return { pack, offer: { version, rollback: about.rollback ?? false, size: pack.length, sha256: sha256Of(pack) } };
}
