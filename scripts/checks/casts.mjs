/**
 * Check for code that switches the type checker off in the product: casts to `never`, casts of a cast, `any`, `never` as the type argument of a call,
 * and directives to the compiler in comments. Casts to one literal type, such as a name of a table, are counted separately.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from '../bootstrap/run.mjs';

/** Maximum number of casts in the product. */
export const LIMIT = 10;
/** Maximum number of casts to one literal type. */
export const LITERAL_LIMIT = 20;

/** Text that a file with a cast contains; others need not be parsed. */
const MENTIONS = /\bas ['`]|\bnever\b|\b(?:unknown|object)\b|\bany\b|@ts-|\bas\b[^;]*\bas\b/;
/** A comment that makes the compiler accept a line or a file as it is. */
const DIRECTIVE = /^[\s*/]*(@ts-(?:ignore|nocheck|expect-error))\b/;
/** Beginning of the comment above a cast. */
const REASON = /\/\/ Sound\b/;
/** Folder whose casts to one literal type need no comment so far. */
const UNEXPLAINED = /^packages\/frx\/src\/script\//;
/** Lines above a cast in which its comment stands. */
const LINES_ABOVE = 4;

/**
 * @typedef {object} Cast
 * @property {string} file path from the root of the repository
 * @property {number} line
 * @property {string} what
 * @property {boolean} literal to one literal type
 * @property {boolean} explained a comment that begins with "Sound" stands above it
 */

/** @typedef {{ expression: any, typeAnnotation: any }} AssertionNode */

/** Both ways to write a cast. */
const ASSERTIONS = new Set(['TSAsExpression', 'TSTypeAssertion']);

/** Types of one text, number or boolean. */
const LITERALS = new Set(['TSLiteralType', 'TSTemplateLiteralType']);

/** @param {any} type @returns {boolean} the annotation of `as const` */
const isConst = (type) => type.type === 'TSTypeReference' && type.typeName.name === 'const';

/**
 * @param {string} source
 * @param {any} cast
 * @returns {string} the type that a cast names
 */
const textOf = (source, { typeAnnotation }) => source.slice(typeAnnotation.start, typeAnnotation.end);

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
  /** @param {number} offset @param {string} what @param {boolean} [literal] */
  const add = (offset, what, literal = false) => {
    const line = source.slice(0, offset).split('\n').length;
    const explained = lines.slice(Math.max(0, line - 1 - LINES_ABOVE), line).some((text) => REASON.test(text));
    found.push({ file, line, what, literal, explained });
  };
  /** @param {AssertionNode} node */
  const assertion = ({ expression, typeAnnotation }) => {
    const { type, start } = typeAnnotation;
    if (type === 'TSNeverKeyword' || (type === 'TSArrayType' && typeAnnotation.elementType.type === 'TSNeverKeyword'))
      add(start, 'as never');
    if (LITERALS.has(type)) add(start, `as ${source.slice(start, typeAnnotation.end)}`, true);
    if (ASSERTIONS.has(expression.type) && !isConst(typeAnnotation)) add(start, `as ${textOf(source, expression)} as`);
  };
  /** @param {{ typeArguments?: { params: { type: string, start: number }[] } | null }} node */
  const call = ({ typeArguments }) => {
    for (const { type, start } of typeArguments?.params ?? [])
      if (type === 'TSNeverKeyword') add(start, 'never as a type argument');
  };
  const visitor = new Visitor({
    TSAsExpression: assertion,
    TSTypeAssertion: assertion,
    CallExpression: call,
    TaggedTemplateExpression: call,
    TSAnyKeyword: ({ start }) => add(start, 'any'),
  });
  const { program, comments } = parseSync(file, source, { preserveParens: false });
  visitor.visit(program);
  for (const { value, start } of comments) {
    const [, directive] = DIRECTIVE.exec(value) ?? [];
    if (directive !== undefined) add(start, directive);
  }
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
    .filter(({ file, literal, explained }) => !explained && !(literal && UNEXPLAINED.test(file)))
    .map(
      ({ file, line, what }) => `${file}:${line} ${what}: say why it is sound in a comment "// Sound because …" above`,
    );
  return [
    ...problems,
    ...excess(
      casts.filter(({ literal }) => !literal),
      LIMIT,
      'casts',
    ),
    ...excess(
      casts.filter(({ literal }) => literal),
      LITERAL_LIMIT,
      'casts to one literal type',
    ),
  ];
}

/**
 * @param {readonly Cast[]} casts
 * @param {number} limit
 * @param {string} kind
 * @returns {string[]} a list of them when they are more than allowed
 */
function excess(casts, limit, kind) {
  if (casts.length <= limit) return [];
  const list = casts.map(({ file, line, what }) => `${file}:${line} ${what}`);
  return [`${casts.length} ${kind}, at most ${limit} are allowed:`, ...list];
}
