#!/usr/bin/env node
/**
 * Packs the report engine for other projects: JavaScript for Node 22 and later, a worker for browsers, fonts, README and command line, as a
 * file that npm installs. `node scripts/packaging/packFrx.mjs [folder]` writes it into a folder, by default `dist`, and prints its path.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FRX = fileURLToPath(new URL('../../packages/frx/', import.meta.url));

/** Modules for Node by the name of their built files. */
const MODULES = {
  index: join(FRX, 'src/index.ts'),
  node: join(FRX, 'src/node/index.ts'),
  'render.worker': join(FRX, 'src/node/render.worker.ts'),
  cli: join(FRX, 'src/cli.ts'),
};

const into = resolve(process.argv[2] ?? 'dist');
const stage = mkdtempSync(join(tmpdir(), 'frx-package-'));
try {
  // Two folders deep like the sources, because fonts are found relative to them.
  const outdir = join(stage, 'dist', 'lib');
  await build({
    entryPoints: MODULES,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    logLevel: 'error',
    plugins: [workerOfTheBuild()],
  });
  await build({
    entryPoints: { 'browser.worker': join(FRX, 'src/browser/print.worker.ts') },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
  });
  const { name, version, license = 'UNLICENSED', dependencies } = read(join(FRX, 'package.json'));
  const exports = {
    '.': './dist/lib/index.js',
    './node': './dist/lib/node.js',
    './browser-worker': './dist/lib/browser.worker.js',
  };
  const manifest = {
    name,
    version,
    license,
    description: 'Prints FastReport templates (.frx) as PDF, HTML, Excel, Word, CSV and pictures.',
    type: 'module',
    bin: { frx: './bin/frx.mjs' },
    exports,
    engines: { node: '>=22' },
    dependencies,
  };
  writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(join(FRX, 'README.md'), join(stage, 'README.md'));
  cpSync(join(FRX, 'fonts'), join(stage, 'fonts'), { recursive: true });
  mkdirSync(join(stage, 'bin'));
  writeFileSync(join(stage, 'bin', 'frx.mjs'), "#!/usr/bin/env node\nimport '../dist/lib/cli.js';\n", { mode: 0o755 });
  mkdirSync(into, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', into], { cwd: stage, encoding: 'utf8' });
  process.stdout.write(`${join(into, JSON.parse(packed)[0].filename)}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** @param {string} path */
function read(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Replaces the address of the worker module by that of its built file. @returns {import('esbuild').Plugin} */
function workerOfTheBuild() {
  return {
    name: 'worker of the build',
    setup(builder) {
      builder.onLoad({ filter: /[/\\]node[/\\]renderer\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace('./render.worker.ts', './render.worker.js'),
        loader: 'ts',
      }));
    },
  };
}
