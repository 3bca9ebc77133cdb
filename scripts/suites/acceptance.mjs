/**
 * Checks the statements of docs/acceptance.md against the tests that prove them, on each host. A test states what it proves by ids in its
 * title, such as `[COND-03]`; it counts if it passed in the last whole run of its suite.
 *
 * The page has a section for each kind of statement that is not fully proved:
 * - "Open": no test has its id.
 * - "Open on the agent": it has to hold on both hosts and is proved on the server alone.
 * - "In the window": it is proved by the journeys in the desktop's window alone.
 *
 * A statement is either proved or in one of these sections. `--close` removes proved statements from the sections; `--titles` checks the
 * titles alone, without results.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { ROOT } from '../bootstrap/run.mjs';
import { writeCounts } from './counts.mjs';
import { readResults, SUITES } from './results.mjs';

const PAGE = 'docs/acceptance.md';
/** Journeys in the desktop's window. */
const IN_WINDOW = 'tests/e2e/window/';

/** @typedef {import('./results.mjs').Result} Result */

/**
 * @typedef {object} Finding
 * @property {Map<string, string[]>} statements ids by area, in the order of the page.
 * @property {Map<string, string[]>} proofs titles with their file, by id.
 * @property {Set<string>} open ids the page declares open.
 * @property {Set<string>} openOnAgent ids the page declares open on the agent.
 * @property {Set<string>} inWindow ids the page declares as proved by the journeys in the window alone.
 * @property {Map<string, string>} builds where each id has to hold: `web`, `desktop` or `both`.
 * @property {string[]} faults messages about contradictions.
 */

/**
 * Checks the page against the titles of all tests.
 *
 * @param {string} [root] the folder that holds docs, packages, apps and tests.
 * @returns {Finding}
 */
export function checkAcceptance(root = ROOT) {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const cut = page.search(/^## Open$/m);
  const list = cut === -1 ? page : page.slice(0, cut);

  const builds = new Map(
    [...list.matchAll(/^- \*\*([A-Z]+-\d+)\*\* \[(\w+)\]/gm)].map(([, id = '', build = '']) => [id, build]),
  );
  const ids = [...list.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map((match) => match[1] ?? '');
  const known = new Set(ids);
  const openIds = idsIn(page, 'Open');
  const openOnAgent = idsIn(page, 'Open on the agent');
  const inWindow = idsIn(page, 'In the window');
  const open = new Set(openIds);
  const { proofs, faults } = readProofs(root, known);

  faults.push(...repeated(ids).map((id) => `${PAGE} states ${id} more than once.`));
  for (const [section, what] of /** @type {const} */ ([
    [openIds, 'as open'],
    [openOnAgent, 'as open'],
    [inWindow, 'as proved in the window'],
  ])) {
    faults.push(...repeated(section).map((id) => `${PAGE} lists ${id} ${what} more than once.`));
    faults.push(
      ...section.filter((id) => !known.has(id)).map((id) => `${PAGE} lists ${id} ${what}, which it does not state.`),
    );
  }
  faults.push(
    ...openOnAgent
      .filter((id) => known.has(id) && builds.get(id) !== 'both')
      .map((id) => `${PAGE} lists ${id} as open on the agent, where it need not hold.`),
    ...inWindow
      .filter((id) => known.has(id) && builds.get(id) !== 'desktop')
      .map((id) => `${PAGE} lists ${id} as proved in the window, where more than the desktop has to prove it.`),
    ...inWindow
      .filter((id) => known.has(id) && proofs.get(id)?.some((proof) => proof.startsWith(IN_WINDOW)) !== true)
      .map((id) => `${PAGE} lists ${id} as proved in the window, where no journey names it.`),
  );
  for (const id of known) {
    if (open.has(id) && proofs.has(id))
      faults.push(
        `${id} is proved (${proofs.get(id)?.[0]}) and still listed as open: remove it from the section "Open".`,
      );
    if (!open.has(id) && !proofs.has(id)) faults.push(`${id} is neither proved by a test nor listed as open.`);
  }
  const statements = Map.groupBy(known, (id) => id.slice(0, id.indexOf('-')));
  return { statements, proofs, open, openOnAgent: new Set(openOnAgent), inWindow: new Set(inWindow), builds, faults };
}

/**
 * @param {string} page
 * @param {string} section its heading.
 * @returns {string[]} ids in the lines of a list below a heading.
 */
function idsIn(page, section) {
  const parts = page.split(/^## /m);
  const text = parts.find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^- .*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/\b[A-Z]{4}-\d{2,}\b/g)].map(([id]) => id),
  );
}

/** @typedef {Map<string, Result[]>} Results results of the tests with an id in their titles, by id. */

/**
 * @param {Result[]} results
 * @returns {Results}
 */
export function resultsById(results) {
  /** @type {Results} */
  const byId = new Map();
  for (const result of results) {
    for (const [, id = ''] of result.title.matchAll(/\[([A-Z]{4}-\d{2,})\]/g))
      byId.set(id, [...(byId.get(id) ?? []), result]);
  }
  return byId;
}

/**
 * @param {Result[]} results of the tests with one id.
 * @returns {{ server: boolean, agent: boolean, window: boolean }} the hosts on which it is proved: at least one test passed and none failed.
 */
export function provedOn(results) {
  const on = (/** @type {string[]} */ hosts) => {
    const here = results.filter(({ host, outcome }) => hosts.includes(host) && outcome !== 'skipped');
    return here.length > 0 && here.every(({ outcome }) => outcome === 'passed');
  };
  return {
    server: on(['server', 'shared']),
    agent: on(['agent', 'offline agent', 'shared']),
    window: on(['window']),
  };
}

/**
 * Checks the sections of the page against the results of the last run.
 *
 * @param {Pick<Finding, 'builds' | 'open' | 'openOnAgent' | 'inWindow'>} finding
 * @param {Results} results
 * @param {boolean} [hasWindow] true if the journeys in the window ran, too.
 * @returns {string[]} messages about contradictions.
 */
export function checkResults({ builds, open, openOnAgent, inWindow }, results, hasWindow = false) {
  const faults = [];
  for (const [id, build] of builds) {
    if (open.has(id)) continue;
    const { server, agent, window } = provedOn(results.get(id) ?? []);
    const bad = (results.get(id) ?? []).filter(({ outcome }) => outcome === 'failed');
    const why =
      bad.length > 0 ? `: ${bad[0]?.file}: ${bad[0]?.title} failed` : ': no test that names it ran and passed';
    if (build !== 'desktop' && !server) faults.push(`${id} is not proved on the server${why}.`);
    if (build === 'desktop' && !agent && !inWindow.has(id)) faults.push(`${id} is not proved on the agent${why}.`);
    if (inWindow.has(id) && hasWindow && !window) faults.push(`${id} is not proved in the window${why}.`);
    if (inWindow.has(id) && agent)
      faults.push(`${id} is proved on the agent: remove it from the section "In the window".`);
    if (build === 'both' && !agent && !openOnAgent.has(id)) faults.push(`${id} is not proved on the agent${why}.`);
    if (build === 'both' && agent && openOnAgent.has(id))
      faults.push(`${id} is proved on the agent: remove it from the section "Open on the agent".`);
  }
  return faults;
}

/**
 * @param {string[]} values
 * @returns {string[]} each value that occurs more than once, once.
 */
function repeated(values) {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

/**
 * @param {string} root
 * @param {Set<string>} known
 * @returns {{ proofs: Map<string, string[]>, faults: string[] }}
 */
function readProofs(root, known) {
  /** @type {Map<string, string[]>} */
  const proofs = new Map();
  /** @type {string[]} */
  const faults = [];
  for (const file of testFiles(root)) {
    for (const title of titlesOf(readFileSync(join(root, file), 'utf8'), file)) {
      for (const [, bracket = ''] of title.matchAll(/\[([^\]]*[A-Z]{4}-\d[^\]]*)\]/g)) {
        if (!/^[A-Z]{4}-\d{2,}$/.test(bracket))
          faults.push(`${file}: [${bracket}] is not one id; name each in brackets of its own.`);
        else if (!known.has(bracket)) faults.push(`${file}: [${bracket}] is not stated in ${PAGE}.`);
        else proofs.set(bracket, [...(proofs.get(bracket) ?? []), `${file}: ${title}`]);
      }
    }
  }
  return { proofs, faults };
}

/**
 * @param {string} root
 * @returns {string[]} paths of the tests of packages and apps, and of the journeys.
 */
function testFiles(root) {
  return ['packages', 'apps', 'tests/e2e']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) =>
        entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/** Modifiers of a test that does not run, or that is expected to fail. */
const IDLE = new Set(['skip', 'todo', 'fixme', 'fail', 'fails']);

/**
 * Returns the titles of the tests that a file runs: the first argument of a call, if it is a text. Skipped tests and those inside them
 * prove nothing.
 *
 * @param {string} source
 * @param {string} file its path, from which the syntax follows.
 * @returns {string[]}
 */
export function titlesOf(source, file) {
  const tree = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' });
  /** @type {string[]} */
  const titles = [];
  visit(tree);
  return titles;

  /** @param {any} node */
  function visit(node) {
    if (Array.isArray(node)) {
      for (const entry of node) visit(entry);
    } else if (node !== null && typeof node === 'object') {
      if (node.type === 'CallExpression') {
        const names = namesOf(node.callee);
        if (names.some((name) => IDLE.has(name))) return;
        const title = names.length > 0 ? textOf(node.arguments[0]?.expression) : undefined;
        if (title !== undefined) titles.push(title);
      }
      for (const entry of Object.values(node)) visit(entry);
    }
  }
}

/**
 * @param {any} callee
 * @returns {string[]} `['it', 'each']` of `it.each(rows)`; empty when it is no chain of names.
 */
function namesOf(callee) {
  if (callee.type === 'Identifier') return [callee.value];
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return [];
  const before = namesOf(callee.object);
  return before.length > 0 ? [...before, callee.property.value] : [];
}

/**
 * @param {any} node
 * @returns {string | undefined} the fixed text of a literal, with "…" for expressions of a template.
 */
function textOf(node) {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map((/** @type {any} */ quasi) => quasi.cooked ?? quasi.raw).join('…');
}

/**
 * Prints the proofs of each statement, and a table with the number of statements that have to hold and that are proved on each host.
 *
 * @param {Finding} finding
 * @param {Results} results
 */
function print({ statements, builds, open, openOnAgent, inWindow }, results) {
  /** @type {string[]} */
  const table = [];
  const ofAll = [...builds.keys()].map((id) => standing(id));
  for (const [area, ids] of statements) {
    table.push(`${area.padEnd(6)}${row(ids.map((id) => standing(id)))}`);
    for (const id of ids) {
      for (const [index, { file, title, host, outcome }] of (results.get(id) ?? []).entries())
        console.log(`  ${index === 0 ? id : ' '.repeat(id.length)}  ${host}, ${outcome}: ${file}: ${title}`);
    }
  }
  const head = ['server', 'agent', 'window', 'proved'].map((name) => name.padStart(12)).join('');
  console.log(`\n${'area'.padEnd(6)}${head}\n${table.join('\n')}\n${'all'.padEnd(6)}${row(ofAll)}`);
  console.log(
    `\n${ofAll.filter(({ proved }) => proved).length} of ${ofAll.length} statements are proved on every host where they have to hold; ${open.size} open, ${openOnAgent.size} open on the agent`,
  );

  /** @param {string} id */
  function standing(id) {
    const build = builds.get(id) ?? '';
    const on = provedOn(results.get(id) ?? []);
    const server = build === 'desktop' ? undefined : on.server;
    const window = inWindow.has(id) ? on.window : undefined;
    const agent = build === 'web' || window !== undefined ? undefined : on.agent;
    return { server, agent, window, proved: server !== false && agent !== false && window !== false };
  }

  /** @param {ReturnType<typeof standing>[]} all */
  function row(all) {
    const share = (/** @type {(boolean | undefined)[]} */ wanted) => {
      const needed = wanted.filter((each) => each !== undefined);
      return (needed.length === 0 ? '' : `${needed.filter(Boolean).length} of ${needed.length}`).padStart(12);
    };
    return [
      share(all.map(({ server }) => server)),
      share(all.map(({ agent }) => agent)),
      share(all.map(({ window }) => window)),
      share(all.map(({ proved }) => proved)),
    ].join('');
  }
}

/**
 * Removes proved ids from the section "Open", and those proved on the agent from "Open on the agent" and "In the window".
 *
 * @param {string} [root]
 * @param {Results} [results] of the last run; without them the latter two are not changed.
 */
export function closeProved(root = ROOT, results = new Map()) {
  const { proofs } = checkAcceptance(root);
  const path = join(root, PAGE);
  const parts = readFileSync(path, 'utf8').split(/^(?=## )/m);
  const onAgent = (/** @type {string} */ id) => provedOn(results.get(id) ?? []).agent;
  /** @type {[string, (id: string) => boolean][]} */
  const sections = [
    ['Open', (id) => proofs.has(id)],
    ['Open on the agent', onAgent],
    ['In the window', onAgent],
  ];
  const closed = parts.map((part) => {
    const isProved = sections.find(([heading]) => part.startsWith(`## ${heading}\n`))?.[1];
    if (isProved === undefined) return part;
    const lines = part
      .split('\n')
      .map((line) =>
        line.startsWith('- ')
          ? line.replaceAll(/ ([A-Z]{4}-\d{2,})\b/g, (text, id) => (isProved(id) ? '' : text))
          : line,
      );
    return lines.filter((line) => !/^- [A-Z]{4}:$/.test(line)).join('\n');
  });
  writeFileSync(path, closed.join(''));
}

/**
 * @returns {{ results: Results, missing: string[], hasWindow: boolean }} of the last whole runs; `missing`: messages about suites without a
 * run. The journeys in the window are not part of `npm test`: without them, statements that they alone prove count as not proved, without a
 * message.
 */
function lastResults() {
  const runs = SUITES.map((suite) => ({ suite, run: readResults(suite) }));
  for (const { suite, run } of runs)
    console.log(`${suite}: ${run ? `${run.results.length} results of ${run.at}` : 'no whole run'}`);
  const missing = runs
    .filter(({ suite, run }) => !run && suite !== 'window')
    .map(({ suite }) => `Nothing is proved before \`npm run ${suite}\` has run as a whole.`);
  const hasWindow = runs.some(({ suite, run }) => run !== undefined && suite === 'window');
  return { results: resultsById(runs.flatMap(({ run }) => run?.results ?? [])), missing, hasWindow };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const titlesOnly = process.argv.includes('--titles');
  const { results, missing, hasWindow } = titlesOnly
    ? { results: new Map(), missing: [], hasWindow: false }
    : lastResults();
  if (process.argv.includes('--close')) closeProved(ROOT, results);
  const finding = checkAcceptance();
  if (!titlesOnly) print(finding, results);
  const faults = [
    ...finding.faults,
    ...missing,
    ...(titlesOnly || missing.length > 0 ? [] : checkResults(finding, results, hasWindow)),
  ];
  for (const fault of faults) console.error(`✗ ${fault}`);
  writeCounts(process.argv.slice(2), {
    passed: faults.length > 0 ? 0 : 1,
    failed: faults.length > 0 ? 1 : 0,
    skipped: 0,
    notes: [
      `acceptance: ${finding.open.size} statements are open, ${finding.openOnAgent.size} on the agent; \`npm run window\` proves ${finding.inWindow.size} more`,
    ],
  });
  process.exitCode = faults.length > 0 ? 1 : 0;
}
