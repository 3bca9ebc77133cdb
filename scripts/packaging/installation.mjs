/**
 * Assembles the files installed with the desktop's window: Node, the agent, the web application, and the packages that the agent loads at
 * run time (docs/desktop.md, "Installers").
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** Packages that are not bundled with the agent (scripts/build.mjs) and that it uses. */
const PACKAGES = [
  '@napi-rs/canvas',
  '@napi-rs/keyring',
  '@node-rs/argon2',
  'better-sqlite3',
  'pdfkit',
  'serialport',
  'sharp',
  'swagger-ui-dist',
];

/** Files of packages that are not read by any program. */
const USELESS = /\.(map|md|d\.[cm]?ts)$/;
/** Sources of native parts, whose binaries are installed. */
const NATIVE_SOURCES = ['better-sqlite3/deps', 'better-sqlite3/src', 'sharp/src'].map((path) =>
  join(ROOT, 'node_modules', path),
);

/**
 * @param {string} folder its target, which is created again.
 * @param {string} [keys] public keys with which releases may be signed, separated by commas.
 */
export function makeInstallation(folder, keys = '') {
  const fresh = `${folder}.new-${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(join(fresh, 'bin'), { recursive: true });
  const node = join(fresh, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  for (const part of ['agent', 'web'])
    cpSync(join(ROOT, 'dist', part), join(fresh, part), {
      recursive: true,
      filter: (path) => !/\.(?:map|br|gz)$/.test(path),
    });
  // Without it Node would treat the programs as CommonJS.
  writeFileSync(join(fresh, 'agent', 'package.json'), '{"type":"module"}\n');
  writeFileSync(join(fresh, 'keys'), `${keys}\n`);
  for (const source of packagesOf(PACKAGES)) copyPackage(source, join(fresh, relative(ROOT, source)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/**
 * @param {readonly string[]} names
 * @returns {Set<string>} folders of the packages and of all they need; packages that npm did not install here, such as binaries of other systems, are
 * omitted.
 */
function packagesOf(names) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ name, /** @type {string} */ from) => {
    const folder = folderOf(name, from);
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, folder);
  };
  for (const name of names) visit(name, ROOT);
  return found;
}

/**
 * @param {string} name
 * @param {string} from
 */
function folderOf(name, from) {
  const folders = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

/**
 * @param {string} source
 * @param {string} target
 */
function copyPackage(source, target) {
  mkdirSync(dirname(target), { recursive: true });
  // Nested packages are copied separately, if they are needed.
  const inner = join(source, 'node_modules');
  cpSync(source, target, {
    recursive: true,
    filter: (path) => path !== inner && !USELESS.test(path) && !NATIVE_SOURCES.includes(path),
  });
}
