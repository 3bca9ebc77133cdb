/**
 * Keeps one Vitest with its compiled sources, and runs tests in it on request by messages; started by testRuns.mjs. Each run has separate processes,
 * which read the active mutant from the environment.
 */
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { ROOT } from '../bootstrap/run.mjs';

/** @typedef {import('./testRuns.mjs').Answer} Answer */

const vitest = await createVitest('test', {
  config: join(ROOT, 'scripts', 'mutants', 'vitest.config.mjs'),
  watch: false,
  reporters: [{}],
});
/** Every test file, by its path. */
const files = Map.groupBy(await vitest.globTestSpecifications(), ({ moduleId }) => moduleId);

process.on('message', (/** @type {import('./testRuns.mjs').Request} */ request) => {
  run(request).then(
    (answer) => process.send?.(answer),
    (error) => process.send?.({ failed: [], errors: [String(error)], files: [] }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: [...files.keys()] });

/**
 * @param {import('./testRuns.mjs').Request} request
 * @returns {Promise<Answer>}
 */
async function run({ runs, hits, leftOut }) {
  delete process.env['HOLDFAST_MUTANT_HITS'];
  if (hits !== null) process.env['HOLDFAST_MUTANT_HITS'] = hits;
  const active = runs.flatMap(({ test, mutant }) => (mutant === null ? [] : [[join(ROOT, test), mutant]]));
  process.env['HOLDFAST_MUTANT_OF'] = JSON.stringify(Object.fromEntries(active));
  if (leftOut === null) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(new RegExp(leftOut));
  const chosen = runs.flatMap(({ test }) => files.get(join(ROOT, test)) ?? []);
  const result = await vitest.runTestSpecifications(chosen);
  const { unhandledErrors } = result;
  // Vitest returns the files of all its runs, including failed ones of earlier mutants.
  const ran = new Set(chosen.map(({ moduleId }) => moduleId));
  const testModules = result.testModules.filter(({ moduleId }) => ran.has(moduleId));
  return {
    failed: testModules.flatMap((module) => [...module.children.allTests('failed')].map(titleOf)),
    errors: unhandledErrors.map((error) => String(error)),
    files: testModules.map((module) => ({
      path: module.relativeModuleId.replaceAll('\\', '/'),
      ms: module.diagnostic().duration,
      isOk: module.ok(),
    })),
  };
}

/**
 * @param {import('vitest/node').TestCase | import('vitest/node').TestSuite} test
 * @returns {string} its titles with those of the groups around it, as Vitest matches them.
 */
function titleOf(test) {
  const { parent } = test;
  return parent.type === 'module' ? test.name : `${titleOf(parent)} ${test.name}`;
}
