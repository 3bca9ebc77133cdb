/** The tests beside the source with mutants compiled in; run by `npm run mutants` alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { ROOT } from '../bootstrap/run.mjs';
import { withSwitches } from './switches.mjs';

/** @type {import('./points.mjs').Mutant[]} */
const plan = JSON.parse(readFileSync(/** @type {string} */ (process.env['HOLDFAST_MUTANTS']), 'utf8'));
const byFile = Map.groupBy(plan, ({ file }) => join(ROOT, file).replaceAll('\\', '/'));

const mutants = {
  name: 'mutants',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} code @param {string} id */
  transform(code, id) {
    const own = byFile.get(id.split('?')[0] ?? '');
    return own === undefined ? null : { code: withSwitches(code, own), map: null };
  },
};

export default mergeConfig(base, {
  root: ROOT,
  plugins: [mutants],
  test: {
    retry: 0,
    // The cache identifies sources by their text, without the mutants compiled into them.
    fsModuleCache: false,
    setupFiles: ['scripts/mutants/setup.mjs'],
    projects: [{ extends: true, test: { name: 'example', include: ['tests/mutants/*.test.ts'] } }],
  },
});
