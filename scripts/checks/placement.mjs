/**
 * Checks the placement of statements and handlers (CONTRIBUTING.md): a module that declares handlers and a `rules.ts` hold no statement, handlers
 * that share a module are declared by one module of the contract, outside of core only the modules named below contain statements, and uses of
 * uncompiled SQL and of each cache of rows.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from '../bootstrap/run.mjs';

/** Folders of everything that runs over a database. */
const PRODUCT = [
  'packages/sync/src',
  'packages/core/src',
  'packages/device/src',
  'packages/host/src',
  'packages/api/src',
  'packages/demo/src',
  'apps/server/src',
  'apps/desktop/src',
];

/** Uses that only some modules may make (docs/decisions/0016-one-way-to-sql-one-cache-of-rows.md), by the name of what is called. */
const RESERVED = [
  {
    name: 'CompiledQuery.raw',
    modules: [
      'packages/sync/src/stores/kysely.ts',
      'packages/core/src/db/scoped.ts',
      'apps/server/src/printing/queue.ts',
    ],
    what: 'SQL as text: build it with Kysely',
  },
  {
    name: 'rememberingStore',
    modules: ['packages/core/src/calls/runWrite.ts'],
    what: 'a second cache of rows: a save has that of runWrite.ts',
  },
  {
    name: 'gatheringStore',
    modules: ['packages/sync/src/server/push.ts'],
    what: 'a second cache of rows: a push has that of push.ts',
  },
  {
    name: 'openReplica',
    modules: ['outbox', 'stage', 'reset', 'repair'].map((name) => `packages/sync/src/device/${name}.ts`),
    what: 'a second cache of rows: a device receives through its replica',
  },
];

/** The modules of a folder that alone hold its statements. The features of core have their own rule: see `reasonFor`. */
const STATEMENT_MODULES = new Map([
  ['packages/sync/src/', new Set(['stores/statements.ts', 'stores/kysely.ts'])],
  ['packages/device/src/', new Set(['queries.ts', 'contents/blobQueue.ts', 'facts.ts'])],
  ['packages/host/src/', new Set(['sqlite.ts', 'weather.ts'])],
  ['packages/api/src/', new Set()],
  ['packages/demo/src/', new Set()],
  [
    'apps/server/src/',
    new Set(['queries.ts', 'backup/backup.ts', 'demo/demoAccounts.ts', 'live.ts', 'printing/queue.ts']),
  ],
  ['apps/desktop/src/', new Set(['agent/repair/rescue.ts', 'support/rowCounts.ts'])],
]);

/** Functions that declare the handler of an operation, which is their first argument. */
const HANDLER_MAKERS = new Set(['deviceHandler', 'handler']);

/** Functions of the query builder with which a statement begins, whatever they are given. */
const BUILDERS = new Set([
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'fromWithDeleted',
]);

/** Text that a module with a statement, a handler or a reserved use contains; others need not be parsed. */
const MENTIONS = new RegExp(
  `\\b(?:sql|from|${[...BUILDERS, ...HANDLER_MAKERS].join('|')}|CompiledQuery|${RESERVED.map(({ name }) => name).join('|')})\\b`,
);

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
  const { operations, statements } = usesOf(file, source);
  const reason = reasonFor(file, operations.length > 0);
  /** @type {Misplaced[]} */
  const found =
    reason === undefined ? [] : statements.map((offset) => ({ file, line: lineOf(source, offset), what: reason }));
  const modules = new Set(operations.flatMap((operation) => moduleOf(operation) ?? []));
  if (modules.size > 1)
    found.push({ file, line: 1, what: `handlers of several modules of the contract: ${[...modules].join(', ')}` });
  return found;
}

/**
 * @param {string} file
 * @param {boolean} handles declares a handler
 * @returns {string | undefined} why the file may hold no statement, undefined when it may
 */
function reasonFor(file, handles) {
  if (handles) return 'a statement beside a handler';
  if (file.endsWith('/rules.ts')) return 'a statement in rules.ts, which decides over what it is given';
  for (const [folder, modules] of STATEMENT_MODULES)
    if (file.startsWith(folder) && !modules.has(file.slice(folder.length)))
      return modules.size === 0 ? `a statement in ${folder}` : `a statement outside of ${[...modules].join(', ')}`;
  return undefined;
}

/**
 * @typedef {object} Uses
 * @property {string[]} operations whose handlers are declared
 * @property {number[]} statements offsets of their beginnings
 * @property {{ name: string, offset: number }[]} reserved
 */

/**
 * Reads what a module does to the database.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Uses}
 */
function usesOf(file, source) {
  /** @type {Uses} */
  const uses = { operations: [], statements: [], reserved: [] };
  if (!MENTIONS.test(source)) return uses;
  const { program } = parseSync(file, source, { preserveParens: false });
  /** Names under which a module has what it imports. @type {Map<string, string>} */
  const imported = new Map();
  for (const node of program.body)
    if (node.type === 'ImportDeclaration')
      for (const specifier of node.specifiers)
        if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
          imported.set(specifier.local.name, specifier.imported.name);
  /** @param {any} node @returns {string | undefined} the name that a reference has where it is declared */
  const nameOf = (node) => (node.type === 'Identifier' ? (imported.get(node.name) ?? node.name) : undefined);
  /** @param {any} node @returns {string | undefined} the name of a member, also in quotes */
  const memberOf = ({ property, computed }) => (computed ? property.value : property.name);
  const reserved = new Set(RESERVED.map(({ name }) => name));
  new Visitor({
    CallExpression({ callee, arguments: [argument] }) {
      const name = nameOf(callee);
      if (name !== undefined && HANDLER_MAKERS.has(name) && argument !== undefined)
        uses.operations.push(
          argument.type === 'MemberExpression' ? (memberOf(argument) ?? '') : (nameOf(argument) ?? ''),
        );
      if (name !== undefined && BUILDERS.has(name)) uses.statements.push(callee.start);
      // Classes have functions of this name, too: Array.from, Buffer.from.
      if (
        callee.type === 'MemberExpression' &&
        memberOf(callee) === 'from' &&
        !/^[A-Z]/.test(nameOf(callee.object) ?? '')
      )
        uses.statements.push(callee.property.start);
      if (name !== undefined && reserved.has(name)) uses.reserved.push({ name, offset: callee.start });
    },
    MemberExpression(node) {
      const member = memberOf(node);
      const object = nameOf(node.object);
      if (member !== undefined && BUILDERS.has(member)) uses.statements.push(node.property.start);
      if (object === 'sql') uses.statements.push(node.start);
      const name = `${object}.${member}`;
      if (reserved.has(name)) uses.reserved.push({ name, offset: node.start });
    },
    TaggedTemplateExpression({ tag, start }) {
      if (nameOf(tag) === 'sql') uses.statements.push(start);
    },
    VariableDeclarator({ id, init, start }) {
      if (id.type === 'ObjectPattern' && init !== null && nameOf(init) === 'CompiledQuery')
        uses.reserved.push({ name: 'CompiledQuery.raw', offset: start });
    },
  }).visit(program);
  return uses;
}

/**
 * @param {string} source
 * @param {number} offset
 * @returns {number} counted from 1
 */
function lineOf(source, offset) {
  return source.slice(0, offset).split('\n').length;
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
 * @returns {Misplaced[]} uses that are reserved for other modules
 */
export function reservedIn(file, source) {
  return usesOf(file, source).reserved.flatMap(({ name, offset }) =>
    RESERVED.filter((rule) => rule.name === name && !rule.modules.includes(file)).map(({ what }) => ({
      file,
      line: lineOf(source, offset),
      what,
    })),
  );
}

/** @returns {Misplaced[]} in the product */
export function checkPlacement() {
  const moduleOf = contractModules();
  return sources(PRODUCT).flatMap(({ file, source }) => [
    ...misplacedIn(file, source, moduleOf),
    ...reservedIn(file, source),
  ]);
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
