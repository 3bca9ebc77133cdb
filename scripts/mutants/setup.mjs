/** Switches one mutant on in a process of tests, and writes down which mutants each test file reached. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

const active = Number(process.env['HOLDFAST_MUTANT'] ?? Number.NaN);
const folder = process.env['HOLDFAST_MUTANT_HITS'];
/** @type {Set<number>} */
const reached = new Set();

/** @type {{ holdfastMutant?: (id: number) => boolean }} */ (globalThis).holdfastMutant = (id) => {
  reached.add(id);
  return id === active;
};

afterAll(() => {
  const { testPath } = expect.getState();
  if (folder === undefined || testPath === undefined) return;
  const name = createHash('sha256').update(testPath).digest('hex').slice(0, 16);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ test: testPath, reached: [...reached] }));
});
