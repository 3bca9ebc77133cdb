/** Writes the software bill of materials of server and desktop: `npm run sbom`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmUnder, ROOT } from '../bootstrap/run.mjs';

/** @typedef {{ components: { 'bom-ref': string }[], dependencies: { ref: string, dependsOn: string[] }[] }} Bill */

/**
 * Creates the bill of materials from the lock file, without the network: every npm package with which Holdfast runs, with version, licence
 * and hash. npm's own option to omit packages of development would also omit packages that both need, so that all are listed and filtered
 * here.
 *
 * @returns {string} CycloneDX as JSON.
 */
export function billOfMaterials() {
  const npm = npmUnder(process.execPath);
  const args = [...npm.args, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  const { status, stdout, stderr } = spawnSync(npm.command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm could not write the bill of materials:\n${stderr}`);
  /** @type {Bill} */
  const bill = JSON.parse(stdout);
  const used = packagesInUse();
  const isUsed = (/** @type {string} */ ref) => used.has(ref.replace(/\|.*$/, ''));
  bill.components = bill.components.filter((component) => isUsed(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isUsed(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isUsed) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** @returns {Set<string>} name and version of every package of the lock file that is not used for development alone, joined by `@`. */
function packagesInUse() {
  /** @type {{ packages: Record<string, { version?: string, dev?: boolean, name?: string }> }} */
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return new Set(
    Object.entries(lock.packages)
      .filter(([path, { dev }]) => dev !== true && path !== 'tests')
      .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
  );
}

/** Writes the bill of materials into dist. @returns {string} its path. */
export function writeBillOfMaterials() {
  const file = join(ROOT, 'dist', 'sbom.cdx.json');
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(file, billOfMaterials());
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(writeBillOfMaterials());
