/**
 * Runs stories of photos and files and prints the first one in which a promise does not hold. `node
 * apps/desktop/src/agent/testing/contents/main.ts --seeds 1000 [--from n] [--fault name]`
 */
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { contentFaults } from './faults.ts';
import { openStories } from './stories.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    fault: { type: 'string' },
  },
});
const from = Number(values.from);
const fault = contentFaults.find(({ name }) => name === values.fault) ?? null;
if (values.fault !== undefined && fault === null)
  throw new Error(`No such fault; there are ${contentFaults.map(({ name }) => name).join(', ')}.`);
const stories = openStories(fault);
const started = performance.now();
let played = 0;
for (let seed = from; seed < from + Number(values.seeds); seed++) {
  const failure = await stories.play(seed);
  played += 1;
  if (failure === null) continue;
  stdout.write(`${failure.story.join('\n')}\nseed ${seed}: ${failure.message}\n`);
  process.exitCode = 1;
  break;
}
await stories.close();
stdout.write(`${played} seeds from ${from}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
