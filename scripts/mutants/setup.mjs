/** Defines the switch of mutants again for each test file, so that the reached mutants are recorded under its name. */
import { expect } from 'vitest';
import { installSwitch } from './switches.mjs';

const { testPath } = expect.getState();
// Processes and threads that the test starts receive it.
process.env['HOLDFAST_MUTANT_TEST'] = testPath;
installSwitch(testPath);
