import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { play, shrink } from './run.ts';
import { SEEDS_THAT_FAILED } from './seeds.ts';

/** Tests run these many seeds; more are run by `main.ts`. */
const SEEDS = 500;

const minutes = (count: number): number => count * 60_000;

describe('devices, people and a server that fail in every way', () => {
  it(
    'come to agree whatever happens, in every seed',
    async () => {
      for (let seed = 1; seed <= SEEDS; seed++) expect(await play(seed)).toBeNull();
    },
    minutes(10),
  );

  it(
    'agree in every seed that ever failed',
    async () => {
      for (const { seed } of SEEDS_THAT_FAILED) expect(await play(seed)).toBeNull();
    },
    minutes(2),
  );

  it('tell the same story for the same seed', async () => {
    const fault = faults.find(({ name }) => name === 'orphans stay')!;
    const first = await play(fault.foundAt, fault.rules);
    expect(first).not.toBeNull();
    expect(await play(fault.foundAt, fault.rules)).toEqual(first);
  });

  it(
    'tell a shorter story of the same failure',
    async () => {
      const fault = faults.find(({ name }) => name === 'orphans stay')!;
      const failure = (await play(fault.foundAt, fault.rules))!;
      const shortest = await shrink(failure, fault.rules);
      expect(shortest.steps.length).toBeLessThan(failure.steps.length / 2);
      expect(await play(fault.foundAt, fault.rules, shortest.steps)).not.toBeNull();
    },
    minutes(2),
  );
});

describe('a planted fault is found out', () => {
  it.each(faults)(
    '$name',
    async ({ rules, foundAt }) => {
      expect(await play(foundAt, rules)).not.toBeNull();
    },
    minutes(1),
  );
});
