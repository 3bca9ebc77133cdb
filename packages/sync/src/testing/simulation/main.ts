/**
 * Plays seeds and prints the shortest sequence of steps that breaks an invariant.
 * `node packages/sync/src/testing/simulation/main.ts --seeds 100000 [--from n] [--fault name]`
 */
import { cpuUsage, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import { STEPS } from './run.ts';
import { openSimulation } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    fault: { type: 'string' },
  },
});
const from = Number(values.from);
const count = Number(values.seeds);
const fault = faults.find(({ name }) => name === values.fault) ?? null;
if (values.fault !== undefined && fault === null)
  throw new Error(`No such fault; there are ${faults.map(({ name }) => name).join(', ')}.`);
const simulation = openSimulation(fault);
const started = performance.now();
let played = 0;
for (let seed = from; seed < from + count; seed++) {
  const failure = await simulation.play(seed);
  played += 1;
  if (failure === null) continue;
  const shortest = await simulation.shrink(failure);
  stdout.write(`${shortest.story.map((line) => `  ${line}`).join('\n')}\n`);
  stdout.write(`seed ${seed}, ${shortest.steps.length} of ${STEPS} steps: ${shortest.message}\n`);
  process.exitCode = 1;
  break;
}
await simulation.close();
const seconds = (performance.now() - started) / 1000;
const { user, system } = cpuUsage();
stdout.write(
  `${played} seeds from ${from}, ${played * STEPS} steps: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processor\n`,
);
