/**
 * Check that contract, sync, core and demo get the time and ids as arguments, so that a test, the demo and a device with a wrong clock behave alike.
 * Finds code that reads the clock or random numbers of the machine.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';
import { ROOT } from '../bootstrap/run.mjs';

/** The workspaces that hold to it. */
const PURE = ['contract', 'sync', 'core', 'demo'].map((workspace) => `packages/${workspace}/src`);

/** Members that must not be read, by object. */
const FORBIDDEN = /** @type {Record<string, string[]>} */ ({
  Date: ['now'],
  Math: ['random'],
  crypto: ['randomUUID', 'getRandomValues'],
  performance: ['now', 'timeOrigin'],
});

/**
 * @typedef {object} Impurity
 * @property {string} file
 * @property {number} line counted from 1.
 * @property {string} what such as "Date.now".
 */

/**
 * @param {string} [root] the folder that holds packages.
 * @returns {Impurity[]} every place in the pure workspaces, tests and testing folders excepted.
 */
export function checkPurity(root = ROOT) {
  return PURE.flatMap((folder) => sourcesBelow(join(root, folder))).flatMap((path) =>
    impuritiesOf(readFileSync(path, 'utf8')).map((found) => ({ file: relative(root, path), ...found })),
  );
}

/**
 * @param {string} source text of a TypeScript module.
 * @returns {Omit<Impurity, 'file'>[]}
 */
export function impuritiesOf(source) {
  // The parser counts positions across files: a first statement of our own marks where the text begins.
  const marked = Buffer.from(`0;\n${source}`);
  const tree = parseSync(marked.toString(), { syntax: 'typescript', tsx: false, target: 'es2024' });
  /** @type {Omit<Impurity, 'file'>[]} */
  const found = [];
  visit(tree, (node) => {
    for (const what of forbiddenIn(node)) {
      const before = marked.subarray(0, node.span.start - tree.span.start);
      found.push({ line: before.toString().split('\n').length - 1, what });
    }
  });
  return found;
}

/** @typedef {{ type: string, span: { start: number } } & Record<string, any>} Node */

/**
 * @param {unknown} value
 * @param {(node: Node) => void} look
 */
function visit(value, look) {
  if (Array.isArray(value)) {
    for (const entry of value) visit(entry, look);
  } else if (value !== null && typeof value === 'object') {
    if ('type' in value && 'span' in value) look(/** @type {Node} */ (value));
    for (const entry of Object.values(value)) visit(entry, look);
  }
}

/**
 * @param {Node} node
 * @returns {string[]}
 */
function forbiddenIn(node) {
  if (node.type === 'MemberExpression') {
    const object = nameOf(node['object']);
    const property = nameOf(node);
    return object && property && FORBIDDEN[object]?.includes(property) ? [`${object}.${property}`] : [];
  }
  if (node.type === 'VariableDeclarator' && node['id'].type === 'ObjectPattern') {
    const object = nameOf(node['init']);
    const keys = node['id'].properties.map((/** @type {Node} */ property) => nameOf(property['key']));
    return object
      ? keys
          .filter((/** @type {string} */ key) => FORBIDDEN[object]?.includes(key))
          .map((/** @type {string} */ key) => `${object}.${key}`)
      : [];
  }
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Date' && (node['arguments'] ?? []).length === 0) {
    return ['new Date()'];
  }
  if (node.type === 'CallExpression' && nameOf(node['callee']) === 'Date') return ['Date()'];
  return [];
}

/**
 * @param {Node | undefined} node
 * @returns {string | undefined} the last name of `a`, `x.a`, `x['a']`.
 */
function nameOf(node) {
  if (!node) return undefined;
  if (node.type === 'Identifier' || node.type === 'StringLiteral') return node['value'];
  if (node.type !== 'MemberExpression') return undefined;
  return nameOf(node['property'].type === 'Computed' ? node['property'].expression : node['property']);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function sourcesBelow(path) {
  if (!statSync(path, { throwIfNoEntry: false })) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|[/\\])testing[/\\]/.test(file))
    .map((file) => join(path, file));
}
