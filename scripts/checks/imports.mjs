/**
 * Runs the import rules of .dependency-cruiser.mjs over the whole tree, or over another one of the same shape, and two more
 * that cannot be expressed there: workspaces declare each other in their package.json, and features form no cycle.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import configuration, { TESTS } from '../../.dependency-cruiser.mjs';
import { ROOT } from '../bootstrap/run.mjs';

/**
 * @typedef {object} Violation
 * @property {string} rule
 * @property {string} from path of the importing file, or of the first feature of a cycle.
 * @property {string} to path or name of what it imports.
 * @property {string} comment statement of the rule.
 */

/** @typedef {Pick<import('dependency-cruiser').IModule, 'source' | 'dependencies'>} Module */

const OURS = /^(packages|apps|tests|scripts)\//;

/**
 * @param {string} [root] the folder that holds packages, apps and tests.
 * @returns {Promise<{ modules: string[], violations: Violation[] }>} modules: paths of our own files that were read.
 */
export async function checkImports(root = ROOT) {
  const folders = ['packages', 'apps', 'tests', 'scripts'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...configuration.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden },
  });
  if (typeof output === 'string')
    throw new Error('dependency-cruiser answered with a text where a result was expected.');
  const comments = new Map(configuration.forbidden?.map(({ name, comment }) => [name, comment ?? '']));
  const cruised = output.summary.violations
    .filter(({ cycle }) => !cycle)
    .map(({ rule, from, to }) => ({ rule: rule.name, from, to, comment: comments.get(rule.name) ?? '' }));
  const cycles = output.summary.violations.flatMap(({ from, cycle }) =>
    cycle ? [[from, ...cycle.map(({ name }) => name)]] : [],
  );
  const modules = output.modules.filter(({ source }) => OURS.test(source));
  return {
    modules: modules.map(({ source }) => source),
    violations: [...cruised, ...knots(cycles), ...undeclaredWorkspaces(modules, root), ...featureCycles(modules)],
  };
}

/**
 * Groups cycles that share a file, to be resolved together: each group is reported once, by its shortest cycle.
 *
 * @param {string[][]} cycles each from a file back to itself.
 * @returns {Violation[]} one per knot.
 */
function knots(cycles) {
  /** @type {{ files: Set<string>, shortest: string[] }[]} */
  let found = [];
  for (const cycle of cycles.toSorted((one, other) => one.length - other.length)) {
    const touched = found.filter(({ files }) => cycle.some((file) => files.has(file)));
    const files = new Set([...touched.flatMap((knot) => [...knot.files]), ...cycle]);
    found = [...found.filter((knot) => !touched.includes(knot)), { files, shortest: touched[0]?.shortest ?? cycle }];
  }
  return found.map(({ files, shortest: [from = '', ...rest] }) => ({
    rule: 'no-cycle',
    from,
    to: rest.join(' → '),
    comment: `${files.size} files need each other: ${[...files].toSorted().join(', ')}.`,
  }));
}

/**
 * @param {Module[]} modules
 * @param {string} root
 * @returns {Violation[]} imports of a workspace that the importing one does not name in its package.json.
 */
function undeclaredWorkspaces(modules, root) {
  /** @type {Map<string, Set<string>>} */
  const declared = new Map();
  const declaredBy = (/** @type {string} */ folder) => {
    const known = declared.get(folder);
    if (known) return known;
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const names = new Set([manifest.name, ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })]);
    declared.set(folder, names);
    return names;
  };
  return modules.flatMap(({ source, dependencies }) => {
    const folder = /^(?:(?:packages|apps)\/[^/]+|tests)(?=\/)/.exec(source)?.[0];
    if (!folder) return [];
    return dependencies
      .filter(({ module }) => module.startsWith('@holdfast/'))
      .filter(({ module }) => !declaredBy(folder).has(module.split('/').slice(0, 2).join('/')))
      .map(({ module }) => ({
        rule: 'declared-dependencies',
        from: source,
        to: module,
        comment: `${folder}/package.json does not name it.`,
      }));
  });
}

/**
 * @param {string} path
 * @returns {string | undefined} the folder of the feature a file belongs to.
 */
function featureOf(path) {
  return /^packages\/core\/src\/(?!db\/|testing\/)[^/]+(?=\/)|^apps\/web\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * @param {Module[]} modules
 * @returns {Violation[]} one per cycle of features, for any number of its files
 */
function featureCycles(modules) {
  const tests = new RegExp(TESTS);
  /** @type {Map<string, Set<string>>} */
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (!from || tests.test(source)) continue;
    const reached = graph.get(from) ?? new Set();
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (to && to !== from) reached.add(to);
    }
    graph.set(from, reached);
  }
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  const follow = (/** @type {string} */ feature, /** @type {string[]} */ path) => {
    const at = path.indexOf(feature);
    if (at !== -1) {
      const cycle = path.slice(at);
      cycles.set(cycle.toSorted().join(), cycle);
      return;
    }
    for (const next of graph.get(feature) ?? []) follow(next, [...path, feature]);
  };
  for (const feature of graph.keys()) follow(feature, []);
  return [...cycles.values()].map((cycle) => ({
    rule: 'feature-cycle',
    from: cycle[0] ?? '',
    to: [...cycle.slice(1), cycle[0]].join(' → '),
    comment: 'Two features that need each other are one, or hide a third.',
  }));
}
