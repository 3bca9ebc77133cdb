import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { operationList, problems } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { problemsPage } from '../scripts/generate/problemsPage.ts';
import { reportsPage } from '../scripts/generate/reportsPage.ts';
import { rolesPage } from '../scripts/generate/rolesPage.ts';
import { tablesPage } from '../scripts/generate/tablesPage.ts';
import { settings } from '../apps/desktop/src/agent/config.ts';
import { suites } from '../scripts/suites/suites.mjs';
import { tasks } from '../scripts/tasks.mjs';

const ROOT = resolve(import.meta.dirname, '..');

/** Variables of the system, of npm and of the tests, which are none of the server's. */
const OTHER_VARIABLES = [
  // docs/desktop.md: set by the desktop's window, and by Rust's own tools.
  'HOLDFAST_SHELL',
  'CARGO_TARGET_DIR',
  // scripts/suites/contract.mjs
  'SCHEMATHESIS',
  'HOLDFAST_HOSTS',
  'CI',
  'HOLDFAST_TEST_PG',
  'HOLDFAST_CHROMIUM',
  // scripts/suites/memoryFolder.mjs
  'TMPDIR',
  'HOLDFAST_BAD_INPUTS',
  'HOLDFAST_RUNS',
  'HOLDFAST_SEED',
  'HOLDFAST_AXE',
  'HOLDFAST_SCENES',
  'BENCH_FOREIGN',
  'BENCH_COPY',
  'BENCH_POUCH',
  'BENCH_ROUNDS',
  'BENCH_ROWS',
  'HOLDFAST_RELEASE_EMAIL',
  'HOLDFAST_RELEASE_PASSWORD',
  'NODE_EXTRA_CA_CERTS',
];

/** Words in capitals that are no variables. */
const CAPITALS = ['README', 'CONTRIBUTING', 'GET', 'POST', 'PUT', 'DELETE', 'JSON', 'HTML', 'UTC', 'PDF'];

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** README, CONTRIBUTING and docs; the acceptance list is a given text and names nothing of ours. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'acceptance.md')
    .map((file) => `docs/${file}`),
];

/** Returns the texts in backticks, without fenced blocks. */
function codeIn(page: string): string[] {
  const text = page.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

function anchorsIn(page: string): string[] {
  return [...page.matchAll(/^#{1,6} (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));
}

/** A link from a page in `docs` to a test: its title and file. */
const LINK_TO_TEST = /\[([^\]]+)\]\(\.\.\/([^)]+\.(?:test|spec)\.ts)\)/;

/** Page, heading and contents of every section that lists faults of the past with the tests that find them. */
const repeatedFaults = pages.flatMap((page) =>
  read(page)
    .split(/^## /m)
    .filter((section) => /^.* the tests that repeat (?:it|them)\n/.test(section))
    .map((section) => [page, section.slice(0, section.indexOf('\n')), section] as const),
);

function testsBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('links to what exists', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const broken = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : normalize(join(dirname(page), path));
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsIn(read(target)).includes(anchor);
      });
    expect(broken).toEqual([]);
  });

  it('names paths that exist', () => {
    const paths = codeIn(text)
      .filter((code) =>
        /^(packages|apps|tests|docs|scripts|\.ci)\/[\w./@*<>-]+$|^\.?[\w-]+\.(json|md|mjs|ts)$/.test(code),
      )
      .filter((code) => !/[<*]/.test(code));
    const missing = paths.filter((path) => {
      if (existsSync(join(ROOT, path))) return false;
      // A bare file name such as `queries.ts` names a kind of file: one of that name has to be somewhere.
      return path.includes('/') || !ourFiles.some((file) => file.endsWith(`/${path}`));
    });
    expect(missing).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('names environment variables that exist', async () => {
    const known = [...(await serverVariables()), ...agentVariables(), ...OTHER_VARIABLES, ...CAPITALS];
    const named = codeIn(text)
      .map((code) => code.split('=')[0] ?? '')
      .filter((code) => /^[A-Z][A-Z0-9_]{1,}$/.test(code));
    const message =
      'A word in capitals between backticks is a variable of the environment; names of the sources in capitals have no backticks';
    expect(
      named.filter((name) => !known.includes(name)),
      message,
    ).toEqual([]);
  });
});

const ourFiles = ['packages', 'apps', 'tests', 'scripts']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

async function serverVariables(): Promise<string[]> {
  const { variables } = await import('../apps/server/src/config.ts');
  return Object.keys(variables);
}

function agentVariables(): string[] {
  return Object.keys(settings).map((name) => `HOLDFAST_AGENT_${name.toUpperCase()}`);
}

describe('the documents', () => {
  const everything = pages.map(read).join('\n');

  it('list every npm script, and each is a task of the same name', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts)).toEqual(Object.keys(scripts).filter((name) => Object.hasOwn(tasks, name)));
    expect(Object.keys(tasks).filter((name) => scripts[name] !== `node scripts/holdfast.mjs ${name}`)).toEqual([]);
    const readme = read('README.md');
    expect(Object.keys(scripts).filter((name) => !new RegExp(`\`npm (run )?${name}\``).test(readme))).toEqual([]);
  });

  it('name the minutes that the suites have together', () => {
    const minutes = suites.reduce((sum, suite) => sum + suite.minutes, 0);
    expect(read('README.md')).toContain(`in minutes, ${minutes} in all`);
  });

  it('explain every problem as the table of the contract has it (npm run documents)', () => {
    expect(read('docs/problems.md')).toBe(problemsPage(problems));
  });

  it('state who may what as the contract has it (npm run documents)', () => {
    expect(read('docs/roles.md')).toBe(rolesPage(operationList));
  });

  it('describe every table and column of report templates (npm run documents)', async () => {
    const { RELATIONS, TABLES } = await import('../packages/core/src/reports/dataSet.ts');
    expect(read('docs/reports.md')).toBe(reportsPage(Object.values(TABLES), RELATIONS));
  });

  it('describe every synced table, its columns and the rights to change them (npm run documents)', async () => {
    const { describedTables } = await import('../packages/core/src/db/describe.ts');
    expect(read('docs/tables.md')).toBe(tablesPage(describedTables()));
  });

  it('explain every environment variable of the server', async () => {
    const names = await serverVariables();
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !everything.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(repeatedFaults)('name tests that exist, and one in every row, of %s: %s', (_page, _heading, section) => {
    const [, ...rows] = section.split('\n').filter((line) => line.startsWith('| '));
    const faults = rows.filter((row) => !row.startsWith('| --'));
    expect(faults.length).toBeGreaterThan(10);
    expect(faults.filter((row) => !LINK_TO_TEST.test(row))).toEqual([]);
    const missing = [...section.matchAll(new RegExp(LINK_TO_TEST, 'g'))].filter(
      ([, title = '', file = '']) => !["'", '"', '`'].some((quote) => read(file).includes(`${quote}${title}`)),
    );
    expect(missing.map(([, title, file]) => `${file}: ${title}`)).toEqual([]);
  });

  it('number the decisions without a gap, each with its four parts', () => {
    const files = readdirSync(join(ROOT, 'docs', 'decisions')).filter((file) => /^\d{4}-/.test(file));
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1));
    for (const file of files) {
      const text = read(`docs/decisions/${file}`);
      for (const part of ['Context', 'Options', 'Decision', 'Consequences']) expect(text).toContain(`\n## ${part}\n`);
      expect(read('docs/decisions/README.md')).toContain(`(${file})`);
    }
  });
});

describe('every operation of the contract', () => {
  it('has a handler', async () => {
    const { handlers } = await import('@holdfast/core');
    const ofServer = operationList.filter(({ agentOnly }) => agentOnly !== true).map(({ name }) => name);
    expect(ofServer.filter((name) => !handlers.has(name))).toEqual([]);
  });

  it('has a test that calls it, by its name or at its address', () => {
    const tests = ['packages/core', 'packages/api', 'apps/desktop']
      .flatMap((folder) => testsBelow(join(ROOT, folder, 'src')))
      // What the tests of the agent do together.
      .concat(join(ROOT, 'apps', 'desktop', 'src', 'agent', 'testing', 'desk.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const isCalled = ({ name, path }: { name: string; path: string }): boolean =>
      new RegExp(`\\.${name}\\(|['"\`]${name}['"\`]`).test(tests) ||
      new RegExp(`${path.replace(/\{\w+\}/g, '[^\'"`/ ]+')}['"\`?]`).test(tests);
    expect(operationList.filter((operation) => !isCalled(operation)).map(({ name }) => name)).toEqual([]);
  });
});
