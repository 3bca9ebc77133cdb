/**
 * Builds the desktop's package for Debian and its derivatives (docs/desktop.md, "Installers"): `npm run package -- --keys <public keys of
 * releases>`.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { writeBillOfMaterials } from './sbom.mjs';
import { makeInstallation } from './installation.mjs';
import { buildShell } from './shell.mjs';

/** Required programs and libraries of the system. `zenity` shows the dialogs for choosing files. */
const DEPENDS = ['libwebkit2gtk-4.1-0', 'libgtk-3-0', 'libstdc++6', 'xdg-utils', 'zenity | kdialog'];
const ICON_SIZES = [32, 128, 256];

const { values } = parseArgs({ options: { keys: { type: 'string', default: '' } } });
try {
  console.log(make(values.keys));
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}

/**
 * @param {string} keys
 * @returns {string} the path and the sizes of the package.
 */
function make(keys) {
  const shell = buildShell();
  if ('missing' in shell) throw new Error(`The package cannot be made: ${shell.missing}.`);
  run(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), 'agent', 'web']);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const architecture = run('dpkg', ['--print-architecture']).trim();
  const root = join(CACHE, 'package');
  rmSync(root, { recursive: true, force: true });
  fill(root, shell.program, keys);
  const size = Math.ceil(bytesBelow(root) / 1024);
  mkdirSync(join(root, 'DEBIAN'), { mode: 0o755 });
  writeFileSync(join(root, 'DEBIAN', 'control'), control(version, architecture, size));
  const file = join(ROOT, 'dist', `holdfast_${version}_${architecture}.deb`);
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z12', '--build', root, file]);
  rmSync(root, { recursive: true, force: true });
  writeBillOfMaterials();
  return `${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, ${(size / 1024).toFixed(0)} MiB installed`;
}

/**
 * Copies every file to its installed location.
 *
 * @param {string} root
 * @param {string} program
 * @param {string} keys
 */
function fill(root, program, keys) {
  const own = join(root, 'usr', 'lib', 'holdfast');
  mkdirSync(own, { recursive: true });
  copyFileSync(program, join(own, 'holdfast'));
  makeInstallation(join(own, 'installation'), keys);
  mkdirSync(join(root, 'usr', 'bin'));
  symlinkSync('../lib/holdfast/holdfast', join(root, 'usr', 'bin', 'holdfast'));
  for (const size of ICON_SIZES) {
    const folder = join(root, 'usr', 'share', 'icons', 'hicolor', `${size}x${size}`, 'apps');
    mkdirSync(folder, { recursive: true });
    cpSync(join(ROOT, 'apps', 'shell', 'icons', `${size}x${size}.png`), join(folder, 'holdfast.png'));
  }
  const menu = join(root, 'usr', 'share', 'applications');
  mkdirSync(menu, { recursive: true });
  writeFileSync(join(menu, 'holdfast.desktop'), entry());
}

/** Returns the entry of the application menu. */
function entry() {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Holdfast',
    'Comment=Inspections of rigs, platforms and vessels',
    'Exec=holdfast',
    'Icon=holdfast',
    'Categories=Office;',
    'StartupWMClass=holdfast',
    'Terminal=false',
    '',
  ].join('\n');
}

/**
 * @param {string} version
 * @param {string} architecture
 * @param {number} size KiB.
 */
function control(version, architecture, size) {
  return [
    'Package: holdfast',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Holdfast <holdfast@localhost.localdomain>',
    `Installed-Size: ${size}`,
    `Depends: ${DEPENDS.join(', ')}`,
    'Section: office',
    'Priority: optional',
    'Description: Inspections of rigs, platforms and vessels',
    ' Records the condition of items with answers, notes, photos and files,',
    ' without a network too, and synchronises with a Holdfast server.',
    '',
  ].join('\n');
}

/** @param {string} folder */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {string} its output.
 */
function run(program, args) {
  const { status, stdout, error } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} failed${error === undefined ? '' : `: ${error.message}`}.`);
  return stdout;
}
