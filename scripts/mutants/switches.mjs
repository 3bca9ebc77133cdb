/** Compiles mutants into a source, each behind a switch that is off, and switches one of them on in a process. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./points.mjs').Mutant} Mutant */

/**
 * Compiles mutants into a source, each behind a switch: `globalThis.holdfastMutant(id)` is true for the one that is on. Without this function the
 * source behaves as before.
 *
 * @param {string} source
 * @param {readonly Mutant[]} mutants of that source
 */
export function withSwitches(source, mutants) {
  const inOrder = mutants.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  /** @param {number} start @param {number} end @param {readonly Mutant[]} inside */
  const rendered = (start, end, inside) => {
    let text = '';
    let at = start;
    for (let i = 0; i < inside.length;) {
      const mutant = /** @type {Mutant} */ (inside[i]);
      let next = i + 1;
      while (next < inside.length && /** @type {Mutant} */ (inside[next]).start < mutant.end) next += 1;
      const original = rendered(mutant.start, mutant.end, inside.slice(i + 1, next));
      const test = `globalThis.holdfastMutant?.(${mutant.id})`;
      text += source.slice(at, mutant.start);
      text +=
        mutant.after === '' || mutant.isStatement === true
          ? `{ if (${test}) { ${mutant.after} } else { ${original} } }`
          : `(${test} ? (${mutant.after}) : (${original}))`;
      at = mutant.end;
      i = next;
    }
    return text + source.slice(at, end);
  };
  return rendered(0, source.length, inOrder);
}

/**
 * Defines `globalThis.holdfastMutant` in this process: it is true for the mutant named in the environment, and records once for each test file which
 * mutants are reached, with the word `loading` for one that is reached before the first test, as modules are loaded.
 *
 * @param {string | undefined} test path of the test file; undefined: no test file runs yet
 * @param {() => boolean} isLoading whether no test has begun
 */
export function installSwitch(test, isLoading = () => false) {
  const active = Number(process.env['HOLDFAST_MUTANT'] ?? Number.NaN);
  const folder = process.env['HOLDFAST_MUTANT_HITS'];
  /** @type {Set<number>} */
  const reached = new Set();
  /** @type {{ holdfastMutant?: (id: number) => boolean }} */ (globalThis).holdfastMutant = (id) => {
    if (folder !== undefined && test !== undefined && !reached.has(id)) {
      reached.add(id);
      // Written at once, because some tests kill the process.
      appendFileSync(join(folder, 'hits.txt'), `${id} ${isLoading() ? 'loading' : 'running'} ${test}\n`);
    }
    return id === active;
  };
}
