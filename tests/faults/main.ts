/**
 * Rounds of work and failure over real processes: `npm run faults -- --rounds 200 --engine postgres --seed 7`. PostgreSQL is the one
 * HOLDFAST_TEST_PG names, or one of its own. Ends with 1 when a round found something, after printing its events.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../scripts/suites/postgres.mjs';
import { openArena } from './arena.ts';
import { playRound } from './round.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '2.5' },
    /** No round begins after this many. */
    minutes: { type: 'string', default: '600' },
  },
});
const named = process.env['HOLDFAST_TEST_PG'];
const own = values.engine === 'postgres' && named === undefined ? await startPostgres() : null;
if (own !== null && 'missing' in own) throw new Error(own.missing);
const postgres = values.engine === 'postgres' ? (named ?? own!.url) : null;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seed = Number(values.seed);
const arena = await openArena(postgres);
const faults: Record<string, number> = {};
const sum = { confirmed: 0, unanswered: 0, rounds: 0 };
if (arena.diskMissing !== null) say(`No disk is filled up: ${arena.diskMissing}`);
try {
  const latest = Date.now() + Number(values.minutes) * 60_000;
  for (let round = 0; round < Number(values.rounds) && Date.now() < latest; round++) {
    const began = Date.now();
    const {
      found,
      story,
      confirmed,
      unanswered,
      faults: failed,
    } = await playRound(arena, seed, round, Number(values.seconds) * 1000, 'all');
    for (const [name, times] of Object.entries(failed)) faults[name] = (faults[name] ?? 0) + times;
    sum.confirmed += confirmed;
    sum.unanswered += unanswered;
    sum.rounds += 1;
    say(`round ${round}: ${confirmed} edits, ${Object.keys(failed).join(', ')}, ${Date.now() - began} ms`);
    if (found.length === 0) continue;
    say(`\nSeed ${seed}, round ${round} on ${values.engine}:\n${story.join('\n')}\n\nFound:\n${found.join('\n')}`);
    process.exitCode = 1;
    break;
  }
} catch (error) {
  // The data show what happened.
  process.exitCode = 1;
  throw error;
} finally {
  say(`\n${sum.rounds} rounds, ${sum.confirmed} edits done, ${sum.unanswered} without an answer`);
  for (const [name, times] of Object.entries(faults)) say(`${String(times).padStart(6)}  ${name}`);
  const hosts = [arena.server, ...arena.desktops.map(({ agent }) => agent)];
  if (process.exitCode === 1) say(`\nThe data are kept in ${hosts.map(({ folder }) => folder).join(', ')}`);
  await arena.close(process.exitCode === 1);
  if (process.exitCode !== 1) own?.stop();
}
