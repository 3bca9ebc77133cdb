/**
 * Rules on imports between and within workspaces, generated from one table. `npm run lint` runs them, and
 * tests/importRules.test.ts proves each rule with a planted violation.
 */

/** Tests, and what only tests use, may reach further than the workspace they lie in. */
export const TESTS = '(\\.test\\.tsx?$|/testing/)';

/**
 * Per workspace: the other workspaces it may import, the packages it may import (`null`: all that its package.json declares), and
 * where Node's own modules are allowed (`null`: everywhere, empty: nowhere).
 *
 * @typedef {{ folder: string, workspaces: string[], packages: string[] | null, node: string[] | null }} Workspace
 * @type {Record<string, Workspace>}
 */
export const workspaces = {
  contract: { folder: 'packages/contract', workspaces: [], packages: ['zod'], node: [] },
  // Digests are computed on every JavaScript runtime; on Node by Node's own implementation, which is several times as fast.
  sync: {
    folder: 'packages/sync',
    workspaces: ['contract'],
    packages: ['kysely', 'zod', '@noble/hashes'],
    node: ['src/sha256/node\\.ts$'],
  },
  core: { folder: 'packages/core', workspaces: ['contract', 'sync'], packages: ['kysely', 'zod'], node: [] },
  frx: { folder: 'packages/frx', workspaces: [], packages: null, node: ['src/node/', 'src/cli\\.ts$', 'bench/'] },
  rfid: { folder: 'packages/rfid', workspaces: [], packages: null, node: ['src/node/', 'src/cli\\.ts$', 'bench/'] },
  api: {
    folder: 'packages/api',
    workspaces: ['contract', 'core'],
    packages: ['fastify', '@fastify/[^/]+', 'fast-json-stringify', 'swagger-ui-dist', 'zod'],
    node: null,
  },
  host: { folder: 'packages/host', workspaces: ['contract', 'core', 'sync', 'frx'], packages: null, node: null },
  // Runs in Node and in a browser's worker: its own program of types has neither Node nor a window.
  device: {
    folder: 'packages/device',
    workspaces: ['contract', 'core', 'sync'],
    packages: ['eventsource-parser', 'kysely'],
    node: [],
  },
  demo: { folder: 'packages/demo', workspaces: ['contract'], packages: [], node: [] },
  web: { folder: 'apps/web', workspaces: ['contract', 'frx', 'rfid'], packages: null, node: [] },
  server: {
    folder: 'apps/server',
    workspaces: ['contract', 'core', 'sync', 'api', 'host', 'demo'],
    packages: null,
    node: null,
  },
  desktop: {
    folder: 'apps/desktop',
    workspaces: ['contract', 'core', 'sync', 'device', 'api', 'host', 'rfid'],
    packages: null,
    node: null,
  },
};

/** Folders of core that are no feature: what the features are built on. */
const FOUNDATIONS = 'calls|db|lists|testing';

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/**
 * @param {string} name
 * @param {string} comment message that is shown when the rule is violated
 * @param {Record<string, unknown>} from
 * @param {Record<string, unknown>} to
 * @returns {Rule}
 */
function rule(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to };
}

/**
 * @param {string} name
 * @param {Workspace} workspace
 * @returns {Rule[]}
 */
function workspaceRules(name, { folder, workspaces: allowed, packages, node }) {
  const inside = `^${folder}/(src|bench)/`;
  const from = { path: inside, pathNot: TESTS };
  const reachable = [folder, ...allowed.map((other) => workspaces[other]?.folder)].map((path) => `^${path}/`);
  const rules = [
    rule(`${name}-workspaces`, `${name} may import ${allowed.join(', ') || 'no other workspace'}.`, from, {
      path: '^(packages|apps|tests|scripts)/',
      pathNot: reachable,
    }),
  ];
  if (packages) {
    rules.push(
      rule(`${name}-packages`, `${name} may import ${packages.join(', ') || 'nothing'} from outside.`, from, {
        path: '(^|/)node_modules/',
        pathNot: packages.map((pattern) => `(^|/)node_modules/${pattern}/`),
      }),
    );
  }
  if (node) {
    const places = node.map((place) => `^${folder}/${place}`);
    rules.push(
      rule(
        `${name}-node`,
        node.length > 0 ? `${name} uses Node in ${node.join(', ')} alone.` : `${name} does not use Node.`,
        { path: inside, pathNot: [TESTS, ...places] },
        { dependencyTypes: ['core'] },
      ),
    );
  }
  return rules;
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(workspaces).flatMap(([name, workspace]) => workspaceRules(name, workspace)),
    rule(
      'no-cycle',
      'Two files that need each other are one subject, or hide a third. Type imports count.',
      {},
      { circular: true },
    ),
    // Between workspaces this is checked by scripts/checks/imports.mjs, which reads the manifests of the workspaces.
    rule(
      'declared-dependencies',
      'A package is named in the package.json of the workspace that imports it.',
      { path: '^(packages|apps|tests)/' },
      {
        dependencyTypes: ['unknown', 'undetermined', 'npm-no-pkg', 'npm-unknown'],
        pathNot: ['^(packages|apps)/', '^\\.'],
      },
    ),
    rule('file-exists', 'The imported file does not exist.', {}, { couldNotResolve: true, path: '^\\.' }),
    rule(
      'no-test-packages-in-product',
      'What is shipped does not import devDependencies.',
      { path: '^(packages|apps)/[^/]+/src/', pathNot: [TESTS] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'no-testing-in-product',
      'Factories and test databases are for tests.',
      { path: '^(packages|apps)/[^/]+/(src|bench)/', pathNot: [TESTS] },
      { path: '^(packages|apps)/.+/testing/' },
    ),
    rule(
      'core-feature-index',
      'A feature reaches another only through its index.ts.',
      { path: `^packages/core/src/(?!(?:${FOUNDATIONS})/)([^/]+)/`, pathNot: TESTS },
      { path: `^packages/core/src/(?!(?:${FOUNDATIONS})/)[^/]+/(?!index\\.ts$)`, pathNot: '^packages/core/src/$1/' },
    ),
    rule(
      'core-rules-are-pure',
      'rules.ts decides over what it is given; it does not fetch.',
      { path: '^packages/core/src/[^/]+/rules\\.ts$' },
      { path: '^packages/core/src/[^/]+/queries\\.ts$' },
    ),
    rule(
      'core-sql-in-queries',
      'SQL written as text is in queries.ts; handlers write through ctx.mutate and hold no handle of their own.',
      {
        path: `^packages/core/src/(?!(?:${FOUNDATIONS})/)[^/]+/`,
        pathNot: [TESTS, '/queries\\.ts$'],
      },
      { path: '(^|/)node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'core-handlers-without-raw-database',
      'A handler has the scoped, transactional handles of its ctx; one opened otherwise would see and write past them.',
      { path: `^packages/core/src/(?!(?:${FOUNDATIONS})/)[^/]+/`, pathNot: TESTS },
      {
        path: '^packages/core/src/(application|db/sqlite|db/postgres|db/migrate)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'web-ui-knows-no-feature',
      'The design system and the library of the web application stand below the features.',
      { path: '^apps/web/src/(ui|lib)/', pathNot: TESTS },
      { path: '^apps/web/src/features/' },
    ),
    rule(
      'web-app-is-the-top',
      'Entry points, router and providers import; no module imports them.',
      { path: '^apps/web/src/', pathNot: ['^apps/web/src/app/', TESTS] },
      { path: '^apps/web/src/app/' },
    ),
    rule(
      'web-without-database-or-schemas',
      'The browser gets types and addresses of the contract, not its schemas, and no database.',
      { path: '^apps/web/src/', pathNot: TESTS },
      { path: '(^|/)node_modules/(zod|kysely)/' },
    ),
    rule(
      'web-takes-types-of-the-contract',
      'Values of the contract reach the browser through its folders client, photos and rules and from roles.ts alone, which hold no schemas; everything else is import type.',
      { path: '^apps/web/src/', pathNot: TESTS },
      {
        path: '^packages/contract/src/(?!client/|photos/(?:index|edits|drawMarks)\\.ts$|rules/(?!schema)|roles\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser can read with: without this parser it finds no module and passes.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.toolchain|gallery|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
