/**
 * Rounds of failure in the desktop's own window: `npm run faults:desktop -- --rounds 200 --seed 7`. Ends with 1 when a round found something:
 * an answered edit that is lost, or an application that cannot be used again.
 */
import { parseArgs } from 'node:util';
import { playRounds } from './rounds.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const played = await playRounds({ rounds: Number(values.rounds), seed: Number(values.seed), say });
say(`\n${played.answered} edits answered, seed ${values.seed}`);
for (const [fault, rounds] of Object.entries(played.faults)) say(`${String(rounds).padStart(6)}  ${fault}`);
if (played.found.length > 0) {
  say(`\nFound:\n${played.found.join('\n')}`);
  process.exitCode = 1;
}
