/**
 * Passes random input to frx: `node packages/frx/src/testing/fuzz/main.ts --cases 1000000 [--seed n] [--only templates]`. Prints its
 * progress, and at the end the smallest failing case of every kind, with the seed that reproduces it.
 */
import { parseArgs } from 'node:util';
import { subjects, tryCases } from './subjects.ts';
import type { Failure } from './subjects.ts';

/** Number of cases of all kinds between two progress lines. */
const ROUND = 2000;

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const wanted = Number(values.cases);
const firstSeed = Number(values.seed);
const chosen = subjects.filter(({ name }) => values.only === undefined || name === values.only);
if (!Number.isSafeInteger(wanted) || wanted < 1 || !Number.isSafeInteger(firstSeed) || chosen.length === 0) {
  process.stderr.write(
    `--cases and --seed want whole numbers, --only one of: ${subjects.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

const shares = chosen.reduce((sum, { share }) => sum + share, 0);
const failures = new Map<string, Failure & { readonly seed: number }>();
const start = performance.now();
let done = 0;
let tried = 0;
for (let seed = firstSeed; done < wanted; seed++) {
  const round = Math.min(ROUND, wanted - done);
  for (const subject of chosen) {
    if (failures.has(subject.name)) continue;
    const cases = Math.max(1, Math.round((round * subject.share) / shares));
    tried += cases;
    const failure = await tryCases(subject, cases, seed);
    if (failure === undefined) continue;
    failures.set(subject.name, { ...failure, seed });
    process.stdout.write(`\n${failure.subject}, seed ${seed}: ${failure.error}\n${failure.source}\n\n`);
  }
  done += round;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(`${done} of ${wanted} cases, ${seconds} s, ${failures.size} kinds went wrong\n`);
}
if (failures.size > 0) process.stdout.write(`A kind that went wrong was not tried further: ${tried} cases in all.\n`);
process.exitCode = failures.size > 0 ? 1 : 0;
