import { registerHooks } from 'node:module';

/** A change of a source. `find` occurs exactly once in it. */
export interface SourcePatch {
  url: string;
  find: string;
  replace: string;
}

/**
 * Changes sources of this thread while they are loaded.
 * @returns a check that throws when one of them was not loaded
 */
export function patchSources(patches: readonly SourcePatch[]): () => void {
  const waiting = Map.groupBy(patches, ({ url }) => url);
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const own = waiting.get(url);
      if (own === undefined || !loaded.source) return loaded;
      waiting.delete(url);
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: own.reduce(patched, source) };
    },
  });
  return () => {
    if (waiting.size > 0) throw new Error(`Not loaded: ${[...waiting.keys()].join(', ')}`);
  };
}

/** @throws {Error} when the text to replace does not occur exactly once, because the source has changed and the fault has to be adapted */
function patched(source: string, { url, find, replace }: SourcePatch): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${url.split('/src/').at(-1)} holds ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}
