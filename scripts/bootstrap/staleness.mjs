/** Compares build results with the current sources, by content and not by date. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './run.mjs';

/**
 * One thing that is built.
 *
 * @typedef {object} Part
 * @property {string} title as the step shows it.
 * @property {string} entry the file without which there is nothing to build.
 * @property {string} output the folder that is made.
 * @property {string[]} sources files and folders it is made from.
 */

const PACKAGES = ['contract', 'core', 'sync', 'api', 'frx', 'host', 'demo', 'rfid'].map(
  (workspace) => `packages/${workspace}`,
);
const EVERYWHERE = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'scripts/bootstrap/staleness.mjs'];

/** @type {Record<'server' | 'agent' | 'web', Part>} */
export const parts = {
  server: {
    title: 'Building the server',
    entry: 'apps/server/src/main.ts',
    output: 'dist/server',
    sources: ['apps/server', ...PACKAGES, ...EVERYWHERE],
  },
  agent: {
    title: "Building the desktop's agent",
    entry: 'apps/desktop/src/agent/main.ts',
    output: 'dist/agent',
    sources: ['apps/desktop', ...PACKAGES, ...EVERYWHERE],
  },
  web: {
    title: 'Building the web application',
    entry: 'apps/web/index.html',
    output: 'dist/web',
    sources: ['apps/web', 'packages/contract', 'packages/rfid', ...EVERYWHERE],
  },
};

/** @param {Part} part */
export function canBeBuilt(part) {
  return existsSync(join(ROOT, part.entry));
}

/** @param {Part} part */
export function isStale(part) {
  try {
    return readFileSync(stampOf(part), 'utf8') !== digest(part) || !existsSync(join(ROOT, part.output));
  } catch {
    return true;
  }
}

/**
 * Stores that a part was built from sources with a given digest.
 *
 * @param {Part} part
 * @param {string} built the digest computed before building, so that an edit during the build counts as new.
 */
export function markBuilt(part, built) {
  const stamp = stampOf(part);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, built);
}

/**
 * @param {Part} part
 * @returns {string} SHA-256 over the names and contents of everything the part is made from.
 */
export function digest(part) {
  const hash = createHash('sha256');
  for (const source of part.sources) {
    for (const file of filesBelow(join(ROOT, source))) {
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** @param {Part} part */
function stampOf(part) {
  return join(ROOT, `${part.output}.stamp`);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name))
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)));
}
