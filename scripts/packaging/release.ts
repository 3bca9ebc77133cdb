/**
 * Builds, signs and uploads a release of the desktop (docs/updates.md):
 *
 *     npm run release -- key                      creates the key that signs releases, once, and prints its public half
 *     npm run release -- 1.4.0                    builds and signs into dist/releases
 *     npm run release -- 1.4.0 --server <address> also uploads it; the administrator's address and password are in
 *                                                 HOLDFAST_RELEASE_EMAIL and HOLDFAST_RELEASE_PASSWORD
 *     --rollback                                  allows it to replace a newer version
 *     --shell <version>, --node <version>         the least installation it needs
 */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ReleaseVersion } from '../../packages/contract/src/index.ts';
import { createClient } from '../../packages/contract/src/client/index.ts';
import { packRelease, publicKeyOf } from '../../packages/host/src/index.ts';
import { ROOT } from '../bootstrap/run.mjs';

const KEY_FILE = process.env['HOLDFAST_RELEASE_KEY'] ?? join(homedir(), '.config', 'holdfast', 'release-key.pem');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    rollback: { type: 'boolean', default: false },
    shell: { type: 'string', default: '0.1.0' },
    node: { type: 'string', default: '24.0.0' },
  },
});

try {
  await main(positionals[0]);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function main(what: string | undefined): Promise<void> {
  if (what === 'key') {
    console.log(publicKeyOf(makeKey()));
    return;
  }
  if (!ReleaseVersion.safeParse(what).success || what === undefined)
    throw new Error('Say which version to release, as in: npm run release -- 1.4.0');
  const file = make(what);
  if (values.server !== undefined) await upload(file, values.server);
}

/** Returns the private key, which is created at first use. */
function makeKey(): string {
  if (existsSync(KEY_FILE)) return readFileSync(KEY_FILE, 'utf8');
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  mkdirSync(dirname(KEY_FILE), { recursive: true, mode: 0o700 });
  writeFileSync(KEY_FILE, key, { mode: 0o600, flag: 'wx' });
  console.error(
    `The private key is ${KEY_FILE}. Keep a copy in a safe place: devices take releases signed with it alone.`,
  );
  return key;
}

/** Builds, packs and signs. @returns the file it made */
function make(version: string): string {
  if (!existsSync(KEY_FILE)) throw new Error(`There is no key in ${KEY_FILE}. Make one: npm run release -- key`);
  const build = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--force', 'agent', 'web'], {
    stdio: 'inherit',
    env: { ...process.env, HOLDFAST_BUILD_VERSION: version },
  });
  // The build contains the version of the release, so that the next start has to build its own.
  for (const part of ['agent', 'web']) rmSync(join(ROOT, `dist/${part}.stamp`), { force: true });
  if (build.status !== 0) throw new Error('The build failed.');
  const files = ['agent', 'web'].flatMap((part) => filesOf(part));
  // Without it Node would treat the programs as CommonJS.
  files.push({ path: 'agent/package.json', content: Buffer.from('{"type":"module"}') });
  const pack = packRelease(
    {
      version,
      rollback: values.rollback,
      minimumShell: values.shell,
      minimumNode: values.node,
      createdAt: new Date().toISOString(),
    },
    files,
    readFileSync(KEY_FILE, 'utf8'),
  );
  const file = join(ROOT, 'dist', 'releases', `holdfast-${version}.pack`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, pack);
  console.log(`${file}: ${files.length} files, ${(pack.length / 1e6).toFixed(1)} MB`);
  return file;
}

function filesOf(part: string): { path: string; content: Buffer }[] {
  const folder = join(ROOT, 'dist', part);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:map|br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({
      path: `${part}${path.slice(folder.length).replaceAll('\\', '/')}`,
      content: readFileSync(path),
    }))
    .filter(({ path }) => path !== 'agent/package.json');
}

async function upload(file: string, server: string): Promise<void> {
  const host = new URL(server).origin;
  const email = process.env['HOLDFAST_RELEASE_EMAIL'] ?? '';
  const password = process.env['HOLDFAST_RELEASE_PASSWORD'] ?? '';
  const anonymous = createClient({
    host,
    fetch: (url, { method, headers, body = null }) => fetch(url, { method, headers, body }),
    token: () => null,
  });
  const { details } = await anonymous('signIn', { email, password });
  if (details === null) throw new Error('The server did not take the address and password of the administrator.');
  const answer = await fetch(`${host}/ext/admin/releases`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${details.token}`, 'content-type': 'application/octet-stream' },
    body: readFileSync(file),
  });
  if (!answer.ok) throw new Error(`The server refused the release: ${answer.status} ${await answer.text()}`);
  console.log(`Published on ${host}. It is offered to no device before it is staged.`);
}
