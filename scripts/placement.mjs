/**
 * Checks the placement of statements and handlers (CONTRIBUTING.md): a module that declares handlers holds no statement, handlers that share a
 * module are declared by one module of the contract, and in `packages/device` statements stand in the modules named below alone.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './bootstrap/run.mjs';

/** Folders with handlers. */
const FEATURES = ['packages/core/src', 'packages/device/src', 'apps/desktop/src'];

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
  const code = source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
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

/** @returns {Misplaced[]} in all modules with handlers */
export function checkPlacement() {
  const moduleOf = contractModules();
  return FEATURES.flatMap((folder) => sourcesBelow(join(ROOT, folder))).flatMap((path) =>
    misplacedIn(relative(ROOT, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'), moduleOf),
  );
}

/** @param {string} folder */
function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|[/\\])testing[/\\]/.test(file))
    .map((file) => join(folder, file));
}
