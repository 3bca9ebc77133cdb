/** Makes mutants from a list of faults. */
import { parseSync } from 'oxc-parser';

/**
 * A fault: a text that occurs once in a source, and its replacement.
 *
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} file path from the root, with slashes.
 * @property {string} before
 * @property {string} after
 */

/** @typedef {import('./points.mjs').Point} Point */

/** Statements that can stand in a branch of their own: what they declare is not used outside. */
const STATEMENTS = new Set([
  'BlockStatement',
  'FunctionBody',
  'ExpressionStatement',
  'IfStatement',
  'ForOfStatement',
  'ReturnStatement',
  'ThrowStatement',
]);

/**
 * Finds the smallest expression or statement around the text of a fault.
 *
 * @param {Fault} fault
 * @param {string} source of its file
 * @returns {Point}
 * @throws {Error} when the text does not occur exactly once
 */
export function pointOfFault({ name, file, before, after }, source) {
  const from = source.indexOf(before);
  if (from === -1 || source.includes(before, from + 1))
    throw new Error(`The text of "${name}" is not once in ${file}.`);
  const to = from + before.length;
  /** @type {{ start: number, end: number, isStatement: boolean } | undefined} */
  let found;
  walk(parseSync(file, source).program, true);
  if (found === undefined) throw new Error(`No expression is around the text of "${name}" in ${file}.`);
  const { start, end, isStatement } = found;
  const text = source.slice(start, end);
  const changed = `${source.slice(start, from)}${after}${source.slice(to, end)}`;
  const line = source.slice(0, start).split('\n').length;
  return { start, end, line, before: text, after: isStatement && changed.trim() === '' ? '' : changed, isStatement };

  /** @param {unknown} value @param {boolean} isFree whether an expression may stand there */
  function walk(value, isFree) {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, isFree);
      return;
    }
    if (value === null || typeof value !== 'object' || !('type' in value)) return;
    const node = /** @type {import('./points.mjs').Node} */ (value);
    // A text may begin with the white space before a statement.
    const isAround = node.start <= from + before.search(/\S/) && node.end >= from + before.trimEnd().length;
    if (isAround && STATEMENTS.has(node.type)) found = { ...spanOf(node), isStatement: true };
    else if (isAround && isFree && /Expression$|^TemplateLiteral$/.test(node.type))
      found = { ...spanOf(node), isStatement: false };
    for (const [key, child] of Object.entries(node)) walk(child, !['callee', 'tag', 'quasi'].includes(key));
  }

  /** @param {{ start: number, end: number }} node */
  function spanOf(node) {
    return { start: Math.min(node.start, from), end: Math.max(node.end, to) };
  }
}
