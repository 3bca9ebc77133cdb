import { expect, test } from '@playwright/test';
import { FAULTS, playRounds } from '../../faults/desktop/rounds.ts';

test('loses no acknowledged edit and starts again after each part was killed, its reader removed, its disk filled and an update interrupted', async () => {
  test.setTimeout(900_000);
  const { found, answered } = await playRounds({
    rounds: FAULTS.length,
    seed: 1,
    say: (line) => void process.stdout.write(`${line}\n`),
  });
  expect(found).toEqual([]);
  expect(answered).toBeGreaterThan(FAULTS.length);
});
