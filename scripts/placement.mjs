/**
 * Checks the placement of statements and handlers in core (CONTRIBUTING.md): a module that declares handlers holds no statement, and handlers that share a
 * module are declared by one module of the contract.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './bootstrap/run.mjs';

/** Folder of the features. */
const FEATURES = 'packages/core/src';

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
  if (operations.length === 0) return [];
  /** @type {Misplaced[]} */
  const found = [];
  for (const { index } of code.matchAll(STATEMENT))
    found.push({ file, line: code.slice(0, index).split('\n').length, what: 'a statement beside a handler' });
  const modules = new Set(operations.flatMap((operation) => moduleOf(operation) ?? []));
  if (modules.size > 1)
    found.push({ file, line: 1, what: `handlers of several modules of the contract: ${[...modules].join(', ')}` });
  return found;
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
  return sourcesBelow(join(ROOT, FEATURES)).flatMap((path) =>
    misplacedIn(relative(ROOT, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'), moduleOf),
  );
}

/** @param {string} folder */
function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|[/\\])testing[/\\]/.test(file))
    .map((file) => join(folder, file));
}
