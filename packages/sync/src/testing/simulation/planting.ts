/** Plants a fault while modules are loaded, so that the product's sources hold no switch for it. */
import { registerHooks } from 'node:module';
import type { Fault, Patch } from './faults.ts';

const SOURCES = new URL('../../', import.meta.url);
const RULES = new URL('rules.ts', SOURCES).href;
const WATCHED_RULES = new URL('./watchedRules.ts', import.meta.url).href;

/**
 * Registers hooks for this thread: `watchedRules.ts` stands in for `rules.ts`, and the sources that a fault names are changed. Call it before the
 * simulation is imported.
 * @returns a check that throws when a source to change was not loaded
 */
export function plant(fault: Fault | null): () => void {
  const patches = Map.groupBy(fault?.patches ?? [], ({ file }) => new URL(file, SOURCES).href);
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const replaced = resolved.url === RULES && context.parentURL !== WATCHED_RULES;
      return replaced ? { ...resolved, url: WATCHED_RULES } : resolved;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const own = patches.get(url);
      if (own === undefined || !loaded.source) return loaded;
      patches.delete(url);
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: own.reduce(patched, source) };
    },
  });
  return () => {
    if (patches.size > 0) throw new Error(`Not loaded: ${[...patches.keys()].join(', ')}`);
  };
}

/** @throws {Error} when the text to replace does not occur exactly once: the source has changed, and the fault has to follow it */
function patched(source: string, { file, find, replace }: Patch): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}
