/**
 * Checks the placement of statements and handlers (CONTRIBUTING.md): a module that declares handlers holds no statement, handlers that share a
 * module are declared by one module of the contract, in `packages/device` statements stand in the modules named below alone, and so do the uses of
 * uncompiled SQL and of each cache of rows.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** Folders with handlers. */
const FEATURES = ['packages/core/src', 'packages/device/src', 'apps/desktop/src'];

/** Folders of everything that runs over a database. */
const PRODUCT = [
  'packages/sync/src',
  'packages/core/src',
  'packages/device/src',
  'packages/host/src',
  'packages/api/src',
  'apps/server/src',
  'apps/desktop/src',
];

/** Calls that only some modules may make (docs/decisions/0016-one-way-to-sql-one-cache-of-rows.md). */
const RESERVED = [
  {
    call: /\bCompiledQuery\.raw\(/g,
    modules: [
      'packages/sync/src/stores/kysely.ts',
      'packages/core/src/db/scoped.ts',
      'apps/server/src/printing/queue.ts',
    ],
    what: 'SQL as text: build it with Kysely',
  },
  {
    call: /(?<!function )\brememberingStore\(/g,
    modules: ['packages/core/src/runWrite.ts'],
    what: 'a second cache of rows: a save has that of runWrite.ts',
  },
  {
    call: /(?<!function )\bgatheringStore\(/g,
    modules: ['packages/sync/src/server/push.ts'],
    what: 'a second cache of rows: a push has that of push.ts',
  },
  {
    call: /(?<!function )\bopenReplica\(/g,
    modules: ['outbox', 'stage', 'reset', 'repair'].map((name) => `packages/sync/src/device/${name}.ts`),
    what: 'a second cache of rows: a device receives through its replica',
  },
];

/** The modules of a folder that alone hold its statements. */
const STATEMENT_MODULES = new Map([['packages/device/src/', new Set(['queries.ts', 'blobQueue.ts', 'facts.ts'])]]);

const HANDLER = /(?<![\w.])(?:deviceHandler|handler)\(\s*(?:contract\.)?(\w+)/g;
const STATEMENT = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|from|fromWithDeleted)\(\s*'|\bsql`|\bsql\.raw\(/g;

/**
 * @typedef {object} Misplaced
 * @property {string} file path from the root of the repository
 * @property {number} line counted from 1
 * @property {string} what
 */

/**
 * @param {string} file
 * @param {string} source
 * @param {(operation: string) => string | undefined} moduleOf module of the contract that declares an operation
 * @returns {Misplaced[]}
 */
export function misplacedIn(file, source, moduleOf) {
  const code = withoutComments(source);
  const operations = [...code.matchAll(HANDLER)].map((match) => match[1] ?? '');
  const reason = operations.length > 0 ? 'a statement beside a handler' : outside(file);
  /** @type {Misplaced[]} */
  const found = [];
  if (reason !== undefined)
    for (const { index } of code.matchAll(STATEMENT))
      found.push({ file, line: code.slice(0, index).split('\n').length, what: reason });
  const modules = new Set(operations.flatMap((operation) => moduleOf(operation) ?? []));
  if (modules.size > 1)
    found.push({ file, line: 1, what: `handlers of several modules of the contract: ${[...modules].join(', ')}` });
  return found;
}

/**
 * @param {string} file
 * @returns {string | undefined} why the file may hold no statement, undefined when it may
 */
function outside(file) {
  for (const [folder, modules] of STATEMENT_MODULES)
    if (file.startsWith(folder) && !modules.has(file.slice(folder.length)))
      return `a statement outside of ${[...modules].join(', ')}`;
  return undefined;
}

/** @returns {(operation: string) => string | undefined} */
function contractModules() {
  const folder = join(ROOT, 'packages/contract/src');
  /** @type {Map<string, string>} */
  const modules = new Map();
  for (const path of sourcesBelow(folder))
    for (const [, operation] of readFileSync(path, 'utf8').matchAll(/^export const (\w+) = operation\(/gm))
      modules.set(operation ?? '', relative(folder, path).replaceAll('\\', '/'));
  return (operation) => modules.get(operation.replace(/Contract$/, ''));
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Misplaced[]} calls that are reserved for other modules
 */
export function reservedIn(file, source) {
  const code = withoutComments(source);
  return RESERVED.filter(({ modules }) => !modules.includes(file)).flatMap(({ call, what }) =>
    [...code.matchAll(call)].map(({ index }) => ({ file, line: code.slice(0, index).split('\n').length, what })),
  );
}

/** @param {string} source */
function withoutComments(source) {
  return source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** @returns {Misplaced[]} in the product */
export function checkPlacement() {
  const moduleOf = contractModules();
  return [
    ...sources(FEATURES).flatMap(({ file, source }) => misplacedIn(file, source, moduleOf)),
    ...sources(PRODUCT).flatMap(({ file, source }) => reservedIn(file, source)),
  ];
}

/**
 * @param {readonly string[]} folders
 * @returns {{ file: string, source: string }[]} modules of the product in them, with their paths from the root of the repository
 */
function sources(folders) {
  return folders
    .flatMap((folder) => sourcesBelow(join(ROOT, folder)))
    .map((path) => ({ file: relative(ROOT, path).replaceAll('\\', '/'), source: readFileSync(path, 'utf8') }));
}

/** @param {string} folder */
function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|[/\\])testing[/\\]/.test(file))
    .map((file) => join(folder, file));
}
