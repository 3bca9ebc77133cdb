/** Plants a fault while modules are loaded, so that the product's sources need no switch for it. */
import { registerHooks } from 'node:module';
import type { Fault } from './faults.ts';
import { patchSources } from './patching.ts';

const SOURCES = new URL('../../', import.meta.url);
const RULES = new URL('rules.ts', SOURCES).href;
const WATCHED_RULES = new URL('./watchedRules.ts', import.meta.url).href;

/**
 * Registers hooks for this thread: `watchedRules.ts` replaces `rules.ts`, and the sources that a fault names are changed. Call it before the
 * simulation is imported.
 * @returns a check that throws when a source to change was not loaded
 */
export function plant(fault: Fault | null): () => void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const replaced = resolved.url === RULES && context.parentURL !== WATCHED_RULES;
      return replaced ? { ...resolved, url: WATCHED_RULES } : resolved;
    },
  });
  return patchSources(
    (fault?.patches ?? []).map(({ file, ...patch }) => ({ ...patch, url: new URL(file, SOURCES).href })),
  );
}
