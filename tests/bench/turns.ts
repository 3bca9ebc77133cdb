/** Measures two sides in turns, in a random order in each round, so that caches and heat of the machine affect both equally. */
import { median } from './load.ts';

/** Figure of a benchmark, as it is printed and written into docs/benchmarks.md. */
export interface Figure {
  readonly value: string;
  readonly detail: string;
  /** Bound or goal, and whether the value is within it; absent when there is none. */
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
 * Measures both sides `rounds` times, after `warmUps` rounds that are not counted.
 * @param ours measures one side once; any unit, the same for both
 */
export async function inTurns(
  rounds: number,
  warmUps: number,
  ours: () => number | Promise<number>,
  theirs: () => number | Promise<number>,
): Promise<Turns> {
  const round = drawnOrder();
  for (let i = 0; i < warmUps; i++) await round({ ours, theirs });
  const measured: Round[] = [];
  for (let i = 0; i < rounds; i++) measured.push(await round({ ours, theirs }));
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

/** Returns a function that runs the sides of a round one after the other, in an order drawn for each round, and returns their results by name. */
export function drawnOrder(): <Sides extends Record<string, () => unknown>>(sides: Sides) => Promise<ResultsOf<Sides>> {
  const draw = random(SEED);
  return async (sides) => {
    const waiting = Object.keys(sides);
    const results: Record<string, unknown> = {};
    while (waiting.length > 0) {
      const [side] = waiting.splice(Math.floor(draw() * waiting.length), 1);
      results[side!] = await sides[side!]!();
    }
    return results as ResultsOf<typeof sides>;
  };
}

/** Results of the sides of a round, by name. */
type ResultsOf<Sides extends Record<string, () => unknown>> = {
  [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>;
};

/** Returns a function that draws numbers from 0 to below 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator; its high bits are random enough for an order.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
