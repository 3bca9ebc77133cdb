import { type ACTIONS, actionsOf } from './actions.ts';
import { checkRest } from './invariants.ts';
import { prng } from './prng.ts';
import { advance, begin } from './traffic.ts';
import { Broken } from './broken.ts';
import { makeWorld, record, type World } from './world.ts';

/** Result of a seed: null, or the invariant that broke and the steps before it. */
export interface Failure {
  seed: number;
  message: string;
  /** The steps that were taken. */
  steps: number[];
  story: string[];
}

/** Steps of a story. */
export const STEPS = 160;

/**
 * Plays a seed: users edit and machines fail for a while; then all devices synchronise and must agree.
 * @param steps numbers of the steps to take; all of them by default
 * @returns null when every invariant held
 */
export async function play(seed: number, steps = allSteps()): Promise<Failure | null> {
  // Nearly all seeds pass, so only a failing one is played again with recording and stack traces.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const ended = await perform(seed, steps, null).finally(() => (Error.stackTraceLimit = stackTraceLimit));
  return ended === null ? null : ((await perform(seed, steps, [])) ?? ended);
}

async function perform(seed: number, steps: number[], story: string[] | null): Promise<Failure | null> {
  const world = await makeWorld(seed, story);
  const actions = actionsOf(world);
  try {
    for (const step of steps) {
      const random = prng(seed, step);
      world.random = random;
      world.now += Math.floor(random() * 600_000);
      const [, name, action] = drawn(random(), actions);
      record(world, () => `${step}: ${name}`);
      await action(world, random);
    }
    await rest(world);
    await checkRest(world);
    return null;
  } catch (error) {
    const message =
      error instanceof Broken ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { seed, message, steps, story: story ?? [] };
  } finally {
    for (const close of world.close) await close();
  }
}

function allSteps(): number[] {
  return Array.from({ length: STEPS }, (_, i) => i + 1);
}

function drawn(x: number, actions: typeof ACTIONS): (typeof ACTIONS)[number] {
  let left = x * actions.reduce((sum, [weight]) => sum + weight, 0);
  for (const action of actions) if ((left -= action[0]) < 0) return action;
  return actions[0]!;
}

/** Number of cycles without failures within which every device must come to rest (I13). */
const CYCLES = 3;

/** Ends all faults: every device finishes its run, and then has `CYCLES` runs to come to rest. */
async function rest(world: World): Promise<void> {
  record(world, () => 'from here on nothing fails');
  world.disabled.clear();
  const random = prng(world.seed, STEPS + 1);
  for (let cycle = 1; cycle <= CYCLES + 1; cycle++) {
    for (const device of world.devices) {
      world.now += 300_000;
      if (cycle > 1) await begin(world, device, random, false);
      while (device.tasks.length > 0) await advance(world, device, device.tasks[0]!, random, false);
    }
  }
  for (const { name, last } of world.devices)
    if (last?.status !== 'Success')
      throw new Broken(`${name}: does not come to rest: ${last?.status} ${last?.message}`);
}

/** Shortens a failing story: omits steps as long as the same promise still breaks. */
export async function shrink(failure: Failure): Promise<Failure> {
  let best = failure;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.steps.length;) {
      const fewer = [...best.steps.slice(0, from), ...best.steps.slice(from + size)];
      const again = await play(failure.seed, fewer);
      if (again === null) from += size;
      else best = again;
    }
  }
  return best;
}
