import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration, { workspaces } from '../.dependency-cruiser.mjs';
import { checkImports } from '../scripts/checks/imports.mjs';
import type { Violation } from '../scripts/checks/imports.mjs';

const ROOT = resolve(import.meta.dirname, '..');

/** Packages the planted tree has installed and declared everywhere. */
const PACKAGES = ['zod', 'kysely', 'fastify', 'left-pad'];

/** A file that breaks exactly one rule, and what else has to lie there for it to do so. */
interface Plant {
  rule: string;
  file: string;
  source: string;
  beside?: Record<string, string>;
}

const workspaceNames = Object.keys(workspaces);

function forbiddenWorkspaceFor(name: string): string {
  const allowed = [name, ...(workspaces[name]?.workspaces ?? [])];
  const found = workspaceNames.find((other) => !allowed.includes(other));
  if (!found) throw new Error(`${name} may import every workspace`);
  return found;
}

const perWorkspace: Plant[] = Object.entries(workspaces).flatMap(([name, { folder, packages, node }]) => [
  {
    rule: `${name}-workspaces`,
    file: `${folder}/src/plantedWorkspace.ts`,
    source: `import { here } from '@holdfast/${forbiddenWorkspaceFor(name)}';\nexport const there = here;\n`,
  },
  ...(packages
    ? [
        {
          rule: `${name}-packages`,
          file: `${folder}/src/plantedPackage.ts`,
          source: `import pad from 'left-pad';\nexport const padded = pad;\n`,
        },
      ]
    : []),
  ...(node
    ? [
        {
          rule: `${name}-node`,
          file: `${folder}/src/plantedNode.ts`,
          source: `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
        },
      ]
    : []),
]);

const VALUE = 'export const here = 1;\n';

const plants: Plant[] = [
  ...perWorkspace,
  {
    rule: 'no-cycle',
    file: 'packages/frx/src/oneSide.ts',
    source: `import type { Other } from './otherSide.ts';\nexport interface One { other: Other | null }\n`,
    beside: {
      'packages/frx/src/otherSide.ts': `import type { One } from './oneSide.ts';\nexport interface Other { one: One | null }\n`,
    },
  },
  {
    rule: 'declared-dependencies',
    file: 'apps/server/src/plantedUndeclared.ts',
    source: `import other from 'undeclared-package';\nexport const it = other;\n`,
  },
  {
    rule: 'declared-dependencies',
    file: 'tests/plantedUndeclaredWorkspace.ts',
    source: `import { here } from '@holdfast/sync';\nexport const there = here;\n`,
  },
  {
    rule: 'file-exists',
    file: 'packages/api/src/plantedMissing.ts',
    source: `import { gone } from './gone.ts';\nexport const it = gone;\n`,
  },
  {
    rule: 'no-test-packages-in-product',
    file: 'apps/server/src/plantedDevelopment.ts',
    source: `import tool from 'test-tool';\nexport const it = tool;\n`,
  },
  {
    rule: 'no-testing-in-product',
    file: 'packages/core/src/items/plantedFactory.ts',
    source: `import { here } from '../testing/factory.ts';\nexport const there = here;\n`,
    beside: { 'packages/core/src/testing/factory.ts': VALUE },
  },
  {
    rule: 'no-testing-in-product',
    file: 'packages/frx/src/text/plantedHelper.ts',
    source: `import { here } from './testing/texts.ts';\nexport const there = here;\n`,
    beside: { 'packages/frx/src/text/testing/texts.ts': VALUE },
  },
  {
    rule: 'core-feature-index',
    file: 'packages/core/src/items/plantedInternals.ts',
    source: `import type { Inner } from '../conditions/inner.ts';\nexport type Outer = Inner;\n`,
    beside: { 'packages/core/src/conditions/inner.ts': 'export type Inner = string;\n' },
  },
  {
    rule: 'core-rules-are-pure',
    file: 'packages/core/src/fields/rules.ts',
    source: `import { here } from './queries.ts';\nexport const there = here;\n`,
    beside: { 'packages/core/src/fields/queries.ts': VALUE },
  },
  {
    rule: 'core-sql-in-queries',
    file: 'packages/core/src/notes/addNote.ts',
    source: `import { sql } from 'kysely';\nexport const statement = sql;\n`,
  },
  {
    rule: 'core-handlers-without-raw-database',
    file: 'packages/core/src/notes/deleteNote.ts',
    source: `import { here } from '../db/sqlite.ts';\nexport const there = here;\n`,
    beside: { 'packages/core/src/db/sqlite.ts': VALUE },
  },
  {
    rule: 'web-ui-knows-no-feature',
    file: 'apps/web/src/ui/plantedFeature.tsx',
    source: `import { here } from '../features/items/item.ts';\nexport const View = () => <b>{here}</b>;\n`,
    beside: { 'apps/web/src/features/items/item.ts': VALUE },
  },
  {
    rule: 'web-app-is-the-top',
    file: 'apps/web/src/features/items/plantedApp.ts',
    source: `import { here } from '../../app/router.ts';\nexport const there = here;\n`,
    beside: { 'apps/web/src/app/router.ts': VALUE },
  },
  {
    rule: 'web-without-database-or-schemas',
    file: 'apps/web/src/features/items/plantedSchema.ts',
    source: `import { z } from 'zod';\nexport const schema = z;\n`,
  },
  {
    rule: 'web-takes-types-of-the-contract',
    file: 'apps/web/src/features/items/plantedValue.ts',
    source: `import { here } from '@holdfast/contract';\nexport const there = here;\n`,
  },
];

/** Sources that the rules accept, each for a reason of its own. */
const allowed: Record<string, string> = {
  'packages/core/src/items/good.ts': `import type { Kysely } from 'kysely';\nimport { media } from '../media/index.ts';\nexport const it: Kysely | number = media;\n`,
  'packages/core/src/media/index.ts': 'export const media = 1;\n',
  'packages/core/src/media/queries.ts': `import { sql } from 'kysely';\nexport const statement = sql;\n`,
  'packages/core/src/media/good.test.ts': `import { readFileSync } from 'node:fs';\nimport { here } from '@holdfast/demo';\nexport const it = [readFileSync, here];\n`,
  'packages/core/src/testing/good.ts': `import { mkdtempSync } from 'node:fs';\nimport tool from 'test-tool';\nexport const it = [mkdtempSync, tool];\n`,
  'packages/frx/src/node/good.ts': `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
  'packages/frx/src/cli.ts': `import { argv } from 'node:process';\nexport const words = argv;\n`,
  'packages/frx/bench/good.ts': `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
  'packages/api/src/good.ts': `import fastify from 'fastify';\nimport { createServer } from 'node:http';\nexport const it = [fastify, createServer];\n`,
  'apps/web/src/features/items/good.ts': `import type { Here } from '@holdfast/contract';\nimport { call } from '@holdfast/contract/client';\nexport const it: Here = call;\n`,
};

/** Three features that need each other without any two files doing so: only the graph of features shows it. */
const featureCycle: Record<string, string> = {
  'packages/core/src/reports/index.ts': `export { plan } from './plan.ts';\n`,
  'packages/core/src/reports/plan.ts': 'export const plan = 1;\n',
  'packages/core/src/reports/print.ts': `import { person } from '../users/index.ts';\nexport const print = person;\n`,
  'packages/core/src/users/index.ts': `export { person } from './person.ts';\n`,
  'packages/core/src/users/person.ts': `import { record } from '../history/index.ts';\nexport const person = record;\n`,
  'packages/core/src/history/index.ts': `export { record } from './record.ts';\n`,
  'packages/core/src/history/record.ts': `import { plan } from '../reports/index.ts';\nexport const record = plan;\n`,
};

/** Two cycles that share a file. */
const knot: Record<string, string> = {
  'packages/rfid/src/knotA.ts': `import { b } from './knotB.ts';\nexport const a: number = b;\n`,
  'packages/rfid/src/knotB.ts': `import { a } from './knotA.ts';\nimport { c } from './knotC.ts';\nexport const b: number = a + c;\n`,
  'packages/rfid/src/knotC.ts': `import { a } from './knotA.ts';\nexport const c: number = a;\n`,
};

let tree: string;
let violations: Violation[];

function write(path: string, text: string): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function writeManifests(): void {
  for (const name of [...PACKAGES, 'test-tool', 'undeclared-package']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
  write('package.json', JSON.stringify({ name: 'planted', workspaces: ['packages/*', 'apps/*', 'tests'] }));
  write('tests/package.json', JSON.stringify({ name: '@holdfast/tests' }));
  const everyWorkspace = Object.fromEntries(workspaceNames.map((name) => [`@holdfast/${name}`, '1.0.0']));
  const everyPackage = Object.fromEntries(PACKAGES.map((name) => [name, '1.0.0']));
  for (const [name, { folder }] of Object.entries(workspaces)) {
    write(
      `${folder}/package.json`,
      JSON.stringify({
        name: `@holdfast/${name}`,
        exports: { '.': './src/index.ts', './client': './src/client/index.ts' },
        dependencies: { ...everyWorkspace, ...everyPackage },
        devDependencies: { 'test-tool': '1.0.0' },
      }),
    );
    write(`${folder}/src/index.ts`, 'export const here = 1;\nexport type Here = number;\n');
    mkdirSync(join(tree, 'node_modules', '@holdfast'), { recursive: true });
    symlinkSync(join(tree, folder), join(tree, 'node_modules', '@holdfast', name));
  }
  write('packages/contract/src/client/index.ts', 'export const call = 1;\n');
}

describe('the import rules', () => {
  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), 'holdfast-imports-'));
    writeManifests();
    for (const { file, source, beside } of plants) {
      write(file, source);
      for (const [path, text] of Object.entries(beside ?? {})) write(path, text);
    }
    for (const [path, text] of Object.entries({ ...allowed, ...featureCycle, ...knot })) write(path, text);
    ({ violations } = await checkImports(tree));
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(plants)('report $rule in $file, and no other rule', ({ rule, file }) => {
    const bites = violations.filter(({ from }) => from === file).map((violation) => violation.rule);
    expect(new Set(bites)).toEqual(new Set([rule]));
  });

  it('have at least one planted violation each', () => {
    const planted = new Set(plants.map(({ rule }) => rule));
    expect(configuration.forbidden?.map(({ name }) => name).filter((name) => !planted.has(name ?? ''))).toEqual([]);
  });

  it.each(Object.keys(allowed))('accept the imports of %s', (file) => {
    expect(violations.filter(({ from }) => from === file)).toEqual([]);
  });

  it('report a group of several cycles once, by the shortest, with all its files', () => {
    const reported = violations.filter(({ rule, from }) => rule === 'no-cycle' && from.includes('/knot'));
    expect(reported).toHaveLength(1);
    expect(reported[0]?.to.split(' → ')).toHaveLength(2);
    for (const file of ['knotA', 'knotB', 'knotC']) expect(reported[0]?.comment).toContain(`${file}.ts`);
  });

  it('find a cycle between features that is no cycle between files', () => {
    const cycles = violations.filter(({ rule }) => rule === 'feature-cycle');
    expect(cycles).toHaveLength(1);
    for (const feature of ['reports', 'users', 'history']) expect(cycles[0]?.to).toContain(feature);
  });

  it('read every source file of the repository', async () => {
    const { modules } = await checkImports(ROOT);
    const onDisk = ['packages', 'apps']
      .flatMap((parent) => readdirSync(join(ROOT, parent)).map((workspace) => `${parent}/${workspace}/src`))
      .filter((folder) => existsSync(join(ROOT, folder)))
      .flatMap((folder) =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => /\.tsx?$/.test(file));
    expect(onDisk.length).toBeGreaterThan(0);
    expect(onDisk.filter((file) => !modules.includes(file))).toEqual([]);
  });
});
