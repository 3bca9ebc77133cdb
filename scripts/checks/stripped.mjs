/**
 * Node runs the sources directly and replaces their types by spaces. The result has to be valid JavaScript, which neither the type checker nor the
 * tests check, because they parse TypeScript. For example, a method named `declare` after a modifier loses only its modifier.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../bootstrap/run.mjs';

/** Folders of sources that Node runs; the web application is always bundled. */
const FOLDERS = ['packages', 'apps/server', 'apps/desktop', 'tests'];

/**
 * @param {string} [root] the folder that holds packages.
 * @returns {string[]} what is wrong, by file.
 */
export function checkStripped(root = ROOT) {
  return FOLDERS.flatMap((folder) => sourcesBelow(join(root, folder))).flatMap((path) => {
    const problem = strippedProblem(readFileSync(path, 'utf8'));
    return problem === null ? [] : [`${relative(root, path)}: ${problem}`];
  });
}

/**
 * @param {string} source text of a TypeScript module.
 * @returns {string | null} why Node cannot run it; null: it can.
 */
export function strippedProblem(source) {
  try {
    const script = stripTypeScriptTypes(source);
    const [error] = parseSync('module.js', script, { sourceType: 'module' }).errors;
    return error === undefined ? null : `is no JavaScript without its types: ${error.message}`;
  } catch (error) {
    return `has types that Node cannot blank out: ${/** @type {Error} */ (error).message}`;
  }
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function sourcesBelow(path) {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !/(^|[/\\])node_modules[/\\]/.test(file))
    .map((file) => join(path, file));
}
