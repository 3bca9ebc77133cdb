/**
 * Tasks of this checkout. Each entry is a script of package.json of the same name; `node scripts/holdfast.mjs`
 * prints the list. A task is a file run under the project's own Node, with the arguments of the command line behind its own.
 *
 * @typedef {object} Task
 * @property {string} about one sentence for the list.
 * @property {string} file path from the root.
 * @property {string[]} [args]
 * @property {string[]} [nodeOptions]
 * @property {Record<string, string>} [environment] variables set unless the caller has set them.
 * @property {('server' | 'agent' | 'web')[]} [build] parts of dist that are needed.
 */

/**
 * With much memory in the machine V8 lets the heap grow to several times what is in use before it collects it. Source maps are not
 * turned on: they keep more than 100 MB of the programs' maps in memory, and the bundles are readable as they are.
 */
const LEAN = ['--max-semi-space-size=16', '--heap-growing-percent=20'];
/** A desktop serves one person beside other programs: of its young generation more is saved than a server can spare. */
const LEANER = ['--max-semi-space-size=8', '--heap-growing-percent=20'];
/**
 * The memory allocator of Linux's C library keeps what threads gave back in up to eight stores for each processor, and threads that draw
 * pictures or read spreadsheets leave much behind in each.
 */
const ONE_STORE = { MALLOC_ARENA_MAX: '1' };

/** @type {Record<string, Task>} */
export const tasks = {
  start: {
    about: 'Starts Holdfast: builds what is stale, then serves the API and the web application.',
    file: 'dist/server/main.js',
    nodeOptions: LEAN,
    environment: ONE_STORE,
    build: ['server', 'web'],
  },
  agent: {
    about: "Starts the desktop's local agent (-- --server <address> on the first start).",
    file: 'dist/agent/main.js',
    nodeOptions: LEANER,
    environment: ONE_STORE,
    build: ['agent', 'web'],
  },
  dev: {
    about: 'Starts the server from its sources and the web application with hot reload.',
    file: 'scripts/dev.mjs',
  },
  build: {
    about: 'Builds server, agent and web application into dist when their sources changed (-- --force: always).',
    file: 'scripts/build.mjs',
  },
  user: {
    about: 'Manages users from the command line, the first administrator among them (-- --help explains).',
    file: 'apps/server/src/cli.ts',
    args: ['user'],
  },
  scrub: {
    about: 'Compares every photo and file with its hash (-- --from <backup> takes damaged ones from a backup).',
    file: 'apps/server/src/cli.ts',
    args: ['scrub'],
  },
  audit: {
    about: 'Verifies the audit log (-- verify).',
    file: 'apps/server/src/cli.ts',
    args: ['audit'],
  },
  backup: {
    about: 'Writes database and files into one backup (-- <folder>).',
    file: 'apps/server/src/cli.ts',
    args: ['backup'],
  },
  restore: {
    about: 'Restores a backup into an empty data folder (-- <folder>).',
    file: 'apps/server/src/cli.ts',
    args: ['restore'],
  },
  promotion: {
    about: 'Says what a change of the primary of PostgreSQL loses (-- planned: nothing, -- lossy: perhaps something).',
    file: 'apps/server/src/cli.ts',
    args: ['promotion'],
  },
  test: {
    about: 'Runs every suite: lint, unit, build, e2e, acceptance.',
    file: 'scripts/test.mjs',
  },
  lint: {
    about: 'Checks rules, format, types, and who imports whom.',
    file: 'scripts/checks/lint.mjs',
  },
  format: {
    about: 'Formats every file.',
    file: 'scripts/checks/format.mjs',
  },
  types: {
    about: 'Checks the types of every workspace (-- <workspace> …: of these).',
    file: 'scripts/checks/types.mjs',
  },
  unit: {
    about: 'Runs the tests beside the source, on SQLite and PostgreSQL (-- <file or folder> …: these).',
    file: 'scripts/suites/unit.mjs',
  },
  e2e: {
    about: 'Runs the journeys in a browser (-- <file> …: these).',
    file: 'scripts/suites/e2e.mjs',
  },
  window: {
    about: "Runs the journeys in the desktop's own window, on Linux; needs Rust (-- <file> …: these).",
    file: 'scripts/window/window.mjs',
  },
  package: {
    about: "Makes the desktop's installer for Debian and its kin (-- --keys <public keys of releases>).",
    file: 'scripts/packaging/package.mjs',
  },
  sbom: {
    about: 'Writes the software bill of materials into dist.',
    file: 'scripts/packaging/sbom.mjs',
  },
  advisories: {
    about: 'Asks the npm registry for known vulnerabilities of the packages, and records its answer.',
    file: 'scripts/checks/advisories.mjs',
  },
  contract: {
    about: 'Calls a demo server with generated input and holds its answers against /openapi.json; needs Schemathesis.',
    file: 'scripts/suites/contract.mjs',
  },
  acceptance: {
    about: 'Says which statement of docs/acceptance.md is proved by which test, and which is open.',
    file: 'scripts/suites/acceptance.mjs',
  },
  gallery: {
    about: 'Photographs every screen into the folder gallery.',
    file: 'scripts/suites/e2e.mjs',
    args: ['--config', 'tests/e2e/gallery.config.ts'],
    build: ['server', 'web'],
  },
  faults: {
    about: 'Kills servers and desktops, cuts lines and fills disks while people work (-- --rounds, --engine, --seed).',
    file: 'tests/faults/main.ts',
    build: ['server', 'agent'],
  },
  'faults:desktop': {
    about: 'Kills the desktop part by part in its own window, also during updates; needs Rust (-- --rounds, --seed).',
    file: 'scripts/window/inWindow.mjs',
    args: ['tests/faults/desktop/main.ts'],
  },
  fuzz: {
    about: 'Throws random input at the report engine and its readers (-- --cases 1000000 --seed 1 --only RTF).',
    file: 'packages/frx/src/testing/fuzz/main.ts',
  },
  mutants: {
    about:
      'Plants small faults at random and lists those that no test finds (-- <file, folder or package> …, --minutes, --seed).',
    file: 'scripts/mutants/main.mjs',
  },
  bench: {
    about: 'Measures the server against bare peers.',
    file: 'tests/bench/main.ts',
  },
  'bench:sync': {
    about: 'Measures synchronisation against the least that copying costs, and what others cost a company.',
    file: 'tests/bench/sync/main.ts',
  },
  'bench:reports': {
    about: 'Measures printing a long report with photos beside the engine alone.',
    file: 'tests/bench/reports.ts',
    build: ['server'],
  },
  'bench:desktop': {
    about: 'Measures the desktop in its own window: start, memory, processor, 1,000 reads a second; needs Rust.',
    file: 'scripts/window/inWindow.mjs',
    args: ['tests/bench/desktop/main.ts'],
  },
  corpus: {
    about: 'Compares report templates with the reference engine (-- --update shortens the list of known differences).',
    file: 'packages/frx/src/testing/corpus/main.ts',
  },
  'bench:frx': {
    about: 'Measures the report engine on the reference templates.',
    file: 'packages/frx/bench/main.ts',
  },
  release: {
    about:
      'Makes and signs a release of the desktop (-- <version> [--server <address>]; -- key: the key to sign with).',
    file: 'scripts/packaging/release.ts',
  },
  routes: {
    about: "Writes the client's table of addresses from the contract.",
    file: 'scripts/generate/routes.ts',
  },
  documents: {
    about: 'Writes the pages of docs that follow from the code: problems and configuration.',
    file: 'scripts/generate/documents.ts',
  },
};
