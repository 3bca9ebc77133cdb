/** Finds the places of a TypeScript source where a small change makes a mutant. */
import { parseSync } from 'oxc-parser';

/**
 * A mutant: one expression or statement of a file, replaced.
 *
 * @typedef {object} Mutant
 * @property {number} id
 * @property {string} file path from the root, with slashes
 * @property {number} line
 * @property {number} start offset of the replaced text
 * @property {number} end
 * @property {string} before the replaced text
 * @property {string} after empty for a statement that is left out
 * @property {boolean} [isStatement] whether a statement is replaced
 * @property {string} [name] of a fault that was written down
 */

/** @typedef {Pick<Mutant, 'start' | 'end' | 'before' | 'after' | 'line' | 'isStatement'>} Point */
/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/** Operators and their replacements. */
const OPERATORS = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
  }),
);

/** Methods that are replaced by another one, or left out. */
const METHODS = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    filter: '',
    slice: '',
    toSorted: '',
    toReversed: '',
    trim: '',
    toLowerCase: '',
  }),
);

/** Types of nodes of TypeScript that contain an expression; all others are types. */
const WRAPPERS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
/** Keys of nodes below which nothing is an expression of its own. */
const SKIPPED_KEYS = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'decorators']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Lists the mutants that a source allows. Code at a module's top level, which runs once when it is loaded, has none.
 *
 * @param {string} file decides whether JSX is read
 * @param {string} source
 * @returns {Point[]}
 */
export function pointsOf(file, source) {
  /** @type {Point[]} */
  const points = [];
  /** @param {Node} node @param {string} after */
  const add = ({ start, end }, after) => {
    const line = source.slice(0, start).split('\n').length;
    points.push({ start, end, line, before: source.slice(start, end), after });
  };
  /** @param {Node} node */
  const textOf = ({ start, end }) => source.slice(start, end);

  /** @param {Node} node @param {boolean} isChained */
  const pointsAt = (node, isChained) => {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const operator = OPERATORS.get(node['operator']);
        const { left, right } = node;
        if (operator !== undefined) add(node, `(${textOf(left)}) ${operator} (${textOf(right)})`);
        if (node.type === 'LogicalExpression') add(node, textOf(left));
        if (node['operator'] === '&&') add(node, textOf(right));
        break;
      }
      case 'UnaryExpression':
        if (node['operator'] === '!') add(node, textOf(node['argument']));
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
        add(node['test'], 'true');
        add(node['test'], 'false');
        break;
      case 'Literal':
        if (typeof node['value'] === 'boolean') add(node, String(!node['value']));
        if (typeof node['value'] === 'number') add(node, `(${textOf(node)} + 1)`);
        break;
      case 'CallExpression': {
        const { callee } = node;
        const method = callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '';
        const other = METHODS.get(method);
        if (isChained || other === undefined) break;
        const rest = source.slice(callee.property.end, node.end);
        add(node, other === '' ? textOf(callee.object) : `${textOf(callee.object)}.${other}${rest}`);
        break;
      }
      case 'ExpressionStatement': {
        const { expression } = node;
        const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
        if (call.type === 'CallExpression' && call.callee.type !== 'Super') add(node, '');
        break;
      }
      default:
    }
  };

  /** @param {unknown} value @param {boolean} inFunction @param {boolean} isChained */
  const walk = (value, inFunction, isChained) => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, inFunction, isChained);
      return;
    }
    if (value === null || typeof value !== 'object' || !('type' in value)) return;
    const node = /** @type {Node} */ (value);
    if (node.type.startsWith('TS') && !WRAPPERS.has(node.type)) return;
    if (node.type.startsWith('Import') || node.type === 'ExportAllDeclaration') return;
    const chained = isChained || node.type === 'ChainExpression';
    if (inFunction) pointsAt(node, chained);
    const inside = inFunction || FUNCTIONS.has(node.type);
    const isKeyed = ['Property', 'PropertyDefinition', 'MethodDefinition', 'MemberExpression'].includes(node.type);
    for (const [key, child] of Object.entries(node)) {
      if (SKIPPED_KEYS.has(key) || (isKeyed && key === 'key' && node['computed'] !== true)) continue;
      // An endless loop proves nothing about the tests.
      if (key === 'test' && /^(?:While|DoWhile|For)Statement$/.test(node.type)) continue;
      walk(child, inside, key === 'arguments' ? false : chained);
    }
  };
  walk(parseSync(file, source).program, false, false);
  return points.filter(({ before, after }) => before !== after);
}
