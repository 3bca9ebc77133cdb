/**
 * Builds the server and the desktop's agent (esbuild) and the web application (Vite) into dist. Each part is built beside the current one and
 * replaces it when it is complete, so that a failed build leaves the current one unchanged and two builds do not mix.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { withLock } from './bootstrap/lock.mjs';
import { duration } from './bootstrap/progress.mjs';
import { CACHE, ROOT } from './bootstrap/run.mjs';
import { canBeBuilt, digest, isStale, markBuilt, parts } from './bootstrap/staleness.mjs';
import { writeCounts } from './suites/counts.mjs';

/** Packages that load a binary, or files of their own, from beside their code: they stay in node_modules. */
const EXTERNAL = [
  '@napi-rs/canvas',
  '@napi-rs/keyring',
  '@node-rs/argon2',
  'better-sqlite3',
  'pdfkit',
  'pg-native',
  'serialport',
  'sharp',
  'swagger-ui-dist',
];

/** CommonJS packages inside an ES module bundle still call `require` and read `__dirname`. */
const BANNER = [
  "import { createRequire as createRequireOfBundle } from 'node:module';",
  "import { dirname as dirnameOfBundle } from 'node:path';",
  "import { fileURLToPath as pathOfBundle } from 'node:url';",
  'const require = createRequireOfBundle(import.meta.url);',
  'const __filename = pathOfBundle(import.meta.url);',
  'const __dirname = dirnameOfBundle(__filename);',
].join('\n');

/** @type {Record<keyof typeof parts, (folder: string) => Promise<void>>} */
const builders = { server: buildServer, agent: buildAgent, web: buildWeb };

const args = process.argv.slice(2);
const force = args.includes('--force');
const asked = /** @type {(keyof typeof parts)[]} */ (args.filter((arg) => Object.hasOwn(parts, arg)));
const counts = { passed: 0, failed: 0, skipped: 0 };

for (const name of asked.length > 0 ? asked : /** @type {(keyof typeof parts)[]} */ (Object.keys(parts))) {
  await withLock(join(CACHE, 'build.lock'), () => buildPart(name));
}
writeCounts(args, counts);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** @param {keyof typeof parts} name */
async function buildPart(name) {
  const part = parts[name];
  if (!canBeBuilt(part)) {
    console.log(`${part.title}: skipped, there is no ${part.entry} yet.`);
    counts.skipped += 1;
    return;
  }
  if (!force && !isStale(part)) {
    console.log(`${part.title}: ${part.output} is up to date.`);
    counts.passed += 1;
    return;
  }
  const began = Date.now();
  const built = digest(part);
  const output = join(ROOT, part.output);
  const fresh = `${output}.new-${process.pid}`;
  const old = `${output}.old-${process.pid}`;
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  try {
    await builders[name](fresh);
    rmSync(old, { recursive: true, force: true });
    renameIfThere(output, old);
    renameSync(fresh, output);
    markBuilt(part, built);
    counts.passed += 1;
    console.log(`${part.title}: ${part.output}, ${duration(Date.now() - began)}.`);
  } catch (error) {
    counts.failed += 1;
    console.error(`${part.title} failed: ${/** @type {Error} */ (error).message}`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * The server and its command line.
 *
 * @param {string} folder
 */
function buildServer(folder) {
  return bundlePrograms(folder, ['apps/server/src/main.ts', 'apps/server/src/cli.ts'], parts.server.sources);
}

/** @param {string} folder */
async function buildAgent(folder) {
  await bundlePrograms(folder, ['apps/desktop/src/agent/main.ts'], parts.agent.sources);
  await bundleLauncher(folder);
}

/**
 * Bundles the launcher separately, without unused modules: it runs as long as the agent, so modules that it loads take memory twice.
 *
 * @param {string} folder
 */
async function bundleLauncher(folder) {
  const file = join(ROOT, 'apps/desktop/src/updates/launcher.ts');
  await bundle({ ...optionsOf(folder, [file]), splitting: false, plugins: [neighbours(folder), unusedModules()] });
}

/**
 * Omits modules of the repository that are not used, with the libraries they load.
 *
 * @returns {import('esbuild').Plugin}
 */
function unusedModules() {
  return {
    name: 'unused modules',
    setup(build) {
      build.onResolve({ filter: /^(@holdfast\/|\.)/ }, async ({ path, pluginData, ...asked }) => {
        if (pluginData === build) return undefined;
        const { importer, kind, namespace, resolveDir } = asked;
        const found = await build.resolve(path, { importer, kind, namespace, resolveDir, pluginData: build });
        return found.path.includes('node_modules') ? found : { ...found, sideEffects: false };
      });
    },
  };
}

/**
 * One bundle per program, and one for each worker thread they start (files named *.worker.ts, which are beside main.js in the output).
 *
 * @param {string} folder
 * @param {string[]} programs
 * @param {string[]} sources
 */
async function bundlePrograms(folder, programs, sources) {
  const workers = sources.flatMap((path) => workersBelow(path));
  await bundle(
    optionsOf(
      folder,
      [...programs, ...workers].map((file) => join(ROOT, file)),
    ),
  );
}

/**
 * @param {string} folder
 * @param {string[]} files
 * @returns {import('esbuild').BuildOptions}
 */
function optionsOf(folder, files) {
  return {
    entryPoints: files.map((file) => ({ in: file, out: basename(file, '.ts') })),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    splitting: true,
    define: versionOf(process.env['HOLDFAST_BUILD_VERSION']),
    sourcemap: true,
    external: EXTERNAL,
    banner: { js: BANNER },
    plugins: [neighbours(folder)],
    logLevel: 'error',
  };
}

/**
 * Returns the definition that replaces the version of the sources by that of a release.
 *
 * @param {string | undefined} version
 * @returns {Record<string, string>}
 */
function versionOf(version) {
  return version === undefined ? {} : { HOLDFAST_VERSION: JSON.stringify(version) };
}

/**
 * @param {string} path a file or folder, from the root.
 * @returns {string[]}
 */
function workersBelow(path) {
  if (!statSync(join(ROOT, path)).isDirectory()) return [];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.worker.ts') && !file.includes('node_modules'))
    .map((file) => join(path, file));
}

/**
 * Sources refer to neighbouring files as `new URL('../fonts/', import.meta.url)`, which are not beside a bundle. References to workers become
 * references to the bundle of the same name; other files are copied to the folder `assets` of the output.
 *
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function neighbours(folder) {
  const reference = /new URL\(\s*'(\.[^']+)'\s*,\s*import\.meta\.url\s*,?\s*\)/g;
  return {
    name: 'neighbours',
    setup(build) {
      build.onLoad({ filter: /[\\/](packages|apps)[\\/].+\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (path.includes('node_modules') || !text.includes('import.meta.url')) return undefined;
        const contents = text.replaceAll(reference, (whole, /** @type {string} */ target) => {
          const found = resolve(dirname(path), target);
          if (target.endsWith('.worker.ts')) return `new URL('./${basename(target, '.ts')}.js', import.meta.url)`;
          if (!existsSync(found)) return whole;
          const name = relative(ROOT, found).replaceAll(/[^\w.]+/g, '-');
          cpSync(found, join(folder, 'assets', name), { recursive: true });
          return `new URL('./assets/${name}${target.endsWith('/') ? '/' : ''}', import.meta.url)`;
        });
        return { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * Builds the web application. The modules of its first page are combined into one file, because the bundler would make fifty small files of them,
 * each with the cost of a request. A first pass finds these modules.
 *
 * @param {string} folder
 */
async function buildWeb(folder) {
  const { build } = await import('vite');
  const root = join(ROOT, 'apps', 'web');
  /** @type {import('vite').InlineConfig} */
  const config = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' };
  const trial = await build({ ...config, logLevel: 'error', build: { write: false, sourcemap: false } });
  const first = modulesOfFirstLoad(/** @type {import('vite').Rolldown.RolldownOutput} */ (trial).output);
  const built = await build({
    ...config,
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: (id) => first.has(id) }] } } },
    },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  await buildServiceWorker(join(root, 'src', 'serviceWorker', 'main.ts'), folder, shellFiles(output));
  await compressAssets(join(folder, 'assets'));
}

/**
 * Builds the service worker, which knows the files of this version.
 *
 * @param {string} entry
 * @param {string} folder
 * @param {string[]} files
 */
async function buildServiceWorker(entry, folder, files) {
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
  await bundle({
    entryPoints: [entry],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    define: { SHELL_FILES: JSON.stringify(files), SHELL_VERSION: JSON.stringify(version) },
  });
}

/**
 * Returns the addresses of the scripts and styles that pages of inspectors load. The administration needs the server, and fonts have substitutes.
 *
 * @param {import('vite').Rolldown.RolldownOutput['output']} output
 */
function shellFiles(output) {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  for (const { imports, dynamicImports } of loaded) {
    const later = dynamicImports.filter((name) => !chunks.get(name)?.moduleIds.some((id) => id.includes('/admin/')));
    for (const name of [...imports, ...later]) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) loaded.add(chunk);
    }
  }
  const page = output.find(({ fileName }) => fileName === 'index.html');
  const named = String(page?.type === 'asset' ? page.source : '').match(/assets\/[\w.~-]+/g) ?? [];
  const files = [...loaded].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
    ...(viteMetadata?.importedAssets ?? []),
  ]);
  const kept = [...files, ...named].filter((name) => !name.endsWith('.woff2'));
  return [...new Set(kept)].toSorted().map((name) => `/${name}`);
}

/**
 * Returns the ids of the modules that the entry of a bundle loads before it runs.
 *
 * @param {import('vite').Rolldown.RolldownOutput['output']} output
 */
function modulesOfFirstLoad(output) {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  // The iteration over a set includes entries that are added during it.
  for (const { imports } of loaded)
    for (const name of imports) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) loaded.add(chunk);
    }
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

/**
 * Writes the compressed forms of each text file beside it, at the highest level: a seventh smaller than compression at each request. Browsers accept
 * Brotli only over HTTPS.
 *
 * @param {string} folder
 */
async function compressAssets(folder) {
  const texts = readdirSync(folder).filter((name) => /\.(?:js|css|svg|wasm)$/.test(name));
  const compressed = texts.map(async (name) => {
    const content = readFileSync(join(folder, name));
    if (content.length < 1024) return;
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content));
    await writeFile(
      join(folder, `${name}.gz`),
      await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    );
  });
  await Promise.all(compressed);
}

/**
 * @param {string} from
 * @param {string} to
 */
function renameIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
}
