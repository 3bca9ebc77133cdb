/** Builds the desktop's window (apps/shell), which needs Rust and the headers of the system's web view. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { installWithApt } from '../bootstrap/apt.mjs';
import { CACHE, ROOT } from '../bootstrap/run.mjs';

/**
 * Builds the window.
 *
 * @returns {{ program: string } | { missing: string }} path of the program, or the missing requirement of the machine.
 */
export function buildShell() {
  if (!runs('cargo')) return { missing: 'Rust is not installed (https://rustup.rs)' };
  if (process.platform === 'linux') {
    const missing = installMissing({ 'pkg-config': 'pkg-config' });
    if (missing !== null) return { missing };
    const hasHeaders = () => spawnSync('pkg-config', ['--exists', 'webkit2gtk-4.1']).status === 0;
    if (!hasHeaders() && !(installWithApt('libwebkit2gtk-4.1-dev') && hasHeaders()))
      return { missing: 'the package libwebkit2gtk-4.1-dev is not installed' };
  }
  buildPages(join(ROOT, 'apps', 'shell', 'ui'));
  const target = process.env['CARGO_TARGET_DIR'] ?? join(CACHE, 'shell');
  const { status } = spawnSync('cargo', ['build', '--release', '--locked'], {
    cwd: join(ROOT, 'apps', 'shell'),
    stdio: 'inherit',
    env: { ...process.env, CARGO_TARGET_DIR: target },
  });
  if (status !== 0) throw new Error('The window could not be built.');
  return { program: join(target, 'release', process.platform === 'win32' ? 'holdfast.exe' : 'holdfast') };
}

/**
 * Bundles the scripts of the window's own pages. An unchanged script is not written, because each change compiles the window again.
 *
 * @param {string} folder of the pages.
 */
function buildPages(folder) {
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, 'server.js')],
    outdir: join(folder, 'built'),
    bundle: true,
    minify: true,
    write: false,
    target: 'safari16',
    logLevel: 'error',
  });
  mkdirSync(join(folder, 'built'), { recursive: true });
  for (const { path, text } of outputFiles)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/**
 * Installs the packages of missing programs where that is possible.
 *
 * @param {Record<string, string>} packages names of packages by the program they contain.
 * @returns {string | null} the missing programs as text.
 */
export function installMissing(packages) {
  for (const [program, name] of Object.entries(packages)) {
    if (runs(program) || (installWithApt(name) && runs(program))) continue;
    return `the program ${program} is not installed (package ${name})`;
  }
  return null;
}

/** @param {string} program */
function runs(program) {
  return spawnSync(program, ['--version']).error === undefined;
}
