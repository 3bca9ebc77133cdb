/**
 * Which statement of docs/acceptance.md is proved by which test. A test proves a statement by naming its id in the title,
 * `[COND-03]`; what no test proves yet stands in the section "Open" at the end of the page. Nothing may be in neither place,
 * or in both. `--close` takes what is proved out of that section.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { ROOT } from './bootstrap/run.mjs';
import { writeCounts } from './counts.mjs';

const PAGE = 'docs/acceptance.md';

/**
 * @typedef {object} Finding
 * @property {Map<string, string[]>} statements ids by area, in the order of the page.
 * @property {Map<string, string[]>} proofs titles with their file, by id.
 * @property {Set<string>} open ids the page declares open.
 * @property {string[]} faults sentences about what does not fit together.
 */

/**
 * @param {string} [root] the folder that holds docs, packages, apps and tests.
 * @returns {Finding}
 */
export function checkAcceptance(root = ROOT) {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const cut = page.search(/^## Open$/m);
  const list = cut === -1 ? page : page.slice(0, cut);
  const openText = cut === -1 ? '' : page.slice(cut);

  const ids = [...list.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map((match) => match[1] ?? '');
  const known = new Set(ids);
  const openIds = [...openText.matchAll(/\b[A-Z]{4}-\d{2,}\b/g)].map(([id]) => id);
  const open = new Set(openIds);
  const { proofs, faults } = readProofs(root, known);

  faults.push(...repeated(ids).map((id) => `${PAGE} states ${id} more than once.`));
  faults.push(...repeated(openIds).map((id) => `${PAGE} lists ${id} as open more than once.`));
  faults.push(
    ...openIds.filter((id) => !known.has(id)).map((id) => `${PAGE} lists ${id} as open, which it does not state.`),
  );
  for (const id of known) {
    if (open.has(id) && proofs.has(id))
      faults.push(
        `${id} is proved (${proofs.get(id)?.[0]}) and still listed as open: remove it from the section "Open".`,
      );
    if (!open.has(id) && !proofs.has(id)) faults.push(`${id} is neither proved by a test nor listed as open.`);
  }
  const statements = Map.groupBy(known, (id) => id.slice(0, id.indexOf('-')));
  return { statements, proofs, open, faults };
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

/** What stands in the name of a test that does not run, or whose failure is what is wanted. */
const IDLE = new Set(['skip', 'todo', 'fixme', 'fail', 'fails']);

/**
 * Titles of what a test file runs: the first argument of a call, when it is a text. What is skipped or left for later, and
 * what lies inside of it, proves nothing.
 *
 * @param {string} source
 * @param {string} file its path, which tells how to read it.
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
 * @returns {string | undefined} the fixed text of a literal; holes of a template become "…".
 */
function textOf(node) {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map((/** @type {any} */ quasi) => quasi.cooked ?? quasi.raw).join('…');
}

/** @param {Finding} finding */
function print({ statements, proofs, open, faults }) {
  let proved = 0;
  let total = 0;
  for (const [area, ids] of statements) {
    const done = ids.filter((id) => proofs.has(id));
    proved += done.length;
    total += ids.length;
    console.log(`${area}  ${String(done.length).padStart(3)} of ${String(ids.length).padStart(3)} proved`);
    for (const id of done) {
      for (const [index, proof] of (proofs.get(id) ?? []).entries())
        console.log(`  ${index === 0 ? id : ' '.repeat(id.length)}  ${proof}`);
    }
  }
  console.log(`\n${proved} of ${total} statements proved, ${open.size} open`);
  for (const fault of faults) console.error(`✗ ${fault}`);
}

/**
 * Takes the ids that tests prove by now out of the section "Open".
 *
 * @param {string} [root]
 */
export function closeProved(root = ROOT) {
  const { proofs } = checkAcceptance(root);
  const path = join(root, PAGE);
  const page = readFileSync(path, 'utf8');
  const cut = page.search(/^## Open$/m);
  if (cut === -1) return;
  const left = page
    .slice(cut)
    .split('\n')
    .map((line) => line.replaceAll(/ ([A-Z]{4}-\d{2,})\b/g, (text, id) => (proofs.has(id) ? '' : text)))
    .filter((line) => !/^- [A-Z]{4}:$/.test(line));
  writeFileSync(path, page.slice(0, cut) + left.join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--close')) closeProved();
  const finding = checkAcceptance();
  print(finding);
  const failed = finding.faults.length > 0;
  writeCounts(process.argv.slice(2), {
    passed: failed ? 0 : 1,
    failed: failed ? 1 : 0,
    skipped: 0,
    notes: [`acceptance: ${finding.open.size} statements are open`],
  });
  process.exitCode = failed ? 1 : 0;
}
