/**
 * Check for regular expressions of the product whose time grows faster than the length of the text, because a text of a user could then keep a
 * process from answering. Expressions built at run time are not checked.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { ROOT } from '../bootstrap/run.mjs';

/** Repetition without an upper limit; an expression without one takes a limited time at each position. */
const REPEATS = /[*+]|\{\d+,\}/;

/**
 * @typedef {object} SlowPattern
 * @property {string} file path from the root of the repository
 * @property {number} line
 * @property {string} why
 */

/**
 * Finds the slow regular expressions of one source.
 *
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {SlowPattern[]}
 */
export function slowPatternsOf(file, source) {
  /** @type {SlowPattern[]} */
  const found = [];
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node) || !REPEATS.test(node.regex.pattern)) return;
      const { pattern, flags } = node.regex;
      const [report] = analyse(new RegExp(pattern, flags), { maxReports: 1 }).reports;
      if (report === undefined) return;
      const line = source.slice(0, node.start).split('\n').length;
      found.push({ file, line, why: reasonOf(report) });
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

/** @param {import('scslre').Report} report */
function reasonOf(report) {
  if (report.type === 'Trade')
    return `${report.startQuant.raw} and ${report.endQuant.raw} can match the same characters`;
  if (report.type === 'Self') return `the parts of ${report.quant.raw} can match the same text in several ways`;
  return `${report.quant.raw} is tried again from each of its characters; a lookbehind limits it to the first`;
}

/** @returns {SlowPattern[]} slow regular expressions of the product: what is shipped, without tests */
export function slowPatterns() {
  return ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/[^/]+\/src\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((file) => slowPatternsOf(file, readFileSync(join(ROOT, file), 'utf8')));
}
