/** Check of casts that switch the type checker off: `as never`, `as unknown as` and `any` in product code. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from '../bootstrap/run.mjs';

/** The most casts of the whole product. */
export const LIMIT = 10;

/** Text that a file with a cast contains; others need not be parsed. */
const MENTIONS = /\bnever\b|\bunknown\s+as\b|\bany\b/;
/** Beginning of the comment above a cast. */
const REASON = /\/\/ Sound\b/;
/** Lines above a cast in which its comment stands. */
const LINES_ABOVE = 4;

/**
 * @typedef {object} Cast
 * @property {string} file path from the root of the repository
 * @property {number} line
 * @property {string} what
 * @property {boolean} explained a comment that begins with "Sound" stands above it
 */

/**
 * Finds the casts of one source.
 *
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {Cast[]}
 */
export function castsOf(file, source) {
  if (!MENTIONS.test(source)) return [];
  const lines = source.split('\n');
  /** @type {Cast[]} */
  const found = [];
  /** @param {number} offset @param {string} what */
  const add = (offset, what) => {
    const line = source.slice(0, offset).split('\n').length;
    const explained = lines.slice(Math.max(0, line - 1 - LINES_ABOVE), line).some((text) => REASON.test(text));
    found.push({ file, line, what, explained });
  };
  const visitor = new Visitor({
    TSAsExpression({ expression, typeAnnotation }) {
      if (typeAnnotation.type === 'TSNeverKeyword') add(typeAnnotation.start, 'as never');
      if (expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword')
        add(typeAnnotation.start, 'as unknown as');
    },
    TSAnyKeyword: ({ start }) => add(start, 'any'),
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

/** @returns {Cast[]} casts of the product: what is shipped, without tests */
export function productCasts() {
  return ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/[^/]+\/src\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((file) => castsOf(file, readFileSync(join(ROOT, file), 'utf8')));
}

/**
 * @param {readonly Cast[]} casts
 * @returns {string[]} what is wrong with them, one line each
 */
export function castProblems(casts) {
  const problems = casts
    .filter(({ explained }) => !explained)
    .map(
      ({ file, line, what }) => `${file}:${line} ${what}: say why it is sound in a comment "// Sound because …" above`,
    );
  if (casts.length <= LIMIT) return problems;
  const list = casts.map(({ file, line, what }) => `${file}:${line} ${what}`);
  return [...problems, `${casts.length} casts, at most ${LIMIT} are allowed:`, ...list];
}
