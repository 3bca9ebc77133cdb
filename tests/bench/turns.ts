/** Measures two sides in turns, the order of each round drawn, so that neither always runs on a machine that the other one has warmed or tired. */
import { median } from './load.ts';

/** Figure of a benchmark, as it is printed and written into docs/benchmarks.md. */
export interface Figure {
  readonly value: string;
  readonly detail: string;
  /** Bound or goal, and whether the value is within it; absent where there is none. */
  readonly goal?: { readonly text: string; readonly isMet: boolean };
}

/** Measurements of one round. */
interface Round {
  readonly ours: number;
  readonly theirs: number;
}

/** Ratios ours / theirs of all rounds, and the middle measurement of each side. */
export interface Turns {
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
  readonly ours: number;
  readonly theirs: number;
}

/** Seed of the order in which the sides take their turns: the same in every run. */
const SEED = 20_261_124;

/**
 * Measures both sides `rounds` times after `warmUps` that are not counted.
 * @param ours measures one side once; any unit, the same for both
 */
export async function inTurns(
  rounds: number,
  warmUps: number,
  ours: () => number | Promise<number>,
  theirs: () => number | Promise<number>,
): Promise<Turns> {
  const isOursFirst = coin(SEED);
  for (let i = 0; i < warmUps; i++) {
    await ours();
    await theirs();
  }
  const measured: Round[] = [];
  for (let i = 0; i < rounds; i++) {
    if (isOursFirst()) {
      const a = await ours();
      measured.push({ ours: a, theirs: await theirs() });
    } else {
      const b = await theirs();
      measured.push({ ours: await ours(), theirs: b });
    }
  }
  const ratios = measured.map((round) => round.ours / round.theirs);
  return {
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    ours: median(measured.map((round) => round.ours)),
    theirs: median(measured.map((round) => round.theirs)),
  };
}

/** Spread of the rounds, as text. */
export function spread({ least, most }: Turns): string {
  return `rounds ${least.toFixed(2)} to ${most.toFixed(2)}`;
}

/** Returns a function that draws true or false, each half of the time. */
function coin(seed: number): () => boolean {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator; its high bit is random enough for an order.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >= 2 ** 31;
  };
}
