/**
 * The packages of the committed lock file, installed under the Node that will run them: npm picks versions and platform
 * packages by the Node it runs on.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { sayWaiting, step } from './progress.mjs';
import { CACHE, ROOT, environmentFor, npmUnder, runQuietly } from './run.mjs';
import { explain } from './trouble.mjs';

const STAMP = join(ROOT, 'node_modules', '.holdfast.json');

/**
 * Installs the packages of the lock file, unless that was done already for this lock file and this Node.
 *
 * @param {{ node: string, version: string }} toolchain
 */
export async function ensureDependencies(toolchain) {
  const wanted = stampFor(toolchain.version);
  if (currentStamp() === wanted) return;
  await withLock(
    join(CACHE, 'dependencies.lock'),
    async () => {
      if (currentStamp() === wanted) return;
      await step('Installing dependencies', () => install(toolchain.node));
      writeFileSync(STAMP, wanted);
    },
    sayWaiting,
  );
}

/** @param {string} node path of the Node binary. */
async function install(node) {
  const npm = npmUnder(node);
  // --no-save leaves the committed lock file unchanged, even when the registry has further platforms.
  const args = [...npm.args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output, log } = await runQuietly('dependencies', npm.command, args, { env: environmentFor(node) });
  if (code !== 0) throw explain(output, 'npm could not install the dependencies.', log);
}

/** @param {string} version */
function stampFor(version) {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  return JSON.stringify({ lock, node: version, platform: `${process.platform}-${process.arch}` });
}

function currentStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}
