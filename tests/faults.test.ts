import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testEngines, testPostgres } from '@holdfast/core/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArena } from './faults/arena.ts';
import { playRound } from './faults/round.ts';

const ROOT = join(import.meta.dirname, '..');
const SEED = 1;
/** Number of rounds; HOLDFAST_RUNS sets another. */
const ROUNDS = Number(process.env['HOLDFAST_RUNS'] ?? 2);

describe('A server and two desktops that are killed, disconnected and run out of disk space during work', () => {
  beforeAll(() => {
    const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'server', 'agent'], {
      encoding: 'utf8',
    });
    expect(built.status, built.stderr).toBe(0);
  });

  for (const engine of testEngines)
    it.skipIf(engine === 'postgres' && testPostgres === undefined)(
      `lose no edit that was confirmed, and agree to the last column, with ${engine} behind the server`,
      { timeout: 60_000 + ROUNDS * 60_000 },
      async ({ annotate }) => {
        const arena = await openArena(engine === 'postgres' ? testPostgres! : null);
        try {
          if (arena.diskMissing !== null) await annotate(`No disk is filled up: ${arena.diskMissing}`);
          let confirmed = 0;
          for (let round = 0; round < ROUNDS; round++) {
            const played = await playRound(arena, SEED, round, 1500, 'quick');
            expect(played.found, `seed ${SEED}, round ${round}:\n${played.story.join('\n')}`).toEqual([]);
            confirmed += played.confirmed;
          }
          expect(confirmed).toBeGreaterThan(ROUNDS);
        } finally {
          await arena.close();
        }
      },
    );
});
