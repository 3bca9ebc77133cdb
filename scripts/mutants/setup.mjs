/**
 * Switches on the mutant of each test file, and defines the switch of mutants again for it, so that the reached ones are recorded under its name. After
 * the first test that fails with a mutant the others of its file are skipped.
 */
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { installSwitch } from './switches.mjs';

const { testPath } = expect.getState();
/** @type {Record<string, number>} */
const mutants = JSON.parse(process.env['HOLDFAST_MUTANT_OF'] ?? '{}');
const mutant = mutants[testPath ?? ''];
// Processes and threads that the test starts receive both.
process.env['HOLDFAST_MUTANT_TEST'] = testPath;
if (mutant === undefined) delete process.env['HOLDFAST_MUTANT'];
else process.env['HOLDFAST_MUTANT'] = String(mutant);

let isLoading = true;
installSwitch(testPath, () => isLoading);
beforeAll(() => {
  isLoading = false;
});

if (mutant !== undefined) {
  let isFound = false;
  beforeEach(({ skip }) => {
    if (isFound) skip();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') isFound = true;
  });
}
