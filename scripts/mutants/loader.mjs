/** Compiles mutants into modules that Node loads in processes and threads started by tests. Passed to them by NODE_OPTIONS. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../bootstrap/run.mjs';
import { installSwitch, withSwitches } from './switches.mjs';

/** @type {import('./points.mjs').Mutant[]} */
const plan = JSON.parse(readFileSync(/** @type {string} */ (process.env['HOLDFAST_MUTANTS']), 'utf8'));
const byAddress = Map.groupBy(plan, ({ file }) => pathToFileURL(join(ROOT, file)).href);
installSwitch(process.env['HOLDFAST_MUTANT_TEST']);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const own = byAddress.get(url.split('?')[0] ?? '');
    if (own === undefined || loaded.source === undefined || loaded.source === null) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: withSwitches(source, own) };
  },
});
