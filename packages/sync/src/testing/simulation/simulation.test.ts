import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Fault, faults } from './faults.ts';
import { SEEDS_THAT_FAILED } from './seeds.ts';
import { openSimulation, type Simulation } from './simulation.ts';

/** Number of seeds that the tests run; HOLDFAST_RUNS sets another, `main.ts` runs many. */
const SEEDS = Number(process.env['HOLDFAST_RUNS'] ?? 150);

const minutes = (count: number): number => count * 60_000;

describe('devices, people and a server that fail in every way', () => {
  const { play, close } = openSimulation();
  afterAll(close);

  it(
    'converge after all faults, with every seed',
    async () => {
      for (let seed = 1; seed <= SEEDS; seed++) expect(await play(seed)).toBeNull();
    },
    minutes(10),
  );

  it(
    'converge with every seed that failed before',
    async () => {
      for (const { seed } of SEEDS_THAT_FAILED) expect(await play(seed)).toBeNull();
    },
    minutes(2),
  );
});

describe('a planted fault', () => {
  let simulation: Simulation | undefined;
  const withFault = (fault: Fault): Simulation => (simulation = openSimulation(fault));
  afterEach(() => simulation?.close());

  const orphansStay = faults.find(({ name }) => name === 'orphans stay')!;

  it('violates the same property in the same run for the same seed', async () => {
    const { play } = withFault(orphansStay);
    const first = await play(orphansStay.foundAt);
    expect(first).not.toBeNull();
    expect(await play(orphansStay.foundAt)).toEqual(first);
  });

  it(
    'is reduced to a shorter run',
    async () => {
      const { play, shrink } = withFault(orphansStay);
      const failure = (await play(orphansStay.foundAt))!;
      const shortest = await shrink(failure);
      expect(shortest.steps.length).toBeLessThan(failure.steps.length / 2);
      expect(await play(orphansStay.foundAt, shortest.steps)).not.toBeNull();
    },
    minutes(2),
  );

  it.each(faults)(
    'is found: $name',
    async (fault) => {
      expect(await withFault(fault).play(fault.foundAt)).not.toBeNull();
    },
    minutes(1),
  );

  it('is an error when its text is not in the source', async () => {
    const stale = { ...orphansStay, patches: [{ file: 'rules.ts', find: 'no such text', replace: '' }] };
    await expect(withFault(stale).play(1)).rejects.toThrow('rules.ts holds 0 times: no such text');
  });
});
